// Loaded before the service where a test wants every statement of its requests to fail: as if PostgreSQL answered each
// with the SQLSTATE that the test process sends (null: none). Whose session a token is, is found out all the same.
import pg from 'pg';

let code = null;
process.on('message', (message) => {
  code = message.fault;
  process.send({ fault: code });
});
process.channel.unref();

/** The statements of a query without openings and ends, which fail by themselves once a statement has. */
const textsOf = (query) => (query?.statements ?? [query]).filter(({ bytes }) => !bytes).map(({ text }) => text ?? '');

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (statement, ...rest) {
  const texts = textsOf(statement);
  if (code === null || texts.length === 0 || texts.every((text) => /from core\.sessions s\b/.test(text)))
    return query.call(this, statement, ...rest);
  const error = Object.assign(new Error('a fault of the test'), { code });
  if (!statement.statements) return Promise.reject(error);
  process.nextTick(() => statement.handleError(error));
};
