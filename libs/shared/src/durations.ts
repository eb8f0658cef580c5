/** Upper bounds of the classes that durations are counted in, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

/** How often something took how long since the process began: counted for every statement, so it costs next to nothing. */
export class Durations {
  private readonly counts = new Uint32Array(BOUNDS.length + 1);
  private seconds = 0;

  /** @param since what `performance.now()` said when it began */
  since(since: number): void {
    const seconds = (performance.now() - since) / 1_000;
    let place = 0;
    while (place < BOUNDS.length && seconds > (BOUNDS[place] as number)) place += 1;
    this.counts[place] = (this.counts[place] as number) + 1;
    this.seconds += seconds;
  }

  /** How many took at most so many seconds, bound by bound; how many there were, and how long all of them took together. */
  get state(): { atMost: [bound: number, count: number][]; count: number; seconds: number } {
    let count = 0;
    const atMost = BOUNDS.map((bound, i): [number, number] => [bound, (count += this.counts[i] as number)]);
    return { atMost, count: count + (this.counts[BOUNDS.length] as number), seconds: this.seconds };
  }
}
