/** npm run cli -- <command>: builds what has changed, then runs the command from the build. */
import { nodeProblem } from '../apps/api/preflight/node-version.js';

// As in start.js.
const problem = nodeProblem();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
import('./build.js').then(({ build }) => build()).then(() => import('../apps/api/bundle/cli.js'));
