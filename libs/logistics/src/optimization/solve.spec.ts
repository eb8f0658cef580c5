import fc from 'fast-check';
import { solveExactly } from './exact.js';
import { solveWell } from './heuristic.js';
import { compareCosts, costsOf, totalsOf } from './leg-costs.js';
import { criteria, orderSent, withEnds, type Problem } from './problem.js';
import { solve } from './solve.js';
import { Tour } from './tour.js';

/** Steps of a search here: enough for these, and fewer than a request has. */
const STEPS = 100_000;

/** How a tour ends: back at its start, at another place, where it likes to; or it begins where it likes to as well. */
const shapes = ['closed', 'open', 'endless', 'free'] as const;

interface Drawn {
  places: readonly (readonly [number, number])[];
  loads: readonly number[];
  staying: number;
  shape: (typeof shapes)[number];
  criteria: Problem['criteria'];
}

function problemOf({ places, loads, staying, shape, criteria: by }: Drawn): Problem {
  const stops = places.length - 2;
  const start = places[0] as [number, number];
  const nodes = shape === 'closed' ? [...places.slice(0, -1), start] : places;
  const isThere = (node: number): boolean =>
    !(node === 0 && shape === 'free') && !(node === stops + 1 && (shape === 'free' || shape === 'endless'));
  const metres = nodes.flatMap(([x, y], i) =>
    nodes.map(([u, v], j) => (isThere(i) && isThere(j) ? Math.round(Math.hypot(x - u, y - v)) : 0)),
  );
  const taken = nodes.map((_, i) => (i === 0 || i > stops ? 0 : (loads[i] as number)));
  return { stops, metres: Float64Array.from(metres), loads: Float64Array.from(taken), staying, criteria: by };
}

const problems = (least: number, most: number): fc.Arbitrary<Problem> =>
  fc
    .integer({ min: least, max: most })
    .chain((stops) =>
      fc.record({
        places: fc.array(fc.tuple(fc.nat(60_000), fc.nat(60_000)), { minLength: stops + 2, maxLength: stops + 2 }),
        loads: fc.array(fc.nat(100_000), { minLength: stops + 2, maxLength: stops + 2 }),
        staying: fc.nat(50_000),
        shape: fc.constantFrom(...shapes),
        criteria: fc.shuffledSubarray([...criteria], { minLength: 1 }),
      }),
    )
    .map(problemOf);

/** The costs of the best of all orders, each looked at. */
function enumerated(problem: Problem): number[] {
  const costs = costsOf(problem);
  let best = totalsOf(problem, orderSent(problem), costs);
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
  look([], orderSent(problem));
  return best;
}

/** What an order costs by fuel, leg by leg. */
function fuelOf({ metres, loads, staying, stops }: Problem, order: readonly number[]): number {
  const nodes = [0, ...order, stops + 1];
  return nodes.slice(1).reduce((sum, node, i) => {
    const onBoard = nodes.slice(i + 1).reduce((load, stop) => load + (loads[stop] as number), staying);
    return sum + (metres[(nodes[i] as number) * (stops + 2) + node] as number) * (1_000_000 + onBoard);
  }, 0);
}

describe('A-309: the order of stops', () => {
  it('is the best of all for up to seven stops, by any criteria, open and closed', () => {
    fc.assert(
      fc.property(problems(1, 7), (problem) => {
        expect(totalsOf(problem, solve(problem).order)).toEqual(enumerated(problem));
      }),
      { numRuns: 30 },
    );
  });

  it.each(criteria)('is the best of all for eight stops by %s', (criterion) => {
    const [problem] = fc.sample(problems(8, 8), { numRuns: 1, seed: 5 }) as [Problem];
    const by = { ...problem, criteria: [criterion] };
    expect(solve(by).method).toBe('exact');
    expect(totalsOf(by, solve(by).order)).toEqual(enumerated(by));
  });

  it('costs the same whatever order was sent, where it is exact', () => {
    fc.assert(
      fc.property(problems(2, 9), (problem) => {
        const { stops, metres, loads } = problem;
        const nodes = [0, ...orderSent(problem).reverse(), stops + 1];
        const turned = {
          ...problem,
          metres: Float64Array.from(nodes.flatMap((i) => nodes.map((j) => metres[i * (stops + 2) + j] as number))),
          loads: Float64Array.from(nodes.map((i) => loads[i] as number)),
        };
        expect(totalsOf(turned, solve(turned).order)).toEqual(totalsOf(problem, solve(problem).order));
      }),
      { numRuns: 20 },
    );
  });

  it('is found by the search that larger tours take', () => {
    const drawn = fc.sample(problems(3, 9), { numRuns: 24, seed: 11 });
    const missed = drawn.filter(
      (problem) =>
        compareCosts(totalsOf(problem, solveWell(problem, STEPS)), totalsOf(problem, solveExactly(problem))) !== 0,
    );
    expect(missed).toEqual([]);
  });

  it('beyond twelve holds every stop once, is never worse than the one sent, and is always the same', () => {
    const drawn = fc.sample(problems(13, 40), { numRuns: 4, seed: 3 });
    for (const problem of drawn) {
      const { order, method } = solve(problem, STEPS);
      expect(method).toBe('heuristic');
      expect([...order].sort((a, b) => a - b)).toEqual(orderSent(problem));
      expect(compareCosts(totalsOf(problem, order), totalsOf(problem, orderSent(problem)))).toBeLessThanOrEqual(0);
      expect(solve(problem, STEPS).order).toEqual(order);
    }
  });

  it('stays as it was sent where none is better', () => {
    const here: Drawn = {
      places: Array.from({ length: 30 }, () => [0, 0] as const),
      loads: Array.from({ length: 30 }, () => 1),
      staying: 0,
      shape: 'closed',
      criteria: ['fuel', 'distance'],
    };
    for (const count of [2, 3, 14, 30]) {
      const problem = problemOf({ ...here, places: here.places.slice(0, count) });
      expect(solve(problem, STEPS).order).toEqual(orderSent(problem));
    }
  });
});

describe('the costs of a tour', () => {
  it('by fuel are those of its legs with what is on board (A-308)', () => {
    fc.assert(
      fc.property(problems(1, 9), (drawn) => {
        const problem = { ...drawn, criteria: ['fuel' as const] };
        const order = orderSent(problem);
        expect(totalsOf(problem, order)).toEqual([fuelOf(problem, order)]);
      }),
      { numRuns: 50 },
    );
  });

  const places = fc.tuple(fc.nat(), fc.nat(), fc.nat());
  it('change by what a step is judged by', () => {
    fc.assert(
      fc.property(
        problems(3, 20),
        places,
        fc.constantFrom('none', 'before', 'behind', 'reversal' as const),
        (problem, drawn, step) => {
          const [first, middle, last] = drawn.map((place) => 1 + (place % problem.stops)).sort((a, b) => a - b) as [
            number,
            number,
            number,
          ];
          fc.pre(step === 'reversal' || middle < last);
          const tour = new Tour(withEnds(problem, orderSent(problem)));
          const costs = costsOf(problem);
          const before = costs.map((cost) => cost.total(tour.nodes));
          for (const cost of costs) cost.read(tour.nodes);
          const judged = costs.map((cost) =>
            step === 'reversal'
              ? cost.ofReversal(tour.nodes, first, last)
              : cost.ofExchange(tour.nodes, { first, middle, last, turns: step }),
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
