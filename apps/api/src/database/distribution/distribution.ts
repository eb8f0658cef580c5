import { APP_ROLE } from '@usaha/shared/operation';
import type { ForeignKey, StoredSchema, StoredTable } from './stored-schema.js';

/** Statements that belong together, with what they are for. */
export interface Step {
  about: string;
  statements: string[];
}

/** A table that cannot be distributed as it is. */
export class NotDistributable extends Error {}

const TENANT = 'tenant_id';

/** Tables whose rows stay on the coordinator, where statements of all machines find them. */
const AT_COORDINATOR: readonly string[] = ['kernel.coordinator'];

/**
 * What moves a database to Citus, and what a later migration added to one that has moved: a table whose key begins with the
 * tenant is distributed by it, all others are whole on every node, or stay on the coordinator. Finished steps are left out. All of it belongs
 * into one transaction: keys are dropped and added again, and rows lie in two places until the coordinator's are removed.
 * @throws NotDistributable
 */
export function distributionOf(schema: StoredSchema): Step[] {
  const isNew = new Set(schema.tables.filter(({ place }) => place === 'local').map(({ path }) => path));
  const keys = schema.keys.filter(({ table, target }) => isNew.has(table) || isNew.has(target));
  const ofTenants = schema.tables.filter(isOfTenants);
  const others = schema.tables
    .filter((table) => !ofTenants.includes(table) && isNew.has(table.path))
    .map(({ path }) => path);
  const staying = others.filter((path) => AT_COORDINATOR.includes(path));
  const whole = parentsFirst(
    others.filter((path) => !staying.includes(path)),
    keys,
  );
  const steps = [
    { about: 'Workers are asked as the role of the service', statements: rolesOf(schema) },
    { about: 'How transactions speak with workers', statements: settingsOf(schema) },
    { about: 'Keys between tables of which one is not there yet', statements: keys.map(dropOf) },
    {
      about: 'Whole on every node',
      statements: whole.map((path) => `SELECT create_reference_table('${path}');`),
    },
    {
      about: 'On the coordinator, for every node',
      statements: staying.map((path) => `SELECT citus_add_local_table_to_metadata('${path}');`),
    },
    { about: 'Distributed by tenant, parents first', statements: distributed(ofTenants, isNew, keys) },
    {
      about: 'The coordinator keeps no copy of their rows',
      statements: [...isNew]
        .filter((path) => !staying.includes(path))
        .map((path) => `SELECT truncate_local_data_after_distributing_table('${path}');`),
    },
    { about: 'The same keys again', statements: keys.map(addOf) },
    { about: 'Functions, on every node', statements: functionsOf(schema) },
  ];
  return steps.filter(({ statements }) => statements.length > 0);
}

function isOfTenants({ path, key }: StoredTable): boolean {
  const place = key.indexOf(TENANT);
  if (place > 0 || key.length === 0)
    throw new NotDistributable(`The primary key of ${path} does not begin with ${TENANT}: (${key.join(', ')})`);
  return place === 0;
}

const rolesOf = ({ roleLogsIn }: StoredSchema): string[] => (roleLogsIn ? [] : [`ALTER ROLE ${APP_ROLE} LOGIN;`]);

const settings = [
  // What a transaction says of its tenant with SET LOCAL.
  ['citus.propagate_set_commands', 'local'],
  // A transaction that asked all shards over parallel connections could not change a tenant afterwards.
  ['citus.multi_shard_modify_mode', 'sequential'],
] as const;

const settingsOf = (schema: StoredSchema): string[] =>
  settings
    .filter(([name, value]) => !schema.settings.includes(`${name}=${value}`))
    .map(([name, value]) => `ALTER DATABASE "${schema.database.replaceAll('"', '""')}" SET ${name} = '${value}';`);

const dropOf = ({ table, name }: ForeignKey): string => `ALTER TABLE ${table} DROP CONSTRAINT ${name};`;
const addOf = ({ table, name, definition }: ForeignKey): string =>
  `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition};`;

/** All of a tenant lies together: each table's shards lie where those of the first do. */
function distributed(
  tables: readonly StoredTable[],
  isNew: ReadonlySet<string>,
  keys: readonly ForeignKey[],
): string[] {
  const waiting = parentsFirst(
    tables.map(({ path }) => path).filter((path) => isNew.has(path)),
    keys,
  );
  const first = tables.find(({ place }) => place === 'distributed')?.path ?? waiting[0];
  return waiting.map(
    (path) =>
      `SELECT create_distributed_table('${path}', '${TENANT}', colocate_with => '${path === first ? 'none' : first}');`,
  );
}

/** Paths in an order in which each comes behind those that it points to. */
export function parentsFirst(paths: readonly string[], keys: readonly ForeignKey[]): string[] {
  const [waiting, done] = [new Set(paths), new Set<string>()];
  const add = (path: string): void => {
    if (!waiting.delete(path)) return;
    for (const { table, target } of keys) if (table === path) add(target);
    done.add(path);
  };
  for (const path of paths) add(path);
  return [...done];
}

const functionsOf = ({ functions }: StoredSchema): string[] =>
  functions.flatMap(({ signature, asOwner, isDistributed, mayNest }) => [
    ...(isDistributed ? [] : [`SELECT create_distributed_function('${signature}');`]),
    // Workers got it with the right that PUBLIC has of a new function.
    ...(asOwner && !mayNest
      ? [
          `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC;`,
          `ALTER FUNCTION ${signature} SET citus.allow_nested_distributed_execution = on;`,
        ]
      : []),
  ]);

/** With shards of many tables in one transaction, connections to a worker cannot run in parallel. */
const OPENING = ['BEGIN;', `SET LOCAL citus.multi_shard_modify_mode = 'sequential';`];

/** The same as a script: every statement a line, in one transaction. */
export const scriptOf = (steps: readonly Step[]): string[] => [
  ...OPENING,
  ...steps.flatMap(({ about, statements }) => [`-- ${about}`, ...statements]),
  'COMMIT;',
];
