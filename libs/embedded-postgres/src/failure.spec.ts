import { failureOf, withCause } from './failure.js';

const at = '2026-11-23 16:00:00.000 UTC [1]';

describe('why an embedded PostgreSQL did not start', () => {
  it.each([
    [
      `${at} FATAL:  could not write lock file "postmaster.pid": No space left on device`,
      /^the disk is full: make room;/,
    ],
    [
      `${at} FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device`,
      /^there is not enough shared memory: enlarge \/dev\/shm/,
    ],
    [
      `${at} FATAL:  data directory "/data/postgres" has invalid permissions\n${at} DETAIL:  Permissions should be u=rwx (0700) or u=rwx,g=rx (0750).`,
      /^a file or folder does not belong .*: data directory .* has invalid permissions; Permissions should be/,
    ],
    [
      `${at} FATAL:  could not open file "base/1/2": Permission denied`,
      /^a file or folder does not belong to the account/,
    ],
    [
      `${at} LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\n${at} HINT:  Is another postmaster already running on port 5432?\n${at} FATAL:  could not create any TCP/IP sockets`,
      /^its socket or port cannot be made: .*Address already in use/,
    ],
    [
      `${at} FATAL:  Unix-domain socket path "/tmp/long/.s.PGSQL.5432" is too long (maximum 107 bytes)`,
      /^the path of the socket is too long: set TMPDIR/,
    ],
    [`${at} PANIC:  could not locate a valid checkpoint record at 0/1`, /^its files are damaged/],
    [
      `${at} FATAL:  could not create lock file "postmaster.pid": Read-only file system`,
      /^the file system is read-only/,
    ],
  ])('%s', (log, says) => {
    expect(failureOf(log)).toMatch(says);
    expect(failureOf(log)).not.toContain('\n');
  });

  it('is its fatal line where the cause is not known, without what early clients were told', () => {
    const log = `${at} LOG:  starting\n${at} FATAL:  the database system is starting up\n${at} FATAL:  something new\n${at} LOG:  shut down`;
    expect(failureOf(log)).toBe('something new');
  });

  it('is its last lines where none is fatal, and nothing where it said nothing', () => {
    expect(failureOf('one\ntwo\nthree\nfour\n')).toBe('two; three; four');
    expect(failureOf('\n')).toBeUndefined();
  });
});

it('a file that cannot be written is told with its cause', () => {
  expect(withCause('ENOSPC: no space left on device, write')).toBe(
    'the disk is full: make room; PostgreSQL says: ENOSPC: no space left on device, write',
  );
  expect(withCause('something new')).toBe('something new');
});
