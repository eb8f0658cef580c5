import { once } from 'node:events';
import type { Database } from '@usaha/shared';
import { startWarnings } from '../../apps/api/dist/start/start-warnings.js';
import { openDatabase } from '../support/opened-database.js';
import { testKeys } from '../support/test-keys.js';
import { workerState } from '../support/state.js';
import { clonedDatabase, dropDatabases } from '../support/system-database.js';
import { at, eventually, startOwnService, stopOwnServices } from '../support/system-service.js';

jest.setTimeout(180_000);

/** the clock of an instance is compared with PostgreSQL's; `doctor` is tested next to its check. */

afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

describe('A-430: a start', () => {
  let opened: Database;
  beforeAll(async () => {
    opened = await openDatabase(workerState().ownerUrl as string);
  });
  afterAll(() => opened.end());

  const warned = async (ahead: number): Promise<string[]> => {
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead * 1_000);
    const config = { production: false, statementTimeoutMs: null };
    const lines = await startWarnings(opened, config, { search_key: testKeys.search });
    return lines.filter((line) => line.startsWith('The clocks differ'));
  };

  it.each([
    [0, []],
    [4, []],
    [9, ["The clocks differ: PostgreSQL's is 9 s behind this machine's; set both by NTP"]],
    [-40, [expect.stringMatching(/40 s ahead of this machine's; one of them is wrong, .*second factors/)]],
  ])('warns of a clock that is %d s ahead of PostgreSQL’s where it is more than 5 s', async (ahead, lines) => {
    expect(await warned(ahead)).toEqual(lines);
  });
});

it('A-429: clock_offset_seconds follows the clock of the instance', async () => {
  const service = await startOwnService(await clonedDatabase(), {}, { movesClock: true });
  const offset = async (): Promise<number> => {
    const { text } = await at(service).get('/metrics');
    return Number(/^clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
  };
  expect(await eventually('the clocks agree', async () => Math.abs(await offset()) < 1 && 'they do', 20)).toBe(
    'they do',
  );
  service.child.send({ ahead: 60_000 });
  await once(service.child, 'message');
  expect(await eventually('the offset is seen', async () => Math.round(await offset()) === -60 && 'it is', 20)).toBe(
    'it is',
  );
});
