import { setImmediate as turn } from 'node:timers/promises';
import { beginLog, checkLog } from './secrets.js';

// Connections outlive a test file, and loading the next one may take longer than the server keeps an idle one: the caller that asks
// first has to hear that it was closed, or the request is lost on it. That is heard within a turn of the event loop, and the one
// that loads the file is nearly over.
beforeAll(async () => {
  await turn();
  await turn();
});

// Every test file also checks that the server it used logged no secret.
beforeAll(() => beginLog());
afterAll(() => checkLog());
