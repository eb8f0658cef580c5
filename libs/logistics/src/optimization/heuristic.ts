import { compareCosts, costsOf, totalsOf, type LegCosts } from './leg-costs.js';
import { LocalSearch, type Budget } from './local-search.js';
import { orderSent, withEnds, type Problem } from './problem.js';
import { Tour } from './tour.js';

/** How many steps are judged, and how often a tour is shaken, at most: less than a second. */
export const STEPS = 3_000_000;
const SHAKES_PER_STOP = 500;
/** Nodes towards which steps are tried. */
const NEAREST = 10;
/** The longest parts that change places when a tour is shaken. */
const LONGEST_SHAKEN = 50;

/**
 * A good order, never worse than the one that was sent: the better of that and of the nearest neighbour's, improved by local
 * search, and shaken again and again by letting two parts change places (a double bridge), which stays where it is no loss. Bounded
 * in steps, with random numbers of one seed: the same problem has the same answer.
 */
export function solveWell(problem: Problem, steps = STEPS): number[] {
  const costs = costsOf(problem);
  const budget: Budget = { left: steps };
  const starts = [orderSent(problem), nearestNeighbour(problem)].map((order) => withEnds(problem, order));
  const nearest = nearestOf(problem, costs[0] as LegCosts);
  const tours = starts.map((nodes) => {
    const tour = new Tour(nodes);
    const search = new LocalSearch(tour, costs, nearest, budget);
    settle(tour, search);
    return { tour, search };
  });
  const [sent, near] = tours.map(({ tour }) => totalsOf(problem, stopsOf(tour), costs)) as [number[], number[]];
  const better = tours[compareCosts(near, sent) < 0 ? 1 : 0] as (typeof tours)[number];
  shake(problem, better.tour, better.search, budget);
  return stopsOf(better.tour);
}

const stopsOf = (tour: Tour): number[] => [...tour.nodes.subarray(1, -1)];

function settle(tour: Tour, search: LocalSearch): void {
  for (const node of tour.nodes) search.push(node);
  search.restart();
  search.run();
}

function shake({ stops }: Problem, tour: Tour, search: LocalSearch, budget: Budget): void {
  const below = randomNumbers(stops);
  const kept = new Int32Array(tour.size);
  for (let left = stops * SHAKES_PER_STOP; left > 0 && budget.left > 0; left -= 1) {
    tour.copyTo(kept);
    search.restart();
    const longest = Math.min(LONGEST_SHAKEN, stops >> 1);
    const [before, behind] = [1 + below(longest), 1 + below(longest)];
    const first = 1 + below(stops - before - behind + 1);
    search.swap({ first, middle: first + before - 1, last: first + before + behind - 1, turns: 'none' });
    search.run();
    if (!isNoLoss(search.change)) tour.copyFrom(kept);
  }
}

const isNoLoss = (change: readonly number[]): boolean => (change.find((by) => by !== 0) ?? 0) <= 0;

/** From the start always on to the nearest that was not visited. */
function nearestNeighbour({ stops, metres }: Problem): number[] {
  const left = new Set(Array.from({ length: stops }, (_, i) => i + 1));
  const order: number[] = [];
  for (let at = 0; left.size > 0;) {
    const leg = (node: number): number => metres[at * (stops + 2) + node] as number;
    at = [...left].reduce((nearest, node) => (leg(node) < leg(nearest) ? node : nearest));
    order.push(at);
    left.delete(at);
  }
  return order;
}

/** Of each node the nearest others. */
function nearestOf({ stops }: Problem, { legs }: LegCosts): Int32Array[] {
  const size = stops + 2;
  const nodes = Array.from({ length: size }, (_, i) => i);
  return nodes.map((node) => {
    const leg = (other: number): number => legs[node * size + other] as number;
    const others = nodes.filter((other) => other !== node).sort((a, b) => leg(a) - leg(b) || a - b);
    return Int32Array.from(others.slice(0, NEAREST));
  });
}

/** Whole numbers from 0 to below a bound, always the same ones (mulberry32). */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
}
