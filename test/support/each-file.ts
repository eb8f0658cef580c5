import { beginLog, checkLog } from './secrets.js';

// Every test file, whatever it is about, also checks that the server it used logged no secret.
beforeAll(() => beginLog());
afterAll(() => checkLog());
