import { Turns } from './turns.js';

/** How many of one owner may wait, and what the next is told. */
export interface WaitingBound {
  most: number;
  refusal: () => Error;
}

/**
 * Does so many pieces of work at once. What waits is taken in turn, owner by owner: whoever asks for much keeps nobody else
 * waiting for all of it.
 */
export class FairLimit {
  private readonly waiting = new Turns<() => void>();
  private running = 0;

  /** @param most pieces of work at once */
  constructor(private readonly most: number) {}

  /**
   * @param owner whose turn it is: a tenant, an address
   * @throws the bound's refusal where as many of the owner wait as may
   */
  async run<T>(owner: string, work: () => Promise<T>, bound?: WaitingBound): Promise<T> {
    if (this.running < this.most) this.running += 1;
    else await this.turn(owner, bound);
    try {
      return await work();
    } finally {
      // The place goes on to the next; it is free where nobody waits.
      const next = this.waiting.next();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(owner: string, bound: WaitingBound | undefined): Promise<void> {
    if (bound && this.waiting.of(owner) >= bound.most) throw bound.refusal();
    return new Promise((done) => this.waiting.add(owner, done));
  }
}
