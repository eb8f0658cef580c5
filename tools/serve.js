import { inTheWay, placesOf } from '../apps/api/preflight/index.js';
import { build } from './build.js';
import { leave } from './leave.js';
import { whenNpmIsGone } from './npm-shell.js';
import { complain } from './say.js';

const places = placesOf(process.env, process.cwd());
const problems = places === null ? [] : await inTheWay(places);
if (problems.length > 0) {
  problems.forEach(complain);
  process.exit(1);
}

await build();
// It listens to signals from here on.
await import('../apps/api/bundle/stop-signal.js');
for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, leave);
await import('../apps/api/bundle/main.js');

whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'));
