import { loadModule, parseSync } from 'libpg-query';
import { at, isNode, nodesOf, within, type Node } from './parsed-sql.js';

/**
 * What a distributed PostgreSQL asks of a statement, looked up in what PostgreSQL's own parser makes of it: the tenant is named for
 * every table, and nothing stands there that it refuses or takes otherwise.
 */

/** The row that stands on the coordinator. */
const COORDINATOR = 'kernel.coordinator';
/** Tables that every machine has, or finds on the coordinator. */
const ALL_SHARDS = new Set(['core.tenants', 'core.sign_in_names', 'kernel.key_checks', COORDINATOR]);
/** False for names that are no tables of ours: catalogs, and those that a WITH has given. */
const isOurs = ({ schemaname }: Node): boolean =>
  typeof schemaname === 'string' && !/^(pg_|information_schema|public$)/.test(schemaname);

const VOLATILE =
  /^(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|random|gen_random_uuid|uuidv[47]|nextval|setval)$/;

interface Level {
  /** Tables by what they are called there. */
  tables: Map<string, string>;
  conditions: unknown[];
}

/** Tables and conditions of one level of a statement: what is in a sub-select is of another. */
function levelOf(from: unknown, target: unknown, where: unknown): Level {
  const level: Level = { tables: new Map(), conditions: [where] };
  const add = (table: Node): void => {
    if (!isOurs(table)) return;
    const path = `${String(table.schemaname)}.${String(table.relname)}`;
    if (!ALL_SHARDS.has(path)) level.tables.set(String(at(table, 'alias', 'aliasname') ?? table.relname), path);
  };
  const visit = (item: Node): void => {
    if (isNode(item.RangeVar)) add(item.RangeVar);
    if (!isNode(item.JoinExpr)) return;
    level.conditions.push(item.JoinExpr.quals);
    for (const side of [item.JoinExpr.larg, item.JoinExpr.rarg]) nodesOf(side).forEach(visit);
  };
  nodesOf(from).forEach(visit);
  if (isNode(target)) add(target);
  return level;
}

/** The conjunct `true`, which the scope of all shards writes where a job asks every machine in one statement on purpose. */
const EVERYWHERE = '*';
const isTrue = (condition: Node): boolean => at(condition, 'A_Const', 'boolval', 'boolval') === true;

/** What conditions that must all be true compare `tenant_id` with a value for: aliases, '' for an unqualified column. */
function named(condition: unknown): string[] {
  if (!isNode(condition)) return [];
  if (isTrue(condition)) return [EVERYWHERE];
  const { BoolExpr, A_Expr } = condition as { BoolExpr?: Node; A_Expr?: Node };
  if (BoolExpr) return BoolExpr.boolop === 'AND_EXPR' ? nodesOf(BoolExpr.args).flatMap(named) : [];
  if (!A_Expr || !['AEXPR_OP', 'AEXPR_OP_ANY'].includes(String(A_Expr.kind))) return [];
  if (at(nodesOf(A_Expr.name)[0] ?? {}, 'String', 'sval') !== '=') return [];
  const [left, right] = [A_Expr.lexpr, A_Expr.rexpr].map(columnOf);
  const isValue = [...within([A_Expr.lexpr, A_Expr.rexpr], 'ColumnRef')].length === 1;
  return isValue
    ? [left, right].flatMap((column) => (column?.at(-1) === 'tenant_id' ? [column.slice(0, -1).join('.')] : []))
    : [];
}

const columnOf = (expression: unknown): string[] | undefined =>
  isNode(expression) && isNode(expression.ColumnRef)
    ? nodesOf(expression.ColumnRef.fields).map((field) => String(at(field, 'String', 'sval')))
    : undefined;

function unnamed({ tables, conditions }: Level): string[] {
  const compared = new Set(conditions.flatMap(named));
  const isNamed = (alias: string): boolean =>
    compared.has(EVERYWHERE) || compared.has(alias) || (tables.size === 1 && compared.has(''));
  return [...tables].filter(([alias]) => !isNamed(alias)).map(([alias, path]) => `no tenant for ${path} ${alias}`);
}

