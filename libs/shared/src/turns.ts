/** What waits, owner by owner: whoever asks for much waits behind those who ask for little. An item waits once. */
export class Turns<T> {
  private readonly waiting = new Map<string, Set<T>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  of(owner: string): number {
    return this.waiting.get(owner)?.size ?? 0;
  }

  add(owner: string, item: T): void {
    const own = this.waiting.get(owner);
    if (own) own.add(item);
    else this.waiting.set(owner, new Set([item]));
    this.count += 1;
  }

  /** Takes out one that waits no longer. @returns whether it still did */
  remove(owner: string, item: T): boolean {
    const own = this.waiting.get(owner);
    if (!own?.delete(item)) return false;
    if (own.size === 0) this.waiting.delete(owner);
    this.count -= 1;
    return true;
  }

  /**
   * The first of the owner whose turn it is; the next turn is another owner's.
   * @param may whether it can be an owner's turn now; one who has to stand back keeps his place
   */
  next(may: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, own] of this.waiting) {
      if (!may(owner)) continue;
      const item = own.values().next().value as T;
      this.remove(owner, item);
      if (this.waiting.delete(owner)) this.waiting.set(owner, own);
      return item;
    }
    return undefined;
  }
}
