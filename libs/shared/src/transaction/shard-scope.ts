/** The tenants whose rows stand on one machine of a sharded database; on a single one, all tenants. */
export class ShardScope {
  /**
   * @param ids of those tenants; null: all there are
   * @param requireAnswer throws unavailable while the machine does not answer
   */
  constructor(
    readonly ids: readonly string[] | null,
    private readonly requireAnswer: () => void = () => undefined,
  ) {}

  /** The ids, for a statement that asks this machine. @throws unavailable while the machine does not answer */
  asked(): readonly string[] | null {
    this.requireAnswer();
    return this.ids;
  }

  /**
   * SQL that is true of rows of these tenants, so that a statement across tenants asks this machine and no other.
   * @param column that names the tenant @param values of the statement so far; what the condition needs is added
   * @throws unavailable while the machine does not answer
   */
  where(column: string, values: unknown[]): string {
    const ids = this.asked();
    return ids ? `${column} = any($${values.push([...ids])}::uuid[])` : 'true';
  }
}

/** Wherever they are: one statement for all, which names no tenant. */
export const ALL_SHARDS = new ShardScope(null);
