/**
 * Which notifications of unknown delivery were reported already. They are found again in every round for as long as
 * they make sense; only those that are still found are remembered, so that the memory does not grow with uptime.
 */
export class UnsureNotifications {
  /** Ids of what was found last, by tenant and kind. */
  private readonly reported = new Map<string, ReadonlySet<string>>();

  /** How many are remembered. */
  get size(): number {
    return [...this.reported.values()].reduce((sum, ids) => sum + ids.size, 0);
  }

  /** @param found all of the tenant and kind in this round @returns those that were not found in the round before */
  unreported<T extends { id: string }>(tenant_id: string, kind: string, found: readonly T[]): T[] {
    const key = `${tenant_id} ${kind}`;
    const before = this.reported.get(key);
    if (found.length > 0) this.reported.set(key, new Set(found.map(({ id }) => id)));
    else this.reported.delete(key);
    return found.filter(({ id }) => !before?.has(id));
  }
}
