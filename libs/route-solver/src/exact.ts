import { compareCosts, costsOf, type TourCosts } from './costs.js';
import type { Load, Problem } from './problem.js';

/** The largest number of stops that are solved exactly. */
export const MOST_EXACT = 12;

/**
 * Finds the best of all orders by dynamic programming over the sets of visited stops (Bellman; Held and Karp). The load on board
 * depends on that set alone, so the method holds for loads too.
 */
export function solveExactly(problem: Problem): number[] {
  const { stops } = problem;
  const costs = costsOf(problem);
  const factors = problem.objectives.map(({ load }) => (load ? loadsOnBoard(stops, load) : null));
  const sets = 1 << stops;
  const best = costs.map(() => new Float64Array(sets * stops).fill(Infinity));
  const before = new Int8Array(sets * stops).fill(-1);
  const end = stops + 1;
  const legOf = (c: number, set: number, from: number, to: number): number =>
    ((costs[c] as TourCosts).legs[from * (stops + 2) + to] as number) * (factors[c]?.[set] ?? 1);
  const isBetter = (candidate: readonly number[], at: number): boolean => {
    for (const [c, cost] of candidate.entries()) {
      const known = (best[c] as Float64Array)[at] as number;
      if (cost !== known) return cost < known;
    }
    return false;
  };
  const keep = (candidate: readonly number[], at: number, previous: number): void => {
    if (!isBetter(candidate, at)) return;
    candidate.forEach((cost, c) => ((best[c] as Float64Array)[at] = cost));
    before[at] = previous;
  };
  for (let stop = 0; stop < stops; stop += 1)
    keep(
      costs.map((_, c) => legOf(c, 0, 0, stop + 1)),
      (1 << stop) * stops + stop,
      -1,
    );
  for (let set = 1; set < sets; set += 1)
    for (let last = 0; last < stops; last += 1) {
      if (!(set & (1 << last))) continue;
      const at = set * stops + last;
      for (let next = 0; next < stops; next += 1) {
        if (set & (1 << next)) continue;
        const reached = best.map((known, c) => (known[at] as number) + legOf(c, set, last + 1, next + 1));
        keep(reached, (set | (1 << next)) * stops + next, last);
      }
    }
  const all = sets - 1;
  const whole = (last: number): number[] =>
    best.map((known, c) => (known[all * stops + last] as number) + legOf(c, all, last + 1, end));
  return backFrom(bestOf(stops, whole), all, stops, before);
}

/** The load on board, by the set of visited stops. */
function loadsOnBoard(stops: number, { constant, unloaded }: Load): Float64Array {
  const factors = new Float64Array(1 << stops);
  for (let set = 0; set < factors.length; set += 1) {
    let factor = constant;
    for (let stop = 0; stop < stops; stop += 1) if (!(set & (1 << stop))) factor += unloaded[stop + 1] as number;
    factors[set] = factor;
  }
  return factors;
}

/** The last stop of the best tour. */
function bestOf(stops: number, whole: (last: number) => number[]): number {
  let best = 0;
  let least = whole(0);
  for (let last = 1; last < stops; last += 1) {
    const costs = whole(last);
    if (compareCosts(costs, least) < 0) [best, least] = [last, costs];
  }
  return best;
}

function backFrom(last: number, all: number, stops: number, before: Int8Array): number[] {
  const order: number[] = [];
  let set = all;
  for (let stop = last; stop >= 0;) {
    order.unshift(stop + 1);
    const previous = before[set * stops + stop] as number;
    set &= ~(1 << stop);
    stop = previous;
  }
  return order;
}
