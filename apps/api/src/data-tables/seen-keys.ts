/** Keys of the rows before: a key that comes again is a mistake in the list, and the later row fails. */
export class SeenKeys {
  private readonly keys = new Set<string>();

  /** @param before keys that are not changed here: those of batches that are written */
  constructor(private readonly before?: SeenKeys) {}

  /** @returns false where an earlier row has it */
  add(key: string): boolean {
    if (this.has(key)) return false;
    this.keys.add(key);
    return true;
  }

  /** Adds the keys to those before: their batch is written. */
  keep(): void {
    for (const key of this.keys) this.before?.keys.add(key);
  }

  private has(key: string): boolean {
    return this.keys.has(key) || (this.before?.has(key) ?? false);
  }
}
