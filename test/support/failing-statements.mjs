// Loaded before the service where a test wants every statement of its requests to fail: as if PostgreSQL answered each
// with the SQLSTATE that the test process sends (null: none). Whose session a token is, is found out all the same.
import pg from 'pg';

let code = null;
process.on('message', (message) => {
  code = message.fault;
  process.send({ fault: code });
});
process.channel.unref();

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (statement, ...rest) {
  const text = statement?.text;
  if (code === null || text === undefined || /from core\.sessions s\b/.test(text))
    return query.call(this, statement, ...rest);
  return Promise.reject(Object.assign(new Error('a fault of the test'), { code }));
};
