/** What waits, owner by owner: whoever asks for much waits behind those who ask for little. */
export class Turns<T> {
  private readonly waiting = new Map<string, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  of(owner: string): number {
    return this.waiting.get(owner)?.length ?? 0;
  }

  add(owner: string, item: T): void {
    const own = this.waiting.get(owner);
    if (own) own.push(item);
    else this.waiting.set(owner, [item]);
    this.count += 1;
  }

  /** The first of the owner whose turn it is; the next turn is another owner's. */
  next(): T | undefined {
    for (const [owner, own] of this.waiting) {
      this.waiting.delete(owner);
      const item = own.shift();
      if (own.length > 0) this.waiting.set(owner, own);
      this.count -= 1;
      return item;
    }
    return undefined;
  }
}
