/** Upper bounds of the classes that durations are counted in, in seconds. */
const OF_STATEMENTS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

/** How often something took how long since the process began: counted for every statement, so it costs next to nothing. */
export class Durations {
  private readonly counts: Uint32Array;
  private seconds = 0;

  /** @param bounds upper ones of the classes, in seconds, rising */
  constructor(private readonly bounds: readonly number[] = OF_STATEMENTS) {
    this.counts = new Uint32Array(bounds.length + 1);
  }

  /** @param since what `performance.now()` said when it began */
  since(since: number): void {
    this.add((performance.now() - since) / 1_000);
  }

  add(seconds: number): void {
    const { bounds } = this;
    let place = 0;
    while (place < bounds.length && seconds > (bounds[place] as number)) place += 1;
    this.counts[place] = (this.counts[place] as number) + 1;
    this.seconds += seconds;
  }

  /** How often it happened. */
  get count(): number {
    return this.counts.reduce((sum, some) => sum + some, 0);
  }

  /** How many took at most the seconds of a bound, bound by bound; how many there were, and how long all of them took together. */
  get state(): { atMost: [bound: number, count: number][]; count: number; seconds: number } {
    let count = 0;
    const atMost = this.bounds.map((bound, i): [number, number] => [bound, (count += this.counts[i] as number)]);
    return { atMost, count: count + (this.counts[this.bounds.length] as number), seconds: this.seconds };
  }
}
