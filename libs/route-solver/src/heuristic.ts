import { compareCosts, costsOf, totalsOf, type TourCosts } from './costs.js';
import { LocalSearch, type Budget } from './local-search.js';
import { givenOrder, withEnds, type Problem } from './problem.js';
import { Tour } from './tour.js';

/** Bounds of the evaluated steps and of the perturbations: they take less than a second. */
export const STEPS = 3_000_000;
const PERTURBATIONS_PER_STOP = 500;
/** The number of nearest nodes to which a step may connect a node. */
const NEAREST = 10;
/** The longest parts that a perturbation exchanges. */
const LONGEST_PERTURBED = 50;

/**
 * Finds a good order by iterated local search, which begins with the better of the given order and the nearest neighbour's. Each
 * perturbation exchanges two parts (a double bridge) and stays where the tour is not worse. Steps are bounded and random numbers have
 * one seed, so the same problem has the same solution.
 */
export function solveHeuristically(problem: Problem, steps = STEPS): number[] {
  const costs = costsOf(problem);
  const budget: Budget = { left: steps };
  const starts = [givenOrder(problem), nearestNeighbour(problem)].map((order) => withEnds(problem, order));
  const nearest = nearestOf(problem, costs[0] as TourCosts);
  const tours = starts.map((nodes) => {
    const tour = new Tour(nodes);
    const search = new LocalSearch(tour, costs, nearest, budget);
    optimize(tour, search);
    return { tour, search };
  });
  const [given, near] = tours.map(({ tour }) => totalsOf(problem, stopsOf(tour), costs)) as [number[], number[]];
  const better = tours[compareCosts(near, given) < 0 ? 1 : 0] as (typeof tours)[number];
  perturb(problem, better.tour, better.search, budget);
  return stopsOf(better.tour);
}

const stopsOf = (tour: Tour): number[] => [...tour.nodes.subarray(1, -1)];

function optimize(tour: Tour, search: LocalSearch): void {
  for (const node of tour.nodes) search.push(node);
  search.restart();
  search.run();
}

function perturb({ stops }: Problem, tour: Tour, search: LocalSearch, budget: Budget): void {
  const below = randomNumbers(stops);
  const kept = new Int32Array(tour.size);
  for (let left = stops * PERTURBATIONS_PER_STOP; left > 0 && budget.left > 0; left -= 1) {
    tour.copyTo(kept);
    search.restart();
    const longest = Math.min(LONGEST_PERTURBED, stops >> 1);
    const [before, behind] = [1 + below(longest), 1 + below(longest)];
    const first = 1 + below(stops - before - behind + 1);
    search.exchangeParts({ first, middle: first + before - 1, last: first + before + behind - 1, reversed: 'none' });
    search.run();
    if (!isNotWorse(search.change)) tour.copyFrom(kept);
  }
}

const isNotWorse = (change: readonly number[]): boolean => (change.find((by) => by !== 0) ?? 0) <= 0;

/** The order that always continues with the nearest stop that is left. */
function nearestNeighbour({ stops, lengths }: Problem): number[] {
  const left = new Set(Array.from({ length: stops }, (_, i) => i + 1));
  const order: number[] = [];
  for (let at = 0; left.size > 0;) {
    const leg = (node: number): number => lengths[at * (stops + 2) + node] as number;
    at = [...left].reduce((nearest, node) => (leg(node) < leg(nearest) ? node : nearest));
    order.push(at);
    left.delete(at);
  }
  return order;
}

/** By node: the nearest other nodes. */
function nearestOf({ stops }: Problem, { legs }: TourCosts): Int32Array[] {
  const size = stops + 2;
  const nodes = Array.from({ length: size }, (_, i) => i);
  return nodes.map((node) => {
    const leg = (other: number): number => legs[node * size + other] as number;
    const others = nodes.filter((other) => other !== node).sort((a, b) => leg(a) - leg(b) || a - b);
    return Int32Array.from(others.slice(0, NEAREST));
  });
}

/** Pseudo-random whole numbers from 0 to below a bound (mulberry32). */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
}
