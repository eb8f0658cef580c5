import fc from 'fast-check';
import { compareCosts, costsOf, totalsOf } from './costs.js';
import { solveExactly } from './exact.js';
import { solveHeuristically } from './heuristic.js';
import { givenOrder, withEnds, type Load, type Objective, type Problem } from './problem.js';
import { solve } from './solve.js';
import { Tour } from './tour.js';

/** Steps of a search here: enough for these problems, and fewer than the default. */
const STEPS = 100_000;

/** A tour ends at its start, at another place, or at any stop; or it begins at any stop as well. */
const shapes = ['closed', 'open', 'endless', 'free'] as const;

/** Objectives: the length of the legs, a time that is not proportional to it, and the length times the load. */
const kinds = ['length', 'time', 'load'] as const;
const tenthsOf = (length: number): number =>
  Math.round(Math.min(length, 15_000) / 50 + Math.max(0, length - 15_000) / 117);
const objectives: Record<(typeof kinds)[number], (lengths: Float64Array, load: Load) => Objective> = {
  length: (legs) => ({ legs }),
  time: (lengths) => ({ legs: lengths.map(tenthsOf) }),
  load: (legs, load) => ({ legs, load }),
};

interface Drawn {
  places: readonly (readonly [number, number])[];
  loads: readonly number[];
  staying: number;
  shape: (typeof shapes)[number];
  kinds: readonly (typeof kinds)[number][];
}

function problemOf({ places, loads, staying, shape, kinds: by }: Drawn): Problem {
  const stops = places.length - 2;
  const start = places[0] as [number, number];
  const nodes = shape === 'closed' ? [...places.slice(0, -1), start] : places;
  const isThere = (node: number): boolean =>
    !(node === 0 && shape === 'free') && !(node === stops + 1 && (shape === 'free' || shape === 'endless'));
  const lengths = Float64Array.from(
    nodes.flatMap(([x, y], i) =>
      nodes.map(([u, v], j) => (isThere(i) && isThere(j) ? Math.round(Math.hypot(x - u, y - v)) : 0)),
    ),
  );
  const taken = nodes.map((_, i) => (i === 0 || i > stops ? 0 : (loads[i] as number)));
  const load = { constant: 1_000_000 + staying, unloaded: Float64Array.from(taken) };
  return { stops, lengths, objectives: by.map((kind) => objectives[kind](lengths, load)) };
}

const drawn = (least: number, most: number): fc.Arbitrary<Drawn> =>
  fc.integer({ min: least, max: most }).chain((stops) =>
    fc.record({
      places: fc.array(fc.tuple(fc.nat(60_000), fc.nat(60_000)), { minLength: stops + 2, maxLength: stops + 2 }),
      loads: fc.array(fc.nat(100_000), { minLength: stops + 2, maxLength: stops + 2 }),
      staying: fc.nat(50_000),
      shape: fc.constantFrom(...shapes),
      kinds: fc.shuffledSubarray([...kinds], { minLength: 1 }),
    }),
  );
const problems = (least: number, most: number): fc.Arbitrary<Problem> => drawn(least, most).map(problemOf);

/** The costs of the best of all orders, by enumeration. */
function enumerated(problem: Problem): number[] {
  const costs = costsOf(problem);
  let best = totalsOf(problem, givenOrder(problem), costs);
  const look = (order: number[], left: readonly number[]): void => {
    if (left.length === 0) {
      const totals = totalsOf(problem, order, costs);
      if (compareCosts(totals, best) < 0) best = totals;
    }
    for (const stop of left)
      look(
        [...order, stop],
        left.filter((other) => other !== stop),
      );
  };
  look([], givenOrder(problem));
  return best;
}

/** The cost of an order with loads, leg by leg. */
function loadedCost({ lengths, stops }: Problem, { constant, unloaded }: Load, order: readonly number[]): number {
  const nodes = [0, ...order, stops + 1];
  return nodes.slice(1).reduce((sum, node, i) => {
    const onBoard = nodes.slice(i + 1).reduce((load, stop) => load + (unloaded[stop] as number), constant);
    return sum + (lengths[(nodes[i] as number) * (stops + 2) + node] as number) * onBoard;
  }, 0);
}

