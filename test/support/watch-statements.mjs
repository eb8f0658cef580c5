// Loaded before the services of a test run: notes every statement that they send, once, so that all of them can be parsed
// when the run is over.
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env.STATEMENTS_FILE;
const seen = new Set();
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (statement, ...rest) {
  const text = typeof statement === 'string' ? statement : statement?.text;
  if (file !== undefined && typeof text === 'string' && !seen.has(text)) {
    seen.add(text);
    appendFileSync(file, `${JSON.stringify(text)}\n`);
  }
  return query.call(this, statement, ...rest);
};
