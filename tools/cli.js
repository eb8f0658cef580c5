/** npm run cli -- <command>: builds what has changed, then runs the command from the build. */
import { build } from './build.js';

await build();
await import('../apps/api/dist/cli.js');
