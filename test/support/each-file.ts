import { setImmediate as turn } from 'node:timers/promises';
import { beginLog, checkLog } from './secrets.js';

// Connections outlive a test file, and loading the next one may take longer than the server keeps an idle one: whoever asks
// first has to hear that it was closed, which takes a turn of the event loop, or the request is lost on it.
beforeAll(() => turn());

// Every test file, whatever it is about, also checks that the server it used logged no secret.
beforeAll(() => beginLog());
afterAll(() => checkLog());