const functionsIn = (value: unknown): string[] =>
  [...within(value, 'FuncCall')].map((call) => String(at(nodesOf(call.funcname).at(-1) ?? {}, 'String', 'sval')));

function inserted(insert: Node, isOnCluster: boolean): string[] {
  const columns = nodesOf(insert.cols).map((column) => at(column, 'ResTarget', 'name'));
  const select = at(insert, 'selectStmt', 'SelectStmt');
  const values = isNode(select) ? select.valuesLists : undefined;
  const path = `${String(at(insert, 'relation', 'schemaname'))}.${String(at(insert, 'relation', 'relname'))}`;
  return [
    ...(!ALL_SHARDS.has(path) && isNode(insert.relation) && isOurs(insert.relation) && !columns.includes('tenant_id')
      ? [`no tenant for ${path}`]
      : []),
    ...([...within(values, 'SubLink')].length > 0 ? ['a sub-select among VALUES'] : []),
    ...(insert.withClause ? ['WITH before an INSERT'] : []),
    ...(!values && select && !insert.returningClause && !insert.returningList
      ? ['INSERT of a SELECT without RETURNING']
      : []),
    // Citus takes its rows to the coordinator and locks every shard of the table, so that all wait while one of them moves.
    ...(isOnCluster && !values && select && [...within(select, 'RangeVar')].length === 0
      ? ['INSERT of a SELECT of no table']
      : []),
  ];
}

/** Functions that serve all machines at the coordinator alone: at a worker a sequence has other numbers, and only its listeners hear. */
const AT_COORDINATOR = new Set(['nextval', 'pg_notify']);

function calledElsewhere(select: Node): string[] {
  const level = [select.targetList, select.whereClause, select.valuesLists];
  const isThere = [...within(select.fromClause, 'RangeVar')].some(
    ({ schemaname, relname }) => `${String(schemaname)}.${String(relname)}` === COORDINATOR,
  );
  return isThere
    ? []
    : functionsIn(level)
        .filter((name) => AT_COORDINATOR.has(name))
        .map((name) => `${name} without ${COORDINATOR}`);
}

const volatileIn = (assignments: unknown): string[] =>
  [
    ...functionsIn(assignments).filter((name) => VOLATILE.test(name)),
    ...[...within(assignments, 'SQLValueFunction')].map(({ op }) => String(op)),
  ].map((name) => `${name} in an UPDATE`);

const isInterval = (cast: Node): boolean =>
  nodesOf(at(cast, 'typeName', 'names')).some((name) => at(name, 'String', 'sval') === 'interval');

/** What an instant and an interval make depends on the time zone: Citus refuses that of columns, and within CASE. */
const addsInterval = (statement: Node): boolean =>
  [...within(statement, 'A_Expr')].some(
    (sum) =>
      ['+', '-'].includes(String(at(nodesOf(sum.name)[0] ?? {}, 'String', 'sval'))) &&
      [...within([sum.lexpr, sum.rexpr], 'TypeCast')].some(isInterval),
  );

/**
 * The faults of a statement of any sender. Those of transactions and settings have nothing to be looked at.
 * @param isOnCluster whether it was sent to a sharded database, which is spared what one PostgreSQL is not
 */
export async function faultsOf(text: string, isOnCluster = false): Promise<string[]> {
  await loadModule();
  const tree: unknown = parseSync(text);
  const all = (kind: string): Node[] => [...within(tree, kind)];
  const [selects, inserts, updates, deletes] = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'].map(all) as [
    Node[],
    Node[],
    Node[],
    Node[],
  ];
  return [
    ...selects.flatMap((one) => unnamed(levelOf(one.fromClause, null, one.whereClause))),
    ...selects.flatMap(calledElsewhere),
    ...updates.flatMap((one) => unnamed(levelOf(one.fromClause, one.relation, one.whereClause))),
    ...deletes.flatMap((one) => unnamed(levelOf(one.usingClause, one.relation, one.whereClause))),
    ...inserts.flatMap((one) => inserted(one, isOnCluster)),
    ...[...updates, ...all('onConflictClause')].flatMap((one) => volatileIn(one.targetList)),
    ...[...updates, ...deletes].flatMap((one) =>
      addsInterval(one) ? ['an instant and an interval in an UPDATE or DELETE'] : [],
    ),
    ...all('CaseExpr').flatMap((one) => (one.arg ? ['a CASE with an operand'] : [])),
    ...all('MergeStmt').map(() => 'MERGE'),
  ];
}

