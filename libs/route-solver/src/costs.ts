import { withEnds, type Load, type Objective, type Problem } from './problem.js';

/** Exchanges two neighbouring parts of a tour: from `first` to `middle`, and from there to `last`. */
export interface Exchange {
  first: number;
  /** The last place of the part that moves backwards. */
  middle: number;
  last: number;
  /** The part that is reversed. */
  reversed: 'none' | 'before' | 'behind';
}

/** The costs of a tour by one objective, and the changes of steps, in whole numbers. */
export interface TourCosts {
  /** Node to node, without the load. */
  readonly legs: Float64Array;
  /** Whether the cost of a leg depends on the stops before it. */
  readonly isLoaded: boolean;
  total(tour: Int32Array): number;
  /** Prepares for the steps of a tour. */
  read(tour: Int32Array): void;
  /** The change of the cost when places `from` to `to` are reversed. */
  ofReversal(tour: Int32Array, from: number, to: number): number;
  /** The change of the cost when two parts are exchanged. */
  ofExchange(tour: Int32Array, exchange: Exchange): number;
}

/** Legs that cost the same at every place of a tour. */
export class PlainCosts implements TourCosts {
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
    // No leg depends on the stops before it.
  }

  ofReversal(tour: Int32Array, from: number, to: number): number {
    return (
      this.leg(tour, from - 1, to) +
      this.leg(tour, from, to + 1) -
      this.leg(tour, from - 1, from) -
      this.leg(tour, to, to + 1)
    );
  }

  ofExchange(tour: Int32Array, { first, middle, last, reversed }: Exchange): number {
    const [a, z] = reversed === 'before' ? [middle, first] : [first, middle];
    const [b, y] = reversed === 'behind' ? [last, middle + 1] : [middle + 1, last];
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

/**
 * Legs that cost their length times the load on them. Sums up to each place make a step as fast as without a load: in a part that
 * is moved or reversed, the load unloaded before it changes by one amount.
 */
export class LoadedCosts extends PlainCosts {
  override readonly isLoaded = true;
  /** The load at the start. */
  private readonly full: number;
  /** By place: the length up to it, the load unloaded up to it, and the sum of lengths times the load unloaded before them. */
  private readonly lengths: Float64Array;
  private readonly off: Float64Array;
  private readonly saved: Float64Array;

  constructor(
    legs: Float64Array,
    size: number,
    private readonly load: Load,
  ) {
    super(legs, size);
    this.full = load.unloaded.reduce((sum, unloaded) => sum + unloaded, load.constant);
    this.lengths = new Float64Array(size);
    this.off = new Float64Array(size);
    this.saved = new Float64Array(size);
  }

  override total(tour: Int32Array): number {
    this.read(tour);
    return this.full * this.at(this.lengths, tour.length - 1) - this.at(this.saved, tour.length - 1);
  }

  override read(tour: Int32Array): void {
    const { lengths, off, saved } = this;
    lengths[0] = off[0] = saved[0] = 0;
    for (let t = 1; t < tour.length; t += 1) {
      const leg = this.leg(tour, t - 1, t);
      lengths[t] = this.at(lengths, t - 1) + leg;
      saved[t] = this.at(saved, t - 1) + leg * this.at(off, t - 1);
      off[t] = this.at(off, t - 1) + (this.load.unloaded[tour[t] as number] as number);
    }
  }

  override ofReversal(tour: Int32Array, from: number, to: number): number {
    const before = this.at(this.off, from - 1);
    const saved =
      this.leg(tour, from - 1, to) * before +
      this.reversed(from, to, before) +
      this.leg(tour, from, to + 1) * this.at(this.off, to);
    return this.full * super.ofReversal(tour, from, to) - (saved - this.within(this.saved, from - 1, to + 1));
  }

  override ofExchange(tour: Int32Array, exchange: Exchange): number {
    const { first, middle, last, reversed } = exchange;
    const [a, z] = reversed === 'before' ? [middle, first] : [first, middle];
    const [b, y] = reversed === 'behind' ? [last, middle + 1] : [middle + 1, last];
    const before = this.at(this.off, first - 1);
    const between = before + this.within(this.off, middle, last);
    const behind =
      reversed === 'behind'
        ? this.reversed(middle + 1, last, before)
        : this.moved(middle + 1, last, before - this.at(this.off, middle));
    const ahead =
      reversed === 'before' ? this.reversed(first, middle, between) : this.moved(first, middle, between - before);
    const saved =
      this.leg(tour, first - 1, b) * before +
      behind +
      this.leg(tour, y, a) * between +
      ahead +
      this.leg(tour, z, last + 1) * this.at(this.off, last);
    return this.full * super.ofExchange(tour, exchange) - (saved - this.within(this.saved, first - 1, last + 1));
  }

  /** The saving within a reversed part, by the load unloaded before it. */
  private reversed(from: number, to: number, before: number): number {
    const length = this.within(this.lengths, from, to);
    return (before + this.at(this.off, to)) * length - this.within(this.saved, from, to);
  }

  /** The saving within a moved part, by how much more is unloaded before it. */
  private moved(from: number, to: number, more: number): number {
    return this.within(this.saved, from, to) + more * this.within(this.lengths, from, to);
  }

  private within(sums: Float64Array, from: number, to: number): number {
    return this.at(sums, to) - this.at(sums, from);
  }

  private at(sums: Float64Array, place: number): number {
    return sums[place] as number;
  }
}

/** The costs by each objective, in their order. */
export const costsOf = ({ stops, objectives }: Problem): TourCosts[] =>
  objectives.map(({ legs, load }: Objective) =>
    load ? new LoadedCosts(legs, stops + 2, load) : new PlainCosts(legs, stops + 2),
  );

/** The total costs of an order by each objective. */
export function totalsOf(problem: Problem, order: readonly number[], costs = costsOf(problem)): number[] {
  const tour = withEnds(problem, order);
  return costs.map((cost) => cost.total(tour));
}

/** Compares two lists of costs by the first that differs: below 0 where `a` is better. */
export function compareCosts(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((cost, at) => cost !== b[at]);
  return i < 0 ? 0 : (a[i] as number) - (b[i] as number);
}
