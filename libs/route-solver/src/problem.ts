/** `exact`: no order is better. `heuristic`: the best order that the search found. */
export const methods = ['exact', 'heuristic'] as const;
export type Method = (typeof methods)[number];

/** The load on board of a tour, in whole numbers: a leg costs its length times the load on it. */
export interface Load {
  /** What stays on board from start to end. */
  constant: number;
  /** By node: what is unloaded there; 0 for start and end. */
  unloaded: Float64Array;
}

/** A sum over the legs of a tour that an order of stops minimises. */
export interface Objective {
  /** Whole numbers from node to node, row by row, the same in both directions. */
  legs: Float64Array;
  /** Multiplies each leg; none where a leg costs the same in every order. */
  load?: Load;
}

/** Stops to put in order. Nodes are the start (0), the stops as given (1 … stops) and the end (stops + 1). */
export interface Problem {
  stops: number;
  /**
   * The length of each leg, as `legs` of an objective: the search begins with the nearest stops. Legs from a start or to an end that
   * does not exist are 0.
   */
  lengths: Float64Array;
  /** The first one is minimised, the following ones break ties; at least one. */
  objectives: readonly Objective[];
}

/** The nodes of the stops in the order of the solution, and how it was found. */
export interface Solution {
  order: number[];
  method: Method;
}

/** The nodes of a tour: start, stops, end. */
export const withEnds = ({ stops }: Problem, order: readonly number[]): Int32Array =>
  Int32Array.from([0, ...order, stops + 1]);

/** The stops in the order in which they were given. */
export const givenOrder = ({ stops }: Problem): number[] => Array.from({ length: stops }, (_, i) => i + 1);