/**
 * Statements that go through the platform's door: they ask across tenants, on a sharded database of each machine by itself; what
 * the operator asks for has to reach all of them.
 */
const ACROSS: readonly RegExp[] = [
  // A sign-in without a tenant.
  /^select [^;]* from core\.users r (left join core\.tenants t [^;]* )?where (\(r\.email_key = lower\(\$1\) or|r\.email_key = lower\(\$1\) and) /,
  // The operator's subscriptions, payments, and payment requests of subscriptions, everywhere.
  /from core\.(subscriptions|payments|payment_requests) r where r\.deleted_at is null and exists \(select 1 from core\.tenants t where t\.id = r\.tenant_id/,
  // Tenants that have letters about accounts waiting, and letters that are over.
  /^select distinct r\.tenant_id from core\.account_letters r /,
  /^delete from core\.account_letters r where r\.created_at < \$1 and true$/,
  // Tenants that have messages waiting; addresses and messages that are kept no longer.
  /^select distinct r\.tenant_id from core\.messages r where r\.status = 'waiting' and /,
  /^update core\.messages r set sealed_to = null where r\.ended_at < \$1 and r\.sealed_to is not null and true$/,
  /^delete from core\.messages r where r\.ended_at < \$1 and true$/,
  /^select r\.tenant_id from core\.event_interests r where r\.feed_since is not null /,
  // Tenants whose imports wait.
  /^select r\.tenant_id, min\(r\.updated_at\) as since from core\.imports r /,
  // Tenants that have webhooks to send; how many wait; what webhooks keep no longer.
  /^select distinct e\.tenant_id from core\.webhook_endpoints e where e\.status = 'active' and /,
  /^select count\(\*\)::integer from \(select 1 from core\.webhook_deliveries r where r\.status = 'pending' and true limit/,
  /^select min\(o\.at\) from \(select \(select min\(d\.next_attempt_at\) from core\.webhook_deliveries d /,
  /^update core\.webhook_endpoints r set sealed_previous_secret = null where r\.sealed_previous_secret is not null and /,
  /^select r\.tenant_id, r\.id from core\.webhook_endpoints r where \(r\.status <> 'active' or /,
  /^select distinct r\.tenant_id from core\.webhook_endpoints r join core\.event_interests i /,
  /^select r\.tenant_id, r\.id from core\.webhook_deliveries r where r\.ended_at < \$1 and true order by/,
  // Files that were cut short, that no record has, and bytes of deleted ones.
  /^select r\.tenant_id, r\.id(?:, r\.store, r\.generation)? from core\.files r where r\.deleted_at is (?:not )?null and /,
  // Tenants that have deleted persons erased.
  /^select r\.id from core\.tenants r where r\.settings @> /,
  // Tenants whose export waits, and exports that are over.
  /^select distinct r\.tenant_id from core\.tenant_exports r where r\.status in \('queued', 'running'\) and /,
  /^select r\.tenant_id, r\.id from core\.tenant_exports r where r\.status = 'ready' and r\.expires_at <= \$1 and /,
  // Tenants that have events waiting; how many there are; those that were handled, sessions and counts that are over.
  /^select distinct r\.tenant_id from kernel\.outbox r /,
  /from kernel\.outbox r where r\.handled_at is null and r\.parked_at is null and r\.available_at <= \$1 and true/,
  /from kernel\.outbox r where r\.parked_at is not null/,
  /^delete from (kernel\.outbox|core\.sessions|core\.sign_in_counts|core\.sign_in_entries) r where r\.\w+ < \$1( and cardinality\(r\.attempts\) < 2)? and true$/,
];

export const asksAcross = (text: string): boolean =>
  ACROSS.some((one) => one.test(text.replaceAll(/\s+/g, ' ').trim()));
