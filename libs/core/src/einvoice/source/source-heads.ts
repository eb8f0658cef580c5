import type { Context } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import type { HeadsPeriod, SourceHead, SourceKind, SourcePage } from './einvoice-source.js';

/** Where the heads of a kind are read: SQL over `r`; the tenant is $1. */
export interface HeadsSql {
  /** Table `r`, and what is joined to it. */
  from: string;
  number: string;
  dated_at: string;
  total: string;
  /** None of the kind is cancelled unless told. */
  is_cancelled?: string;
  /** MYR unless told. */
  currency?: string;
  /** Of refunds and credit notes: kind and id of the document that they change. */
  changes?: { kind: string; id: string };
  /** Which rows are documents; all unless told. */
  only?: string;
}

/** Documents of a period, and one page of them. */
export interface HeadsPage {
  period: HeadsPeriod;
  page: SourcePage;
}

const columnsOf = ({
  number,
  dated_at,
  total,
  is_cancelled = 'false',
  currency = `'MYR'`,
  changes,
}: HeadsSql): string =>
  [
    ...['r.id', number, dated_at, total, is_cancelled, currency],
    ...(changes ? [changes.kind, changes.id] : ['null', 'null']),
  ].join(', ');

/** Documents without an e-invoice of an environment, of a total other than 0. */
const unlinked = ({ total }: HeadsSql, at: number): string =>
  `and ${total} <> 0 and not exists (select from einvoice.links x where x.tenant_id = $1 and x.environment = $${at}
     and x.module = $${at + 1} and x.kind = $${at + 2} and x.source_id = r.id::text)`;

/** One page of the heads of a kind, in the order of number and id. */
export async function readHeads(
  ctx: Context,
  { module, kind }: { module: ModuleKey; kind: SourceKind },
  sql: HeadsSql,
  { period, page }: HeadsPage,
): Promise<SourceHead[]> {
  const { from, number, dated_at, only = 'true' } = sql;
  const { after, limit, unlinked_in = null } = page;
  const isAfter = after ? `and (${number}, r.id) > ($5, $6::uuid)` : '';
  const isUnlinked = unlinked_in === null ? '' : unlinked(sql, after ? 7 : 5);
  const rows = await ctx.db.read(
    `select ${columnsOf(sql)} from ${from}
      where r.tenant_id = $1 and ${dated_at} >= $2 and ${dated_at} < $3 and ${only} ${isAfter} ${isUnlinked}
      order by ${number}, r.id limit $4`,
    [
      ...[ctx.tenant_id, period.from, period.before, limit],
      ...(after ? [after.number, after.id] : []),
      ...(unlinked_in === null ? [] : [unlinked_in, module, kind]),
    ],
  );
  return rows.map((row) => headOf(module, kind, row));
}

/** Heads of documents by their ids, locked in the order of these: none is cancelled or given back until the transaction ends. */
export async function lockHeads(
  ctx: Context,
  { module, kind }: { module: ModuleKey; kind: SourceKind },
  sql: HeadsSql,
  ids: readonly string[],
): Promise<SourceHead[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.lock(
    `select ${columnsOf(sql)} from ${sql.from} where r.tenant_id = $1 and r.id = any ($2::uuid[]) and ${sql.only ?? 'true'}
      order by r.id for no key update of r`,
    [ctx.tenant_id, ids],
  );
  return rows.map((row) => headOf(module, kind, row));
}

function headOf(module: ModuleKey, kind: SourceKind, row: readonly unknown[]): SourceHead {
  const [id, number, dated_at, total, is_cancelled, currency, changedKind, changedId] = row;
  return {
    ...{ module, kind, id: id as string, number: number as string, dated_at: dated_at as Date },
    ...{ total: total as number, is_cancelled: is_cancelled as boolean, currency: currency as string },
    changes: changedId === null ? null : { module, kind: changedKind as SourceKind, id: changedId as string },
  };
}

/** Ids of what changes documents, oldest first. @param from table `r` @param owner its column that names the document */
export async function readChanges(
  ctx: Context,
  { module, kind }: { module: ModuleKey; kind: SourceKind },
  { from, owner, only = 'true' }: { from: string; owner: string; only?: string },
  ids: readonly string[],
): Promise<{ module: ModuleKey; kind: SourceKind; id: string }[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.read(
    `select r.id from ${from} where r.tenant_id = $1 and ${owner} = any($2) and ${only} order by r.created_at, r.id`,
    [ctx.tenant_id, ids],
  );
  return rows.map(([id]) => ({ module, kind, id: id as string }));
}
