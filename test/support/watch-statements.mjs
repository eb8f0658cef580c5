// Loaded before the services of a test run: notes every statement that they send, once, so that all of them can be parsed
// when the run is over.
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env.STATEMENTS_FILE;
const seen = new Set();

/** The texts of a query without openings and ends, which are written as bytes. */
const textsOf = (query) =>
  (query?.statements ?? [query]).filter((one) => !one?.bytes).map((one) => (typeof one === 'string' ? one : one?.text));

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (statement, ...rest) {
  for (const text of textsOf(statement)) {
    if (file === undefined || typeof text !== 'string' || seen.has(text)) continue;
    seen.add(text);
    appendFileSync(file, `${JSON.stringify(text)}\n`);
  }
  return query.call(this, statement, ...rest);
};
