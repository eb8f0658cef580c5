import { metresBetween, type Point } from '../place/point.js';
import type { Problem } from './problem.js';

/** Stops to be put in order, by where they are. This is what is sent to the thread: nothing in it names anybody. */
export interface PlacesProblem extends Pick<Problem, 'staying' | 'criteria'> {
  /** Null where a tour may begin or end anywhere. */
  start: Point | null;
  end: Point | null;
  stops: readonly Point[];
  /** Of each stop, in millionths of what the empty vehicle consumes. */
  loads: readonly number[];
}

/** The same with the ways between all places, in whole metres. */
export function problemOf({ start, stops, end, loads, ...rest }: PlacesProblem): Problem {
  const nodes = [start, ...stops, end];
  const size = nodes.length;
  const metres = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1)
    for (let j = i + 1; j < size; j += 1) {
      const [from, to] = [nodes[i], nodes[j]];
      metres[i * size + j] = metres[j * size + i] = from && to ? metresBetween(from, to) : 0;
    }
  return { ...rest, stops: stops.length, metres, loads: Float64Array.from([0, ...loads, 0]) };
}
