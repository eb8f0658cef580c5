/**
 * npm run dev: serves what the sources say, and starts the service again when they change, on the same data directory.
 *
 *   node tools/dev.js [--inspect[=[host:]port]]
 *
 * The service runs from .dev, where each source is written as JavaScript without a look at its types: that takes milliseconds.
 * The compiler follows, tells errors, and brings dist up to date. A source that does not parse leaves the service as it is.
 * Ctrl-C stops the service in order, its embedded PostgreSQL included.
 */
import { nodeProblem } from '../apps/api/preflight/node-version.js';

// As in start.js.
const problem = nodeProblem();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
import('./dev/develop.js').then(({ develop }) => develop(process.argv.slice(2)));