describe('the order of stops (A-309)', () => {
  it('is the best of all for up to seven stops, by any objectives, open and closed', () => {
    fc.assert(
      fc.property(problems(1, 7), (problem) => {
        expect(totalsOf(problem, solve(problem).order)).toEqual(enumerated(problem));
      }),
      { numRuns: 30 },
    );
  });

  it.each(kinds)('is the best of all for eight stops by %s', (kind) => {
    const [one] = fc.sample(drawn(8, 8), { numRuns: 1, seed: 5 }) as [Drawn];
    const by = problemOf({ ...one, kinds: [kind] });
    expect(solve(by).method).toBe('exact');
    expect(totalsOf(by, solve(by).order)).toEqual(enumerated(by));
  });

  it('costs the same for every given order, where it is exact', () => {
    fc.assert(
      fc.property(problems(2, 9), (problem) => {
        const { stops } = problem;
        const nodes = [0, ...givenOrder(problem).reverse(), stops + 1];
        const turned = (matrix: Float64Array) =>
          Float64Array.from(nodes.flatMap((i) => nodes.map((j) => matrix[i * (stops + 2) + j] as number)));
        const reversed: Problem = {
          stops,
          lengths: turned(problem.lengths),
          objectives: problem.objectives.map(({ legs, load }) => ({
            legs: turned(legs),
            load: load && { ...load, unloaded: Float64Array.from(nodes.map((i) => load.unloaded[i] as number)) },
          })),
        };
        expect(totalsOf(reversed, solve(reversed).order)).toEqual(totalsOf(problem, solve(problem).order));
      }),
      { numRuns: 20 },
    );
  });

  it('is found by the search that larger tours take', () => {
    const sampled = fc.sample(problems(3, 9), { numRuns: 24, seed: 11 });
    const missed = sampled.filter(
      (problem) =>
        compareCosts(
          totalsOf(problem, solveHeuristically(problem, STEPS)),
          totalsOf(problem, solveExactly(problem)),
        ) !== 0,
    );
    expect(missed).toEqual([]);
  });

  it('beyond twelve holds every stop once, is never worse than the given one, and is always the same', () => {
    const sampled = fc.sample(problems(13, 40), { numRuns: 4, seed: 3 });
    for (const problem of sampled) {
      const { order, method } = solve(problem, STEPS);
      expect(method).toBe('heuristic');
      expect([...order].sort((a, b) => a - b)).toEqual(givenOrder(problem));
      expect(compareCosts(totalsOf(problem, order), totalsOf(problem, givenOrder(problem)))).toBeLessThanOrEqual(0);
      expect(solve(problem, STEPS).order).toEqual(order);
    }
  });

  it('stays as it was given where none is better', () => {
    const here: Drawn = {
      places: Array.from({ length: 30 }, () => [0, 0] as const),
      loads: Array.from({ length: 30 }, () => 1),
      staying: 0,
      shape: 'closed',
      kinds: ['load', 'length'],
    };
    for (const count of [2, 3, 14, 30]) {
      const problem = problemOf({ ...here, places: here.places.slice(0, count) });
      expect(solve(problem, STEPS).order).toEqual(givenOrder(problem));
    }
  });
});

describe('the costs of a tour', () => {
  it('with loads are those of its legs times what is on board', () => {
    fc.assert(
      fc.property(drawn(1, 9), (one) => {
        const problem = problemOf({ ...one, kinds: ['load'] });
        const order = givenOrder(problem);
        const load = problem.objectives[0]?.load as Load;
        expect(totalsOf(problem, order)).toEqual([loadedCost(problem, load, order)]);
      }),
      { numRuns: 50 },
    );
  });

  const places = fc.tuple(fc.nat(), fc.nat(), fc.nat());
  it('change by what a step is evaluated at', () => {
    fc.assert(
      fc.property(
        problems(3, 20),
        places,
        fc.constantFrom('none', 'before', 'behind', 'reversal' as const),
        (problem, some, step) => {
          const [first, middle, last] = some.map((place) => 1 + (place % problem.stops)).sort((a, b) => a - b) as [
            number,
            number,
            number,
          ];
          fc.pre(step === 'reversal' || middle < last);
          const tour = new Tour(withEnds(problem, givenOrder(problem)));
          const costs = costsOf(problem);
          const before = costs.map((cost) => cost.total(tour.nodes));
          for (const cost of costs) cost.read(tour.nodes);
          const judged = costs.map((cost) =>
            step === 'reversal'
              ? cost.ofReversal(tour.nodes, first, last)
              : cost.ofExchange(tour.nodes, { first, middle, last, reversed: step }),
          );
          if (step === 'reversal') tour.reverse(first, last);
          else tour.exchange(first, middle, last, step);
          expect(costs.map((cost, c) => cost.total(tour.nodes) - (before[c] as number))).toEqual(judged);
          expect([...tour.nodes].map((node) => tour.placeOf(node))).toEqual([...tour.nodes.keys()]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
