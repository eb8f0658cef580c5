import { MOST_EXACT, solveExactly } from './exact.js';
import { STEPS, solveWell } from './heuristic.js';
import { compareCosts, totalsOf } from './leg-costs.js';
import { orderSent, type Problem, type Solution } from './problem.js';

/**
 * Puts stops in the best order, or beyond twelve in a good one; never in one that is worse than the order sent, which stays where
 * none is better. The same problem always has the same answer.
 * @param steps that a search beyond twelve stops may judge
 */
export function solve(problem: Problem, steps = STEPS): Solution {
  const isExact = problem.stops <= MOST_EXACT;
  const method = isExact ? 'exact' : 'heuristic';
  const sent = orderSent(problem);
  if (problem.stops < 2) return { order: sent, method };
  const found = isExact ? solveExactly(problem) : solveWell(problem, steps);
  const isBetter = compareCosts(totalsOf(problem, found), totalsOf(problem, sent)) < 0;
  return { order: isBetter ? found : sent, method };
}
