import type { QueryRunner } from 'typeorm';
import {
  cutForCitus,
  setsStorage,
  updatedTable,
  workedOutFirst,
  type MadeTable,
  type UnnamedCheck,
} from './citus-statements.js';
import { statementsOf } from './migration-statements.js';

type Send = (text: string, ...values: never[]) => Promise<unknown>;

/**
 * Makes a runner send migrations as Citus takes them: their statements one by one and, where the database is distributed already, over
 * one connection to each worker, with lists cut (`cutForCitus`) and new tables distributed as soon as they are made.
 */
export async function sendAsCitusTakes(runner: QueryRunner): Promise<void> {
  const send: Send = runner.query.bind(runner);
  const distributed = await isDistributed(send);
  runner.query = async (text: string, ...values: never[]): Promise<never> => {
    let answer: unknown;
    for (const statement of statementsOf(text))
      answer = await (distributed ? sendCut(send, text, statement, values) : send(statement, ...values));
    return answer as never;
  };
  if (!distributed) return;
  const start = runner.startTransaction.bind(runner);
  runner.startTransaction = async (...options) => {
    await start(...options);
    // A worker refuses to change functions and constraints once connections in parallel have worked in the transaction.
    await send(`set local citus.multi_shard_modify_mode = 'sequential'`);
  };
}

/** Whether the tables of a Citus database lie on its workers. @param send on a database that has the extension */
async function isDistributed(send: Send): Promise<boolean> {
  const [row] = (await send(
    `select exists (select from pg_dist_partition where logicalrelid = to_regclass('core.tenants')) as distributed`,
  )) as { distributed: boolean }[];
  return row?.distributed === true;
}

async function sendCut(send: Send, text: string, statement: string, values: never[]): Promise<unknown> {
  // A statement with parameters changes rows and no tables.
  if (values.length > 0) return send(statement, ...values);
  if (setsStorage(statement)) return here(send, statement);
  const updated = updatedTable(statement);
  if (updated !== undefined) return update(send, statement, updated);
  const cut = cutForCitus(statement);
  const { made } = cut;
  if (made && distributesItself(text, made)) return send(statement);
  let answer: unknown;
  for (const one of cut.statements) answer = await send(typeof one === 'string' ? one : await addCheck(send, one));
  if (!made) return answer;
  await send(
    made.isOfTenants
      ? `select create_distributed_table('${made.path}', 'tenant_id', colocate_with => 'core.users')`
      : `select create_reference_table('${made.path}')`,
  );
  for (const key of made.keys) await send(key);
  return answer;
}

/**
 * Changes the coordinator's table alone. It is new, and managed by Citus already because of its key to the tenants: what it is
 * distributed into is made like it.
 */
async function here(send: Send, statement: string): Promise<unknown> {
  await send('set local citus.enable_ddl_propagation = off');
  const answer = await send(statement);
  await send('set local citus.enable_ddl_propagation = on');
  return answer;
}

const REFUSED = '0A000';

/** Sends an UPDATE as it is, or with its values worked out first where Citus refuses that. */
async function update(send: Send, statement: string, table: string): Promise<unknown> {
  await send('savepoint as_it_is');
  try {
    return await send(statement);
  } catch (error) {
    const other = (error as { code?: string }).code === REFUSED && workedOutFirst(statement, await keyOf(send, table));
    if (!other) throw error;
    return send(other);
  }
}

/** Asked behind a statement that failed. */
async function keyOf(send: Send, table: string): Promise<string[]> {
  await send('rollback to savepoint as_it_is');
  const rows = (await send(
    `select a.attname as name from pg_index x join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any (x.indkey)
      where x.indisprimary and x.indrelid = '${table}'::regclass`,
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

const PLACED_BY = ['create_distributed_table', 'create_reference_table', 'citus_add_local_table_to_metadata'];

/** Whether the migration has `distribute`, `keepWhole` or `keepAtCoordinator` of the table in the same text. */
const distributesItself = (text: string, { path }: MadeTable): boolean =>
  PLACED_BY.some((name) => text.includes(`${name}('${path}'`));

/** The statement that adds a CHECK by the name that PostgreSQL would give it. */
async function addCheck(send: Send, { table, condition, words }: UnnamedCheck): Promise<string> {
  const [schema, name] = table.split('.') as [string, string];
  const columns = (await send(
    `select a.attname as name from pg_attribute a where a.attrelid = '${table}'::regclass and a.attnum > 0
       and not a.attisdropped and a.attname in (${words.map((word) => `'${word}'`).join(', ')})`,
  )) as { name: string }[];
  const taken = (await send(
    `select k.conname as name from pg_constraint k where k.connamespace = '${schema}'::regnamespace`,
  )) as { name: string }[];
  const base = `${name}${columns.length === 1 ? `_${columns[0]?.name}` : ''}_check`;
  const isTaken = new Set(taken.map((row) => row.name));
  let free = base;
  for (let i = 1; isTaken.has(free); i += 1) free = `${base}${i}`;
  return `alter table ${table} add constraint ${free} check ${condition}`;
}
