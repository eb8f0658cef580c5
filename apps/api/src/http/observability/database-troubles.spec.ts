import { unavailable } from '@usaha/shared';
import { kernelMessages } from '@usaha/shared/operation';
import type { Logger } from 'pino';
import { DatabaseTroubles } from './database-troubles.js';
import type { Metrics } from './metrics.js';

const failure = (code: string): Error => Object.assign(new Error('refused'), { code });

function listening() {
  const [lines, counted]: [string[], string[]] = [[], []];
  const say = (level: string) => (about: { cause: string }) => lines.push(`${level} ${about.cause}`);
  const logger = { error: say('error'), warn: say('warn') } as unknown as Logger;
  const metrics = { databaseFailed: (cause: string) => counted.push(cause) } as unknown as Metrics;
  return { troubles: new DatabaseTroubles(logger, metrics), lines, counted };
}

it('a full disk is told once at error with its cause, then at warn, and counted each time', () => {
  const { troubles, lines, counted } = listening();
  for (let i = 0; i < 3; i += 1)
    expect(troubles.heard(unavailable(kernelMessages.databaseBusy(), failure('53100')), {})).toBe(true);
  expect(lines).toEqual(['error disk_full', 'warn disk_full', 'warn disk_full']);
  expect(counted).toEqual(['disk_full', 'disk_full', 'disk_full']);
});

it.each([
  ['25006', 'error read_only'],
  ['ECONNREFUSED', 'error unreachable'],
  ['57P01', 'error shutting_down'],
  ['53300', 'error too_many_connections'],
  ['58030', 'error input_output'],
  ['57014', 'warn statement_timeout'],
  ['55P03', 'warn contention'],
  ['40P01', 'warn contention'],
])('%s is told as %s', (code, line) => {
  const { troubles, lines } = listening();
  troubles.heard(failure(code), {});
  expect(lines).toEqual([line]);
});

it('what is no trouble of the database is not counted', () => {
  const { troubles, lines, counted } = listening();
  for (const error of [
    failure('23505'),
    new Error('a fault'),
    unavailable(kernelMessages.databaseBusy()),
    failure('EINVAL'),
  ])
    expect(troubles.heard(error, {})).toBe(false);
  expect([...lines, ...counted]).toEqual([]);
});
