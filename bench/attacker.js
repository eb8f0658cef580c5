/** One attack in a separate process, so that what it costs to attack is not measured as the service's. */
import { setMaxListeners } from 'node:events';
import { attacks } from './attacks.js';

let ending;
let running;
let answers;

process.on('message', ({ begin, ...where }) => {
  if (begin) {
    answers = {};
    ending = new AbortController();
    setMaxListeners(0, ending.signal);
    const counted = (answer) => (answers[answer] = (answers[answer] ?? 0) + 1);
    running = attacks[begin].run({ ...where, signal: ending.signal, counted });
    running.catch(() => undefined); // reported when it is told to end
    process.send({ begun: begin });
    return;
  }
  ending.abort();
  running.then(
    () => process.send({ answers }),
    (error) => process.send({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit());
