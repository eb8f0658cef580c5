import { compareCosts, totalsOf } from './costs.js';
import { MOST_EXACT, solveExactly } from './exact.js';
import { STEPS, solveHeuristically } from './heuristic.js';
import { givenOrder, type Problem, type Solution } from './problem.js';

/**
 * Finds the best order of up to twelve stops, and a good order of more. The result is never worse than the given order, which stays
 * where no better one is found. The same problem always has the same solution.
 * @param steps that the search for more than twelve stops may evaluate
 */
export function solve(problem: Problem, steps = STEPS): Solution {
  const isExact = problem.stops <= MOST_EXACT;
  const method = isExact ? 'exact' : 'heuristic';
  const given = givenOrder(problem);
  if (problem.stops < 2) return { order: given, method };
  const found = isExact ? solveExactly(problem) : solveHeuristically(problem, steps);
  const isBetter = compareCosts(totalsOf(problem, found), totalsOf(problem, given)) < 0;
  return { order: isBetter ? found : given, method };
}
