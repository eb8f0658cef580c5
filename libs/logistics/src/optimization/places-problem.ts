import type { Load, Objective, Problem } from '@usaha/route-solver';
import { metresBetween, type Point } from '../place/point.js';
import type { Criterion } from './criteria.js';
import { drivingTenths } from './driving.js';

/** Stops to put in order, by their places. The solver's thread gets this: it holds no personal data. */
export interface PlacesProblem {
  /** Null where a tour may begin or end anywhere. */
  start: Point | null;
  end: Point | null;
  stops: readonly Point[];
  /** By stop, in millionths of the consumption of the empty vehicle. */
  loads: readonly number[];
  /** The load that stays on board, in the same unit. */
  staying: number;
  /** The first one is minimised, the following ones break ties; at least one. */
  criteria: readonly Criterion[];
}

/** The consumption of an empty vehicle, in millionths. */
const EMPTY = 1_000_000;

const objectives: Readonly<Record<Criterion, (metres: Float64Array, load: Load) => Objective>> = {
  distance: (metres) => ({ legs: metres }),
  time: (metres) => ({ legs: metres.map(drivingTenths) }),
  fuel: (metres, load) => ({ legs: metres, load }),
};

/** Works out the legs between all places, in whole metres, and the objectives of the criteria. */
export function problemOf({ start, stops, end, loads, staying, criteria }: PlacesProblem): Problem {
  const nodes = [start, ...stops, end];
  const size = nodes.length;
  const metres = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1)
    for (let j = i + 1; j < size; j += 1) {
      const [from, to] = [nodes[i], nodes[j]];
      metres[i * size + j] = metres[j * size + i] = from && to ? metresBetween(from, to) : 0;
    }
  const load = { constant: EMPTY + staying, unloaded: Float64Array.from([0, ...loads, 0]) };
  return {
    stops: stops.length,
    lengths: metres,
    objectives: criteria.map((criterion) => objectives[criterion](metres, load)),
  };
}
