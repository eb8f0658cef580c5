import type { Exchange, TourCosts } from './costs.js';
import { Tour } from './tour.js';

/** The longest part that one step moves (Or-opt). */
const LONGEST_PART = 3;

/** The number of steps that may still be evaluated. */
export interface Budget {
  left: number;
}

/**
 * Improves a tour until no step improves it: 2-opt (reverses a part) and Or-opt (moves up to three stops), each towards one of the
 * nearest nodes. Only nodes next to a change are examined again.
 */
export class LocalSearch {
  /** The change of the costs since the last restart, by objective. */
  readonly change: number[];
  private readonly waiting: Int32Array;
  private readonly isWaiting: Uint8Array;
  private first = 0;
  private count = 0;
  private readonly primary: TourCosts;
  private readonly exchange: Exchange = { first: 0, middle: 0, last: 0, reversed: 'none' };

  /** @param nearest nodes by node, the nearest first */
  constructor(
    private readonly tour: Tour,
    private readonly costs: readonly TourCosts[],
    private readonly nearest: readonly Int32Array[],
    private readonly budget: Budget,
  ) {
    this.primary = costs[0] as TourCosts;
    this.change = costs.map(() => 0);
    this.waiting = new Int32Array(tour.size);
    this.isWaiting = new Uint8Array(tour.size);
  }

  /** Counts changes of the costs from here. */
  restart(): void {
    this.change.fill(0);
    this.read();
  }

  /** Examines a node again. */
  push(node: number): void {
    if (this.isWaiting[node]) return;
    this.isWaiting[node] = 1;
    this.waiting[(this.first + this.count) % this.tour.size] = node;
    this.count += 1;
  }

  /** Improves the tour until no step does, or the budget is used up. */
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

  /** Exchanges two parts, with or without an improvement. */
  exchangeParts(exchange: Exchange): void {
    this.costs.forEach((cost, c) => (this.change[c] = (this.change[c] as number) + this.ofExchange(cost, exchange)));
    this.doExchange(exchange);
  }

  private improve(node: number): boolean {
    return this.trySide(node, 1) || this.trySide(node, -1);
  }

  /** Tries to connect a node to one that is nearer than its neighbour on a side: 1 behind, -1 ahead. */
  private trySide(node: number, side: 1 | -1): boolean {
    const { tour, primary } = this;
    const at = tour.placeOf(node);
    const neighbour = tour.nodeAt(at + side);
    if (neighbour === undefined) return false;
    const limit = primary.isLoaded ? Infinity : this.leg(node, neighbour);
    for (const near of this.nearest[node] as Int32Array) {
      const leg = this.leg(node, near);
      // With several objectives a step of the same cost may be better by the next one.
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

  /** Moves the parts that begin or end at a place to another, so that their nodes become neighbours. */
  private tryMoves(at: number, there: number): boolean {
    const last = this.tour.size - 2;
    if (at < 1 || at > last) return false;
    for (let length = 1; length <= LONGEST_PART; length += 1)
      for (const isFirst of length === 1 ? [true] : [true, false]) {
        const from = isFirst ? at : at - length + 1;
        const to = isFirst ? at + length - 1 : at;
        if (from < 1 || to > last || (there >= from && there <= to)) continue;
        // A part keeps its direction behind that node where its first node becomes the neighbour, ahead of it where its last does.
        if (there <= last && this.tryMove(from, to, there, isFirst)) return true;
        if (there >= 1 && this.tryMove(from, to, there - 1, !isFirst || length === 1)) return true;
      }
    return false;
  }

  /** Moves a part behind a place. */
  private tryMove(from: number, to: number, behind: number, keepsDirection: boolean): boolean {
    const { exchange } = this;
    if (behind > to) {
      exchange.first = from;
      exchange.middle = to;
      exchange.last = behind;
      exchange.reversed = keepsDirection ? 'none' : 'before';
    } else if (behind < from - 1) {
      exchange.first = behind + 1;
      exchange.middle = from - 1;
      exchange.last = to;
      exchange.reversed = keepsDirection ? 'none' : 'behind';
    } else return false;
    this.budget.left -= 1;
    if (!this.isBetter((cost) => this.ofExchange(cost, exchange))) return false;
    this.doExchange(exchange);
    return true;
  }

  /** Whether the first objective that a step changes becomes better; then the changes are counted. */
  private isBetter(changeOf: (cost: TourCosts) => number): boolean {
    const first = changeOf(this.primary);
    if (first > 0 || (first === 0 && this.costs.length === 1)) return false;
    const all = this.costs.map((cost, c) => (c === 0 ? first : changeOf(cost)));
    if ((all.find((change) => change !== 0) ?? 0) >= 0) return false;
    all.forEach((change, c) => (this.change[c] = (this.change[c] as number) + change));
    return true;
  }

  private doExchange({ first, middle, last, reversed }: Exchange): void {
    this.pushPlaces(first - 1, first, middle, middle + 1);
    this.pushPlaces(last, last + 1, first, last);
    this.tour.exchange(first, middle, last, reversed);
    this.read();
  }

  private ofExchange(cost: TourCosts, exchange: Exchange): number {
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
