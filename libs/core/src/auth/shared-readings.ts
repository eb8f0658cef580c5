import type { RightsCache } from './rights-cache.js';

/** Readings of rights under way: requests that need the same rights wait for one reading. */
export class SharedReadings<T> {
  /** By what is read, with the cache's count of removals when the reading began. */
  private readonly reading = new Map<string, { mark: number; read: Promise<T> }>();

  constructor(private readonly cache: RightsCache) {}

  /** The result of the reading that is under way, or of a new one. @param read gets the mark to keep its result with */
  of(name: string, read: (mark: number) => Promise<T>): Promise<T> {
    const mark = this.cache.mark();
    const underWay = this.reading.get(name);
    // Rights changed since it was asked may be missing from what that answers, wherever they were changed.
    if (this.cache.isListening && underWay?.mark === mark) return underWay.read;
    const reading = { mark, read: read(mark) };
    this.reading.set(name, reading);
    const forget = () => this.reading.get(name) === reading && this.reading.delete(name);
    reading.read.then(forget, forget);
    return reading.read;
  }
}
