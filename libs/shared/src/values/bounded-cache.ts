/** What a cache holds at most. */
export interface CacheBounds<K, V> {
  entries: number;
  /** Characters of all entries together: what they take of memory grows with that. */
  characters: number;
  /** Characters of one entry; those of key and value unless told, where these are texts. */
  charactersOf?: (key: K, value: V) => number;
}

const lengthOf = (part: unknown): number => (typeof part === 'string' ? part.length : 0);

/**
 * Keeps what was worked out, up to a number of entries and of characters: the oldest make room, and what is too large by itself is
 * not kept. For all that is kept by what clients send.
 */
export class BoundedCache<K, V> {
  private readonly kept = new Map<K, V>();
  private held = 0;
  private readonly charactersOf: (key: K, value: V) => number;

  constructor(private readonly bounds: CacheBounds<K, V>) {
    this.charactersOf = bounds.charactersOf ?? ((key, value) => lengthOf(key) + lengthOf(value));
  }

  get size(): number {
    return this.kept.size;
  }

  /** Characters of what is kept. */
  get characters(): number {
    return this.held;
  }

  get(key: K): V | undefined {
    return this.kept.get(key);
  }

  set(key: K, value: V): void {
    this.delete(key);
    const characters = this.charactersOf(key, value);
    if (characters > this.bounds.characters || this.bounds.entries < 1) return;
    while (this.kept.size >= this.bounds.entries || this.held + characters > this.bounds.characters)
      this.delete(this.kept.keys().next().value as K);
    this.kept.set(key, value);
    this.held += characters;
  }

  delete(key: K): void {
    const value = this.kept.get(key);
    if (value === undefined) return;
    this.kept.delete(key);
    this.held -= this.charactersOf(key, value);
  }
}
