import { Holdings, type Quota } from './holdings.js';
import type { Owner } from './owner.js';
import { RoundRobinQueue } from './round-robin-queue.js';

/** How long one waits for his turn, and what he is told who does not get it. */
export interface WaitingBound {
  /** How many of one owner, or of its whole group, may wait. */
  most?: number;
  /** Milliseconds after which one waits no longer. */
  patience?: number;
  /** Ends the waiting of one who went away; its reason is thrown. */
  signal?: AbortSignal;
  refusal: (why: 'too many' | 'too long') => Error;
}

const UNBOUNDED: WaitingBound = { refusal: (why) => new Error(`Refused without a bound: ${why}`) };

/**
 * Does a limited number of pieces of work at once, and of one owner. Waiting pieces are taken in turn, owner by owner: an owner
 * that wants one place waits for no more than one piece of every other owner. Owners of one group count as one, and take turns within it.
 */
export class FairLimit {
  private readonly waiting = new RoundRobinQueue<() => void>();
  private readonly held = new Holdings();
  private running = 0;

  /**
   * @param most pieces of work at once @param share of one owner; all of them unless told
   * @param mostOfNode pieces at once that go to a node, of all owners together; all of them unless told
   */
  constructor(
    private readonly most: number,
    private readonly share: Quota = () => most,
    private readonly mostOfNode: (node: string) => number = () => most,
  ) {}

  /** How many wait. */
  get size(): number {
    return this.waiting.size;
  }

  /** How many of the owner's group wait. */
  waitingOf(owner: Owner): number {
    return this.waiting.ofGroup(owner);
  }

  /** Whether anybody but this owner waits. */
  isWantedByOthers(owner: Owner): boolean {
    return this.waiting.size > this.waiting.of(owner);
  }

  /**
   * @param owner whose turn it is: a tenant, an address
   * @throws the bound's refusal where as many of the owner wait as may, or one has waited too long
   */
  async run<T>(owner: Owner, work: () => Promise<T>, bound?: WaitingBound): Promise<T> {
    if (!this.take(owner)) await this.turn(owner, bound);
    try {
      return await work();
    } finally {
      this.leave(owner);
    }
  }

  /** Takes a place without waiting, where there is one. @returns whether it did: then the owner has to `leave` */
  take(owner: Owner): boolean {
    if (!this.admits(owner)) return false;
    this.running += 1;
    this.held.add(owner, 1);
    return true;
  }

  /** Waits for a place, which the owner then has to `leave`: for one who could not `take` it. @throws as `run` does */
  async turn(owner: Owner, { most = Infinity, patience, signal, refusal }: WaitingBound = UNBOUNDED): Promise<void> {
    signal?.throwIfAborted();
    if (this.waiting.ofGroup(owner) >= most) throw refusal('too many');
    let timer: NodeJS.Timeout | undefined;
    let gone: (() => void) | undefined;
    try {
      await new Promise<void>((done, fail) => {
        const begin = () => {
          this.take(owner);
          done();
        };
        const giveUp = (why: unknown) => this.waiting.remove(owner, begin) && fail(why);
        if (patience !== undefined) timer = setTimeout(() => giveUp(refusal('too long')), patience).unref();
        signal?.addEventListener('abort', (gone = () => giveUp(signal.reason)));
        this.waiting.add(owner, begin);
      });
    } finally {
      clearTimeout(timer);
      if (gone) signal?.removeEventListener('abort', gone);
    }
  }

  /** Gives a place back; it goes to the one whose turn it is. */
  leave(owner: Owner): void {
    this.held.add(owner, -1);
    this.running -= 1;
    if (this.waiting.size > 0) this.admitWaiting();
  }

  /** Begins what waits and may begin: called where more may than before, too. */
  admitWaiting(): void {
    const admits = (owner: Owner) => this.admits(owner);
    for (let begin = this.waiting.next(admits); begin; begin = this.waiting.next(admits)) begin();
  }

  private admits(owner: Owner): boolean {
    const free = this.most - this.running;
    if (free <= 0 || this.held.roomFor(owner, this.share, free) <= 0) return false;
    if (typeof owner === 'string' || owner.node === undefined) return true;
    return this.held.ofNode(owner.node) < this.mostOfNode(owner.node);
  }
}
