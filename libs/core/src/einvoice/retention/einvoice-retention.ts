import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { accountsPeriod } from '../../privacy/accounts.js';

/** How many e-invoices are blanked at a time. */
const BATCH = 500;

/** $1 the tenant, $2 the first moment of which e-invoices are kept whole. */
const OLD = `
  from einvoice.documents r left join einvoice.document_texts t on t.tenant_id = r.tenant_id and t.id = r.id
 where r.tenant_id = $1 and r.created_at < $2 and (r.details is not null or t.body is not null)`;
const BLANK_TEXTS =
  'update einvoice.document_texts t set body = null where t.tenant_id = $1 and t.id = any ($2) and t.body is not null';
const BLANK_DOCUMENTS = `
  update einvoice.documents r set details = null, updated_at = $3, version = r.version + 1
   where r.tenant_id = $1 and r.id = any ($2)`;

/** Does a part of the work in a separate transaction, as one tenant. */
export type InTransaction = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;

/**
 * Takes texts and buyers of e-invoices away seven years after the end of their year (A-531; Income Tax Act 1967, s.82 and 82A). Numbers,
 * amounts and what the service has said of them stay.
 */
@Injectable()
export class EinvoiceRetention {
  /** For how long they are kept, as it is said to people. */
  readonly period = accountsPeriod.period;

  /** Changes nothing. @returns how many e-invoices of the context's tenant are past their time */
  async countDue(ctx: Context): Promise<number> {
    const [row] = await ctx.db.read(`select count(*)::integer ${OLD}`, [ctx.tenant_id, accountsPeriod.since(ctx.now)]);
    return row?.[0] as number;
  }

  /** Finished parts stay done when it is broken off. @returns how many e-invoices were blanked */
  async blankDue(inTransaction: InTransaction): Promise<number> {
    let blanked = 0;
    for (;;) {
      const count = await inTransaction((ctx) => this.blankSome(ctx));
      blanked += count;
      if (count < BATCH) return blanked;
    }
  }

  private async blankSome(ctx: Context): Promise<number> {
    const values = [ctx.tenant_id, accountsPeriod.since(ctx.now)];
    const due = await ctx.db.read(`select r.id ${OLD} order by r.id limit ${BATCH}`, values);
    const ids = due.map(([id]) => id as string);
    if (ids.length === 0) return 0;
    await ctx.db.change(BLANK_DOCUMENTS, [ctx.tenant_id, ids, ctx.now]);
    await ctx.db.change(BLANK_TEXTS, [ctx.tenant_id, ids]);
    return ids.length;
  }
}
