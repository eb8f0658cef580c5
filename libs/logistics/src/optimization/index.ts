export { compareCosts, costsOf, totalsOf } from './leg-costs.js';
export { problemOf, type PlacesProblem } from './places-problem.js';
export { orderSent, type Problem } from './problem.js';
export { solve } from './solve.js';
export { STEPS } from './heuristic.js';
export { SolverThread } from './solver-thread.js';
