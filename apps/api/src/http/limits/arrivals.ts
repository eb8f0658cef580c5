import type { Owner } from '@usaha/shared';
import { RoundRobinQueue } from '@usaha/shared/operation';

/** Requests that begin in one turn of the event loop: 1 ms of what a request costs before it waits for anything. */
export const MOST_IN_A_TURN = 4;

interface Arrival {
  isOver: () => boolean;
  begin: () => void;
}

/**
 * Begins a few requests in each turn of the event loop, in turn by owner. Node hands over all that has arrived before it looks at
 * anything else: where 24 clients sent 16 registrations each, a request of another tenant waited 70 ms, and for each answer of the
 * database as long again. In turns it waits for a few of them.
 *
 * Where no more arrive than may begin, nothing waits. What waits is no more than each connection may ask for before it is answered.
 */
export class Arrivals {
  private readonly waiting = new RoundRobinQueue<Arrival>();
  private begun = 0;
  private isTurnAhead = false;

  constructor(private readonly most = MOST_IN_A_TURN) {}

  /** How many wait. */
  get size(): number {
    return this.waiting.size;
  }

  /** @param owner tells whose turn it is, and is asked only where one has to wait */
  add(owner: () => Owner, arrival: Arrival): void {
    if (this.begun >= this.most || this.waiting.size > 0) this.waiting.add(owner(), arrival);
    else {
      this.begun += 1;
      arrival.begin();
    }
    this.plan();
  }

  private plan(): void {
    if (this.isTurnAhead) return;
    this.isTurnAhead = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.isTurnAhead = false;
    this.begun = 0;
    while (this.begun < this.most) {
      const next = this.waiting.next();
      if (!next) break;
      if (next.isOver()) continue;
      this.begun += 1;
      this.plan();
      next.begin();
    }
  }
}
