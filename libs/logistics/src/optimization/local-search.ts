import type { Exchange, LegCosts } from './leg-costs.js';
import { Tour } from './tour.js';

/** The longest part that is moved at once (Or-opt). */
const LONGEST_PART = 3;

/** What is left of the steps that may be judged. */
export interface Budget {
  left: number;
}

/**
 * Improves a tour until no step does: 2-opt (a part is turned round) and Or-opt (up to three stops are moved elsewhere), each
 * towards one of the nearest nodes. Only nodes near what was changed are looked at again.
 */
export class LocalSearch {
  /** What the costs have changed by since they were last reset, by criterion. */
  readonly change: number[];
  private readonly waiting: Int32Array;
  private readonly isWaiting: Uint8Array;
  private first = 0;
  private count = 0;
  private readonly primary: LegCosts;
  private readonly exchange: Exchange = { first: 0, middle: 0, last: 0, turns: 'none' };

  /** @param nearest of each node, the nearest first */
  constructor(
    private readonly tour: Tour,
    private readonly costs: readonly LegCosts[],
    private readonly nearest: readonly Int32Array[],
    private readonly budget: Budget,
  ) {
    this.primary = costs[0] as LegCosts;
    this.change = costs.map(() => 0);
    this.waiting = new Int32Array(tour.size);
    this.isWaiting = new Uint8Array(tour.size);
  }

  /** What follows is counted from here. */
  restart(): void {
    this.change.fill(0);
    this.read();
  }

  /** Has a node looked at again. */
  push(node: number): void {
    if (this.isWaiting[node]) return;
    this.isWaiting[node] = 1;
    this.waiting[(this.first + this.count) % this.tour.size] = node;
    this.count += 1;
  }

  /** Until nothing improves, or the steps are used up. */
  run(): void {
    while (this.count > 0) {
      const node = this.waiting[this.first] as number;
      this.first = (this.first + 1) % this.tour.size;
      this.count -= 1;
      this.isWaiting[node] = 0;
      if (this.budget.left <= 0) continue;
      while (this.budget.left > 0 && this.improve(node));
    }
  }

  /** Does a step whether it improves or not. */
  swap(exchange: Exchange): void {
    this.costs.forEach((cost, c) => (this.change[c] = (this.change[c] as number) + this.ofExchange(cost, exchange)));
    this.doExchange(exchange);
  }

  private improve(node: number): boolean {
    return this.tryBeside(node, 1) || this.tryBeside(node, -1);
  }

  /** Tries to put a node beside one that is nearer than its neighbour on a side: 1 behind, -1 ahead. */
  private tryBeside(node: number, side: 1 | -1): boolean {
    const { tour, primary } = this;
    const at = tour.placeOf(node);
    const beside = tour.nodeAt(at + side);
    if (beside === undefined) return false;
    const limit = primary.isLoaded ? Infinity : this.leg(node, beside);
    for (const near of this.nearest[node] as Int32Array) {
      const leg = this.leg(node, near);
      // With further criteria a step that costs the same may be better by the next.
      if (leg > limit || (leg === limit && this.costs.length === 1)) return false;
      const there = tour.placeOf(near);
      if (this.tryReversal(at, there, side) || this.tryMoves(at, there)) return true;
    }
    return false;
  }

  private tryReversal(at: number, there: number, side: 1 | -1): boolean {
    const [low, high] = at < there ? [at, there] : [there, at];
    const [from, to] = side === 1 ? [low + 1, high] : [low, high - 1];
    if (from >= to || from < 1 || to > this.tour.size - 2) return false;
    this.budget.left -= 1;
    if (!this.isBetter((cost) => cost.ofReversal(this.tour.nodes, from, to))) return false;
    this.pushPlaces(from - 1, from, to, to + 1);
    this.tour.reverse(from, to);
    this.read();
    return true;
  }

  /** Moves the parts that begin or end at a place beside another, so that its node comes next to the one there. */
  private tryMoves(at: number, there: number): boolean {
    const last = this.tour.size - 2;
    if (at < 1 || at > last) return false;
    for (let length = 1; length <= LONGEST_PART; length += 1)
      for (const isFirst of length === 1 ? [true] : [true, false]) {
        const from = isFirst ? at : at - length + 1;
        const to = isFirst ? at + length - 1 : at;
        if (from < 1 || to > last || (there >= from && there <= to)) continue;
        // Behind that node it stays as it is where its first comes next to it, ahead of it where its last does.
        if (there <= last && this.tryMove(from, to, there, isFirst)) return true;
        if (there >= 1 && this.tryMove(from, to, there - 1, !isFirst || length === 1)) return true;
      }
    return false;
  }

  /** Moves a part to behind a place. */
  private tryMove(from: number, to: number, behind: number, stays: boolean): boolean {
    const { exchange } = this;
    if (behind > to) {
      exchange.first = from;
      exchange.middle = to;
      exchange.last = behind;
      exchange.turns = stays ? 'none' : 'before';
    } else if (behind < from - 1) {
      exchange.first = behind + 1;
      exchange.middle = from - 1;
      exchange.last = to;
      exchange.turns = stays ? 'none' : 'behind';
    } else return false;
    this.budget.left -= 1;
    if (!this.isBetter((cost) => this.ofExchange(cost, exchange))) return false;
    this.doExchange(exchange);
    return true;
  }

  /** Whether a step is better by the first criterion by which it differs; if so, what it changes is counted. */
  private isBetter(changeOf: (cost: LegCosts) => number): boolean {
    const first = changeOf(this.primary);
    if (first > 0 || (first === 0 && this.costs.length === 1)) return false;
    const all = this.costs.map((cost, c) => (c === 0 ? first : changeOf(cost)));
    if ((all.find((change) => change !== 0) ?? 0) >= 0) return false;
    all.forEach((change, c) => (this.change[c] = (this.change[c] as number) + change));
    return true;
  }

  private doExchange({ first, middle, last, turns }: Exchange): void {
    this.pushPlaces(first - 1, first, middle, middle + 1);
    this.pushPlaces(last, last + 1, first, last);
    this.tour.exchange(first, middle, last, turns);
    this.read();
  }

  private ofExchange(cost: LegCosts, exchange: Exchange): number {
    return cost.ofExchange(this.tour.nodes, exchange);
  }

  private pushPlaces(a: number, b: number, c: number, d: number): void {
    for (const place of [a, b, c, d]) this.push(this.tour.nodes[place] as number);
  }

  private read(): void {
    for (const cost of this.costs) cost.read(this.tour.nodes);
  }

  private leg(from: number, to: number): number {
    return this.primary.legs[from * this.tour.size + to] as number;
  }
}
