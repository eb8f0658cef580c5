import { drivingTenths } from './driving.js';
import { withEnds, type Criterion, type Problem } from './problem.js';

/** Two neighbouring parts of a tour, from `first` to `middle` and from there to `last`, that change places. */
export interface Exchange {
  first: number;
  /** The last place of the part that goes back. */
  middle: number;
  last: number;
  /** Which of them is turned round. */
  turns: 'none' | 'before' | 'behind';
}

/** What a tour costs by one criterion, and what a step would change, in whole numbers. */
export interface LegCosts {
  /** Node to node, without any load. */
  readonly legs: Float64Array;
  /** Whether what a leg costs depends on what was taken off before. */
  readonly isLoaded: boolean;
  total(tour: Int32Array): number;
  /** Takes note of a tour whose steps are to be judged. */
  read(tour: Int32Array): void;
  /** What it costs more to drive places `from` to `to` in the opposite direction. */
  ofReversal(tour: Int32Array, from: number, to: number): number;
  ofExchange(tour: Int32Array, exchange: Exchange): number;
}

/** Legs that cost the same whenever they are driven: metres and minutes. */
export class PlainCosts implements LegCosts {
  readonly isLoaded: boolean = false;

  constructor(
    readonly legs: Float64Array,
    protected readonly size: number,
  ) {}

  total(tour: Int32Array): number {
    let sum = 0;
    for (let t = 0; t + 1 < tour.length; t += 1) sum += this.leg(tour, t, t + 1);
    return sum;
  }

  read(_tour: Int32Array): void {
    // Nothing depends on what comes before.
  }

  ofReversal(tour: Int32Array, from: number, to: number): number {
    return (
      this.leg(tour, from - 1, to) +
      this.leg(tour, from, to + 1) -
      this.leg(tour, from - 1, from) -
      this.leg(tour, to, to + 1)
    );
  }

  ofExchange(tour: Int32Array, { first, middle, last, turns }: Exchange): number {
    const [a, z] = turns === 'before' ? [middle, first] : [first, middle];
    const [b, y] = turns === 'behind' ? [last, middle + 1] : [middle + 1, last];
    return (
      this.leg(tour, first - 1, b) +
      this.leg(tour, y, a) +
      this.leg(tour, z, last + 1) -
      this.leg(tour, first - 1, first) -
      this.leg(tour, middle, middle + 1) -
      this.leg(tour, last, last + 1)
    );
  }

  protected leg(tour: Int32Array, from: number, to: number): number {
    return this.legs[(tour[from] as number) * this.size + (tour[to] as number)] as number;
  }
}

/** What an empty vehicle consumes, in millionths. */
const EMPTY = 1_000_000;

/**
 * Legs that cost more the more is on board. With sums up to each place, a step is judged as fast as without a load: within
 * a part that is moved or turned round, what was taken off before changes by the same amount for all of it.
 */
export class LoadedCosts extends PlainCosts {
  override readonly isLoaded = true;
  /** What the way costs a metre as long as everything is on board. */
  private readonly full: number;
  /** By place: metres up to it, what was taken off up to and with it, and the sum of metres by what was off on them. */
  private readonly metres: Float64Array;
  private readonly off: Float64Array;
  private readonly saved: Float64Array;

  constructor(
    legs: Float64Array,
    size: number,
    private readonly loads: Float64Array,
    staying: number,
  ) {
    super(legs, size);
    this.full = EMPTY + staying + loads.reduce((sum, load) => sum + load, 0);
    this.metres = new Float64Array(size);
    this.off = new Float64Array(size);
    this.saved = new Float64Array(size);
  }

  override total(tour: Int32Array): number {
    this.read(tour);
    return this.full * this.at(this.metres, tour.length - 1) - this.at(this.saved, tour.length - 1);
  }

  override read(tour: Int32Array): void {
    const { metres, off, saved } = this;
    metres[0] = off[0] = saved[0] = 0;
    for (let t = 1; t < tour.length; t += 1) {
      const leg = this.leg(tour, t - 1, t);
      metres[t] = this.at(metres, t - 1) + leg;
      saved[t] = this.at(saved, t - 1) + leg * this.at(off, t - 1);
      off[t] = this.at(off, t - 1) + (this.loads[tour[t] as number] as number);
    }
  }

  override ofReversal(tour: Int32Array, from: number, to: number): number {
    const before = this.at(this.off, from - 1);
    const saved =
      this.leg(tour, from - 1, to) * before +
      this.turned(from, to, before) +
      this.leg(tour, from, to + 1) * this.at(this.off, to);
    return this.full * super.ofReversal(tour, from, to) - (saved - this.within(this.saved, from - 1, to + 1));
  }

  override ofExchange(tour: Int32Array, exchange: Exchange): number {
    const { first, middle, last, turns } = exchange;
    const [a, z] = turns === 'before' ? [middle, first] : [first, middle];
    const [b, y] = turns === 'behind' ? [last, middle + 1] : [middle + 1, last];
    const before = this.at(this.off, first - 1);
    const between = before + this.within(this.off, middle, last);
    const behind =
      turns === 'behind'
        ? this.turned(middle + 1, last, before)
        : this.moved(middle + 1, last, before - this.at(this.off, middle));
    const ahead =
      turns === 'before' ? this.turned(first, middle, between) : this.moved(first, middle, between - before);
    const saved =
      this.leg(tour, first - 1, b) * before +
      behind +
      this.leg(tour, y, a) * between +
      ahead +
      this.leg(tour, z, last + 1) * this.at(this.off, last);
    return this.full * super.ofExchange(tour, exchange) - (saved - this.within(this.saved, first - 1, last + 1));
  }

  /** What is saved within a part driven in the opposite direction, with so much taken off before it. */
  private turned(from: number, to: number, before: number): number {
    const metres = this.within(this.metres, from, to);
    return (before + this.at(this.off, to)) * metres - this.within(this.saved, from, to);
  }

  /** The same of a part that is moved, with so much more taken off before it than there was. */
  private moved(from: number, to: number, more: number): number {
    return this.within(this.saved, from, to) + more * this.within(this.metres, from, to);
  }

  private within(sums: Float64Array, from: number, to: number): number {
    return this.at(sums, to) - this.at(sums, from);
  }

  private at(sums: Float64Array, place: number): number {
    return sums[place] as number;
  }
}

const makers: Readonly<Record<Criterion, (problem: Problem) => LegCosts>> = {
  distance: ({ metres, stops }) => new PlainCosts(metres, stops + 2),
  time: ({ metres, stops }) => new PlainCosts(metres.map(drivingTenths), stops + 2),
  fuel: ({ metres, stops, loads, staying }) => new LoadedCosts(metres, stops + 2, loads, staying),
};

/** The costs by each criterion, in their order. */
export const costsOf = (problem: Problem): LegCosts[] =>
  problem.criteria.map((criterion) => makers[criterion](problem));

/** What an order costs by each criterion. */
export function totalsOf(problem: Problem, order: readonly number[], costs = costsOf(problem)): number[] {
  const tour = withEnds(problem, order);
  return costs.map((cost) => cost.total(tour));
}

/** Below 0 where the first of two lists of costs is the better one: the first in which they differ decides. */
export function compareCosts(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((cost, at) => cost !== b[at]);
  return i < 0 ? 0 : (a[i] as number) - (b[i] as number);
}
