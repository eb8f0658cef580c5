import { whenThere } from './database-wait.js';

const URL = 'postgresql://usaha:secret@db.example/usaha';
const failure = (code: string | undefined, message = 'no', more = {}) =>
  Object.assign(new Error(message), code === undefined ? {} : { code }, more);

/** Fails as told, then succeeds. @returns what came of it, what was said, and how often it was tried */
async function tried(failures: Error[], ms = 30_000) {
  jest.useFakeTimers();
  const lines: string[] = [];
  let attempts = 0;
  const work = whenThere(URL, { ms, say: (line) => lines.push(line) }, () => {
    attempts += 1;
    const error = failures.shift();
    return error ? Promise.reject(error) : Promise.resolve('there');
  }).catch((error: Error) => error.message);
  for (let i = 0; i < 100; i += 1) await jest.advanceTimersByTimeAsync(500);
  jest.useRealTimers();
  return { outcome: await work, lines, attempts };
}

it.each([
  ['that refuses connections', failure('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432')],
  ['that is starting', failure('57P03', 'the database system is starting up')],
  ['whose name is not known yet', failure('ENOTFOUND', 'getaddrinfo ENOTFOUND db.example')],
  ['whose socket is not there yet', failure('ENOENT', 'connect ENOENT /tmp/.s.PGSQL.5432', { syscall: 'connect' })],
  ['behind a proxy that hangs up', failure(undefined, 'Connection terminated unexpectedly')],
])('a database %s is waited for, with a line that says why, once', async (_, error) => {
  const { outcome, lines, attempts } = await tried([error, error, error]);
  expect([outcome, attempts]).toEqual(['there', 4]);
  expect(lines).toEqual([`Waiting up to 30 s for the database at db.example:5432/usaha (${error.message})`]);
});

it.each([
  ['a wrong password', failure('28P01', 'password authentication failed')],
  ['a database that is not there', failure('3D000', 'database "x" does not exist')],
  ['a file of certificates that is not there', failure('ENOENT', 'no such file', { syscall: 'open' })],
  ['a certificate of another host', failure('ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match')],
])('%s is refused at once', async (_, error) => {
  expect(await tried([error])).toEqual({ outcome: error.message, lines: [], attempts: 1 });
});

it('after its time the last reason is thrown; with none it is at once', async () => {
  const refused = () => failure('ECONNREFUSED', 'connect ECONNREFUSED');
  const late = await tried(Array.from({ length: 99 }, refused), 5_000);
  expect([late.outcome, late.attempts]).toEqual(['connect ECONNREFUSED', 11]);
  expect((await tried([refused()], 0)).attempts).toBe(1);
});
