import { Injectable } from '@nestjs/common';
import type { Context } from '../transaction/context.js';
import { equalsId, idFromDay, idToDay, where, type Filter, type Filters } from '../records/filters.js';
import { Page, offsetOf, type PageRequest } from '../records/page.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { AUDIT_COLUMNS, auditEntryOf } from './read-entry.js';

/** What the trail can be asked by. Dates are calendar days, UTC+8, both ends included. */
export interface AuditQuery {
  record_type?: string;
  record_id?: string;
  actor_id?: string;
  action?: string;
  date_from?: string;
  date_to?: string;
}

/** The trail's own words are in lower case; they are asked for in any, white space at the ends aside. */
const word =
  (column: string): Filter<string> =>
  (value, bind) =>
    `r.${column} = ${bind(value.trim().toLowerCase())}`;

const filters: Filters<AuditQuery> = {
  record_type: word('record_type'),
  // An id that is none finds nothing, as any unknown id does.
  record_id: equalsId('record_id'),
  actor_id: equalsId('actor_id'),
  action: word('action'),
  // An entry's id is of its instant.
  date_from: idFromDay,
  date_to: idToDay,
};

/** Reads the audit trail of the context's tenant, newest first. Writing is the repositories' business. */
@Injectable()
export class AuditTrail {
  async list(ctx: Context, query: AuditQuery, page: PageRequest): Promise<Page<AuditEntry>> {
    if (page.cursor) return this.follow(ctx, query, page, page.cursor.after);
    const values: unknown[] = [ctx.tenant_id];
    const from = `from kernel.audit_entries r where ${where(filters, query, ['r.tenant_id = $1'], values)}`;
    const [rows, [count]] = await Promise.all([
      ctx.db.read(
        `select ${AUDIT_COLUMNS} ${from}
         order by r.id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, page.size, offsetOf(page)],
      ),
      ctx.db.read(`select count(*) ${from}`, values),
    ]);
    return new Page(rows.map(auditEntryOf), count?.[0] as number, page);
  }

  /** Entries before one, whose id is the cursor. They are not counted. */
  private async follow(
    ctx: Context,
    query: AuditQuery,
    page: PageRequest,
    after: string | null,
  ): Promise<Page<AuditEntry>> {
    const values: unknown[] = [ctx.tenant_id];
    const fixed = ['r.tenant_id = $1', ...(after === null ? [] : [`r.id < $${values.push(after)}`])];
    const found = await ctx.db.read(
      `select ${AUDIT_COLUMNS} from kernel.audit_entries r where ${where(filters, query, fixed, values)}
       order by r.id desc limit $${values.length + 1}`,
      [...values, page.size + 1],
    );
    const entries = found.slice(0, page.size).map(auditEntryOf);
    const has_more = found.length > entries.length;
    return new Page(entries, 0, page, { has_more, next_cursor: has_more ? (entries.at(-1)?.id ?? null) : null });
  }
}
