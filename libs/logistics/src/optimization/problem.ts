/** What an order of stops may be chosen by. */
export const criteria = ['distance', 'time', 'fuel'] as const;
export type Criterion = (typeof criteria)[number];

/** Whether an order is proved to be the best, or is the best that was found. */
export const methods = ['exact', 'heuristic'] as const;
export type Method = (typeof methods)[number];

/** Stops to be put in order. Nodes are the start (0), the stops as they were sent (1 … stops) and the end (stops + 1). */
export interface Problem {
  stops: number;
  /**
   * Whole metres from node to node, row by row; the same both ways. Where there is no start or no end, the way from or to it is
   * 0 from everywhere.
   */
  metres: Float64Array;
  /** By node: what is taken off there, in millionths of what the empty vehicle consumes. 0 for start and end. */
  loads: Float64Array;
  /** What is never taken off, in the same unit. */
  staying: number;
  /** The first is minimised, the next break ties; at least one. */
  criteria: readonly Criterion[];
}

/** The stops in a proposed order, and how well it is known to be the best. */
export interface Solution {
  order: number[];
  method: Method;
}

/** An order as it is driven, its ends included. */
export const withEnds = ({ stops }: Problem, order: readonly number[]): Int32Array =>
  Int32Array.from([0, ...order, stops + 1]);

/** The order in which the stops were sent. */
export const orderSent = ({ stops }: Problem): number[] => Array.from({ length: stops }, (_, i) => i + 1);
