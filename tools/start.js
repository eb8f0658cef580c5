/** npm start: builds what has changed, then serves from the build in this very process, so that signals reach it. */
import { build } from './build.js';

const leave = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, leave);
await build();
// It listens to signals from here on.
await import('../apps/api/dist/stop-signal.js');
for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, leave);
await import('../apps/api/dist/main.js');

// npm puts a shell in between, which dies of a SIGTERM without passing it on: once it is gone, we are meant.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}
