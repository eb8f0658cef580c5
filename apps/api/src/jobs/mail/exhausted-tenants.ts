/** The tenants that are remembered; beyond, all are told once more. */
const MOST_TENANTS = 10_000;

/** Which tenants had the limit of their letters reported already on a day: it is reached again in every round until midnight. */
export class ExhaustedTenants {
  private day = '';
  private readonly reported = new Set<string>();

  /** @param day YYYY-MM-DD @returns whether it is the first time on that day */
  isNew(tenant_id: string, day: string): boolean {
    if (day !== this.day || this.reported.size >= MOST_TENANTS) this.reported.clear();
    this.day = day;
    const isFirst = !this.reported.has(tenant_id);
    this.reported.add(tenant_id);
    return isFirst;
  }
}
