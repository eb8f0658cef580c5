/** The tenants whose rows stand on one machine of a sharded database; on a single one, all tenants. */
export class ShardScope {
  private readonly known: ReadonlySet<string> | null;

  /** @param ids of those tenants; null: all there are */
  constructor(ids: readonly string[] | null) {
    this.known = ids && new Set(ids);
  }

  has(tenant_id: string): boolean {
    return this.known?.has(tenant_id) ?? true;
  }

  /** One of them; undefined where none is named. */
  get anyone(): string | undefined {
    return this.known?.values().next().value;
  }

  /**
   * SQL that is true of rows of these tenants, so that a statement across tenants asks this machine and no other.
   * @param column that names the tenant @param values of the statement so far; what the condition needs is added
   */
  where(column: string, values: unknown[]): string {
    return this.known ? `${column} = any($${values.push([...this.known])}::uuid[])` : 'true';
  }
}

/** Wherever they are: on a single machine that is one statement for all. */
export const ALL_SHARDS = new ShardScope(null);
