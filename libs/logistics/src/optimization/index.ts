export { totalsOf } from './leg-costs.js';
export type { Problem } from './problem.js';
export { solve } from './solve.js';
