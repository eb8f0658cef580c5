/** Numbers that look drawn by lot and are the same at every run: demo data that changes cannot be talked about. */
export class DemoRandom {
  /** @param state any 32-bit seed */
  constructor(private state: number) {}

  /** From 0, and below 1 (mulberry32: one multiplication away from a counter). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)] as T;
  }
}

/** Draws one of several things, each as often as its weight is of all weights. */
export class Lottery<T> {
  private readonly sums: number[] = [];
  private total = 0;

  constructor(
    private readonly things: readonly T[],
    weights: readonly number[],
  ) {
    for (const weight of weights) this.sums.push((this.total += weight));
  }

  draw(random: DemoRandom): T {
    const at = random.next() * this.total;
    let [low, high] = [0, this.sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sums[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return this.things[low] as T;
  }
}
