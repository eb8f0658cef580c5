/**
 * How many long answers are under way at once; others wait for their turn. Each holds a database connection for as long
 * as its client takes to read it, and clients that read slowly must not keep all others from the database.
 */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private taken = 0;

  constructor(private readonly most: number) {}

  /** Waits for a lane. @returns what leaves it again, once */
  async acquire(): Promise<() => void> {
    if (this.taken < this.most) this.taken += 1;
    else await new Promise<void>((turn) => this.waiting.push(turn));
    let left = false;
    return () => {
      if (!left) this.leave();
      left = true;
    };
  }

  /** The lane goes to the one that has waited longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken -= 1;
  }
}
