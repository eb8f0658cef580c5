import { loadModule, parseSync } from 'libpg-query';
import { at, isNode, nodesOf, within, type Node } from './parsed-sql.js';

/**
 * What a migration must not send, since Citus refuses it of distributed tables, or does it on the coordinator alone, looked up in what PostgreSQL's parser makes of it.
 * The runner cuts some of it for the released ones: new migrations do not rely on that.
 */

/** Tables that stand whole on every machine: keys may point to them from anywhere. */
const WHOLE = new Set(['core.tenants', 'core.sign_in_names', 'kernel.key_checks', 'kernel.coordinator']);

const pathOf = (table: unknown): string =>
  isNode(table) ? `${String(table.schemaname)}.${String(table.relname)}` : '';
const texts = (list: unknown): string[] => nodesOf(list).map((one) => String(at(one, 'String', 'sval')));

const ACTIONS: Record<string, string> = { n: 'SET NULL', d: 'SET DEFAULT' };

/** Faults of a key or another constraint on its own. */
function constraintFaults(path: string, constraint: Node): string[] {
  const { contype, fk_del_action, fk_upd_action, keys, pktable } = constraint;
  const [deleted, updated] = [ACTIONS[String(fk_del_action)], String(fk_upd_action)];
  const isLoose =
    ['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(String(contype)) &&
    Array.isArray(keys) &&
    !texts(keys).includes('tenant_id');
  return [
    ...(isLoose && !WHOLE.has(path) ? [`a unique key of ${path} without tenant_id`] : []),
    ...(contype === 'CONSTR_FOREIGN' && deleted ? [`ON DELETE ${deleted}`] : []),
    ...(contype === 'CONSTR_FOREIGN' && !['a', 'r'].includes(updated) ? ['ON UPDATE of a key'] : []),
    ...(contype === 'CONSTR_FOREIGN' && !WHOLE.has(pathOf(pktable)) && !texts(constraint.fk_attrs).includes('tenant_id')
      ? [`a key to ${pathOf(pktable)} without tenant_id`]
      : []),
    ...(contype === 'CONSTR_IDENTITY' ? ['an identity column'] : []),
  ];
}

/** @param text all that is sent together: a new table is distributed there */
function created(create: Node, text: string): string[] {
  const path = pathOf(create.relation);
  const elements = nodesOf(create.tableElts);
  const columns = elements.flatMap(({ ColumnDef }) => (isNode(ColumnDef) ? [ColumnDef] : []));
  const ofColumns: Node[] = columns.flatMap((column) =>
    nodesOf(column.constraints).flatMap(({ Constraint }) =>
      isNode(Constraint)
        ? [
            {
              keys: [{ String: { sval: column.colname } }],
              fk_attrs: [{ String: { sval: column.colname } }],
              ...Constraint,
            },
          ]
        : [],
    ),
  );
  const constraints = [...elements.flatMap(({ Constraint }) => (isNode(Constraint) ? [Constraint] : [])), ...ofColumns];
  const primary = constraints.find(({ contype }) => contype === 'CONSTR_PRIMARY');
  const isOfTenants = primary !== undefined && texts(primary.keys)[0] === 'tenant_id';
  const [call, helper] = isOfTenants ? ['distributed', 'distribute'] : ['reference', 'keepWhole'];
  return [
    ...(text.includes(`create_${call}_table('${path}'`) ||
    (!isOfTenants && text.includes(`citus_add_local_table_to_metadata('${path}'`))
      ? []
      : [`${path} is left on the coordinator: ${helper}('${path}')`]),
    ...constraints.flatMap((one) =>
      isOfTenants || one.contype === 'CONSTR_FOREIGN' ? constraintFaults(path, one) : [],
    ),
    ...constraints
      .filter(({ contype, pktable }) => contype === 'CONSTR_FOREIGN' && !WHOLE.has(pathOf(pktable)))
      .map(({ pktable }) => `a key of the new ${path} to ${pathOf(pktable)}, which is added behind distribute`),
    ...columns
      .filter((column) => texts(at(column, 'typeName', 'names')).some((type) => /serial/.test(type)))
      .map(() => 'a serial column'),
  ];
}

const ADDED = 'AT_AddConstraint';

/** @param text all that is sent together: the runner takes care of a table that is made there */
function altered(alter: Node, text: string): string[] {
  const path = pathOf(alter.relation);
  const commands = nodesOf(alter.cmds).flatMap(({ AlterTableCmd }) => (isNode(AlterTableCmd) ? [AlterTableCmd] : []));
  return commands.flatMap((command) => {
    const constraint = at(command, 'def', 'Constraint');
    const ofColumn = nodesOf(at(command, 'def', 'ColumnDef', 'constraints')).map((one) =>
      String(at(one, 'Constraint', 'contype')),
    );
    return [
      ...(command.subtype === ADDED && commands.length > 1 ? ['a constraint among other changes of a table'] : []),
      ...(isNode(constraint) && constraint.conname === undefined ? ['a constraint without a name'] : []),
      ...(isNode(constraint) ? constraintFaults(path, constraint) : []),
      ...(command.subtype === 'AT_AddColumn' && ofColumn.some((kind) => /CHECK|FOREIGN|UNIQUE|PRIMARY/.test(kind))
        ? ['a new column with a constraint']
        : []),
      ...(command.subtype === 'AT_AddIdentity' || ofColumn.includes('CONSTR_IDENTITY') ? ['an identity column'] : []),
      ...(command.subtype === 'AT_SetStorage' && !text.includes(`create table ${path} `)
        ? ['SET STORAGE of a table that is distributed']
        : []),
      ...(command.subtype === 'AT_ForceRowSecurity' ? ['FORCE ROW LEVEL SECURITY, which hangs moves of shards'] : []),
    ];
  });
}

function indexed(index: Node): string[] {
  const path = pathOf(index.relation);
  const columns = nodesOf(index.indexParams).map((one) => at(one, 'IndexElem', 'name'));
  return index.unique && !WHOLE.has(path) && !columns.includes('tenant_id')
    ? [`a unique key of ${path} without tenant_id`]
    : [];
}

function inserted(insert: Node): string[] {
  const select = at(insert, 'selectStmt', 'SelectStmt');
  return isNode(select) && !select.valuesLists && !WHOLE.has(pathOf(insert.relation))
    ? ['INSERT of a SELECT, which locks every shard']
    : [];
}

/** The faults of what a migration sends in one text; of blocks (`do $$ … $$`) nothing is known. */
export async function citusFaultsOf(text: string): Promise<string[]> {
  await loadModule();
  const tree: unknown = parseSync(text);
  const all = (kind: string): Node[] => [...within(tree, kind)];
  return [
    ...all('DropStmt').flatMap(({ objects }) => (nodesOf(objects).length > 1 ? ['several objects in one DROP'] : [])),
    ...all('CreateStmt').flatMap((one) => created(one, text)),
    ...all('CreateTableAsStmt').map(() => 'CREATE TABLE AS'),
    ...all('AlterTableStmt').flatMap((one) => altered(one, text)),
    ...all('IndexStmt').flatMap(indexed),
    ...all('InsertStmt').flatMap(inserted),
    ...all('CreateTrigStmt').map(() => 'a trigger'),
    ...all('RuleStmt').map(() => 'a rule'),
    ...all('MergeStmt').map(() => 'MERGE'),
  ];
}

/** Statements on tables that are distributed, each of which Citus refuses, with the fault that is found in it. */
export const REFUSED: readonly (readonly [fault: string, statement: string])[] = [
  ['several objects in one DROP', 'drop index core.account_letters_due, core.account_letters_sent'],
  [
    'a constraint among other changes of a table',
    'alter table core.api_keys add column mood text, add constraint mood check (mood is not null)',
  ],
  ['a new column with a constraint', "alter table core.api_keys add column mood text default 'x' check (mood <> '')"],
  ['a unique key of core.api_keys without tenant_id', 'create unique index api_keys_hint on core.api_keys (hint)'],
  [
    'a unique key of core.api_keys without tenant_id',
    'alter table core.api_keys add constraint api_keys_hint unique (hint)',
  ],
  [
    'ON DELETE SET NULL',
    'alter table core.api_keys add constraint api_keys_user foreign key (tenant_id, created_by) references core.users (tenant_id, id) on delete set null',
  ],
  [
    'a key to core.users without tenant_id',
    'alter table core.api_keys add constraint api_keys_user foreign key (created_by) references core.users (id)',
  ],
  [
    'a key of the new core.moods to core.users, which is added behind distribute',
    'create table core.moods (tenant_id uuid, id uuid, primary key (tenant_id, id), constraint moods_tenant foreign key (tenant_id) references core.tenants (id), constraint moods_user foreign key (tenant_id, id) references core.users (tenant_id, id))',
  ],
  [
    'SET STORAGE of a table that is distributed',
    'alter table core.file_chunks alter column bytes set storage external',
  ],
  [
    'a trigger',
    'create trigger mood before update on core.api_keys for each row execute function suppress_redundant_updates_trigger()',
  ],
];
