export { givenOrder, methods, type Load, type Method, type Objective, type Problem, type Solution } from './problem.js';
export { solve } from './solve.js';
