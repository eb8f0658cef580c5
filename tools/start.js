/** npm start: builds what has changed, then serves from the build in this very process, so that signals reach it. */
import { build } from './build.js';

await build();
await import('../apps/api/dist/main.js');
