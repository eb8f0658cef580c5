import type { Context } from '@usaha/shared';
import type { FiguresTold, SourceFigure, SourcePlace, SourceRef } from './einvoice-source.js';
import type { HeadsSql } from './source-heads.js';

/** What figures are read of. */
interface FiguresSql {
  sql: HeadsSql;
  /** Of refunds and credit notes: the documents that they change, by kind. */
  changed: Readonly<Partial<Record<SourceRef['kind'], HeadsSql>>>;
}

/** The document `o` that a refund changes, by its kind; `r` is the table of each. */
const changedBy = (kind: string, sql: HeadsSql, at: number): string => `
  left join lateral (
    select ${sql.is_cancelled ?? 'false'} or ($7::timestamptz is not null and ${sql.dated_at} < $7) as is_left from ${sql.from}
     where r.tenant_id = $1 and r.id = q.changed_id) o${at} on q.changed_kind = '${kind}'`;

/** Counts and sums of the documents of a kind, by currency and place: one statement (A-529). */
export async function readFigures(
  ctx: Context,
  { module, kind }: Pick<SourceRef, 'module' | 'kind'>,
  { sql, changed }: FiguresSql,
  { period, environment, begun_at }: FiguresTold,
): Promise<SourceFigure[]> {
  const { from, dated_at, total, is_cancelled = 'false', currency = `'MYR'`, changes, only = 'true' } = sql;
  const owners = Object.entries(changed);
  const isLeft = owners.map((_, i) => `coalesce(o${i}.is_left, false)`).join(' or ');
  const rows = await ctx.db.read(
    `select q.currency,
            case when d.status in ('blocked', 'invalid') then 'blocked'
                 when d.consolidated then 'consolidated'
                 when d.id is not null then 'individual'
                 when q.total = 0 or q.is_cancelled ${isLeft === '' ? '' : `or (c.source_id is null and (${isLeft}))`} then 'not_counted'
                 else 'pooled' end as place,
            count(*)::integer, sum(q.total)
       from (select r.id, ${total} as total, ${is_cancelled} as is_cancelled, ${currency} as currency,
                    ${changes?.kind ?? 'null'} as changed_kind, ${changes?.id ?? 'null'} as changed_id from ${from}
              where r.tenant_id = $1 and ${dated_at} >= $2 and ${dated_at} < $3 and ${only}) q
       left join einvoice.links l on l.tenant_id = $1 and l.environment = $4 and l.module = $5 and l.kind = $6
         and l.source_id = q.id::text
       left join einvoice.documents d on d.tenant_id = $1 and d.id = l.einvoice_id
       ${
         owners.length === 0
           ? ''
           : `left join einvoice.links c on c.tenant_id = $1 and c.environment = $4 and c.module = $5
         and c.kind = q.changed_kind and c.source_id = q.changed_id::text`
       }
       ${owners.map(([of, heads], i) => changedBy(of, heads, i)).join('')}
      group by 1, 2`,
    [
      ...[ctx.tenant_id, period.from, period.before, environment, module, kind],
      ...(owners.length === 0 ? [] : [begun_at]),
    ],
  );
  return rows.map(([code, place, count, sum]) => ({
    ...{ currency: code as string, place: place as SourcePlace, count: count as number, total: sum as number },
  }));
}
