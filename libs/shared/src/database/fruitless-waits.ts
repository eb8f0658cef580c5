/** A number of waits without a connection, over some time, and not one statement that was answered meanwhile. */
const MANY = 5;
const LONG_MS = 10_000;

/** Counts the waits for a connection that came to nothing while no statement was answered: then the pool does no work any more. */
export class FruitlessWaits {
  private count = 0;
  private since = 0;
  private answeredThen = -1;

  /** @param answered how many statements were answered so far */
  constructor(private readonly answered: () => number) {}

  add(): void {
    const answered = this.answered();
    if (answered !== this.answeredThen) {
      this.count = 0;
      this.since = performance.now();
      this.answeredThen = answered;
    }
    this.count += 1;
  }

  get areMany(): boolean {
    const isLong = performance.now() - this.since >= LONG_MS;
    return this.count >= MANY && isLong && this.answered() === this.answeredThen;
  }
}
