/** Keys of the rows before: a key that comes again is a mistake in the list, and the later row fails. */
export class SeenKeys {
  private readonly keys = new Set<string>();

  /** @returns false where an earlier row has it */
  add(key: string): boolean {
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    return true;
  }
}
