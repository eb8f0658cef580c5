import pg from 'pg';
import { lockCommand, type CommandAlone } from '../../apps/api/dist/cli/run-alone.js';
import { dropDatabases, emptyDatabase, type OwnDatabase } from '../support/system-database.js';

/** Commands of which one runs at a time, next to each other and to those of an earlier release. */

let database: OwnDatabase;
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});
afterAll(dropDatabases);

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  clients.push(client);
  return client;
}
const locked = async (command: CommandAlone): Promise<boolean> => lockCommand(await connected(), command);
/** As an earlier release locks. */
const lockedBefore = async (number: number): Promise<boolean> => {
  const client = await connected();
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [number]);
  return rows[0]?.alone === true;
};

it('each is kept out by itself, and by no other', async () => {
  const all: CommandAlone[] = ['audit:retention', 'tenant:purge', 'files:move'];
  for (const command of all) expect([command, await locked(command)]).toEqual([command, true]);
  for (const command of all) expect([command, await locked(command)]).toEqual([command, false]);
});

it.each<[CommandAlone, number]>([
  ['audit:retention', 7_283_641_907],
  ['tenant:purge', 7_283_641_908],
  ['files:move', 7_283_641_908],
])('%s and the same command of an earlier release keep each other out', async (command, former) => {
  expect([await lockedBefore(former), await locked(command)]).toEqual([true, false]);
  for (const client of clients.splice(0)) await client.end();
  expect([await locked(command), await lockedBefore(former)]).toEqual([true, false]);
});
