/**
 * npm start: builds what has changed, then serves from the build in this very process, so that signals reach it. What can be
 * known to be in the way is said before anything is built. Where npm is not wanted: node tools/start.js.
 */
import './leave.js';
import { nodeProblem } from '../apps/api/preflight/node-version.js';

// Old versions of Node come as far as here: what they cannot read is loaded below.
const problem = nodeProblem();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
import('./serve.js');
