import type { Context } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import type { SourceHead, SourceKind } from './einvoice-source.js';

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

/** Documents of a period, from and until before, and one page of them. */
export interface HeadsPage {
  period: { from: Date; before: Date };
  page: { after: { number: string; id: string } | null; limit: number };
}

/** One page of the heads of a kind, in the order of number and id. */
export async function readHeads(
  ctx: Context,
  { module, kind }: { module: ModuleKey; kind: SourceKind },
  sql: HeadsSql,
  { period, page }: HeadsPage,
): Promise<SourceHead[]> {
  const { from, number, dated_at, total, is_cancelled = 'false', currency = `'MYR'`, changes, only = 'true' } = sql;
  const changed = changes ? `${changes.kind}, ${changes.id}` : 'null, null';
  const { after, limit } = page;
  const isAfter = after ? `and (${number}, r.id) > ($5, $6::uuid)` : '';
  const rows = await ctx.db.read(
    `select r.id, ${number}, ${dated_at}, ${total}, ${is_cancelled}, ${currency}, ${changed} from ${from}
      where r.tenant_id = $1 and ${dated_at} >= $2 and ${dated_at} < $3 and ${only} ${isAfter}
      order by ${number}, r.id limit $4`,
    [ctx.tenant_id, period.from, period.before, limit, ...(after ? [after.number, after.id] : [])],
  );
  return rows.map((row) => {
    const [id, said, moment, amount, cancelled, code, changedKind, changedId] = row;
    return {
      ...{ module, kind, id: id as string, number: said as string, dated_at: moment as Date },
      ...{ total: amount as number, is_cancelled: cancelled as boolean, currency: code as string },
      changes: changedId === null ? null : { module, kind: changedKind as SourceKind, id: changedId as string },
    };
  });
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
