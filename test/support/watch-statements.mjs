// Loaded before the services of a test run: notes every statement that they send, once, so that all of them can be parsed
// when the run is over.
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env.STATEMENTS_FILE;
const seen = new Set();
const { query } = pg.Client.prototype;
/** Those of a packet beside its opening and its end, or the one that is sent by itself. */
const textsOf = (sent) =>
  typeof sent === 'string'
    ? [sent]
    : (sent?.statements ?? [sent])
        .filter((one) => !one?.bytes && typeof one?.text === 'string')
        .map(({ text }) => text);

pg.Client.prototype.query = function (sent, ...rest) {
  for (const text of file === undefined ? [] : textsOf(sent))
    if (!seen.has(text)) {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
  return query.call(this, sent, ...rest);
};
