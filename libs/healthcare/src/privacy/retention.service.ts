import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';
import type { RetentionPeriod } from '../patient/patient.entity.js';
import { belongingNames, belongings } from './belongings.js';
import { BillKeeping } from './bill-keeping.js';
import { ErasureService, type Erasure } from './erasure.service.js';
import { readRetentionPeriod, retainedUntil } from './retention-period.js';

/** A patient whose data are past their time. */
export interface DuePatient {
  id: string;
  /** The first day (YYYY-MM-DD, UTC+8) on which they are no longer kept. */
  since: string;
}

/** What a look at the retention periods of a tenant's patients finds. */
export interface RetentionReview {
  /** How many patients have a retention period. */
  patients: number;
  due: DuePatient[];
  /** Ids of patients whose period is a text that nobody can reckon with: never acted on (A-175). */
  not_understood: string[];
}

/**
 * Deleted patients count: their data lie where they lay. What is not there is null, which `greatest` leaves out. What is
 * neither number nor text is no period, so that nobody's stops the look at all others.
 */
const REVIEWED = `
  select r.id, r.data_retention_period, greatest(r.updated_at, ${[
    ...belongingNames.map((name) => [name, belongings[name].active] as const),
    ['bills', ['updated_at']] as const,
  ]
    .map(
      ([table, columns]) =>
        `(select max(${columns.length > 1 ? `greatest(${columns.map((c) => `b.${c}`).join(', ')})` : `b.${columns[0]}`})
          from healthcare.${table} b where b.tenant_id = $1 and b.patient_id = r.id)`,
    )
    .join(', ')})
  from healthcare.patients r
  where r.tenant_id = $1 and r.erased_at is null and jsonb_typeof(r.data_retention_period) in ('number', 'string')`;

/** Looks after the retention periods of patients: `data_retention_period` counts from a patient's last activity. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly erasure: ErasureService,
    private readonly bills: BillKeeping,
  ) {}

  /** Changes nothing. */
  async review(ctx: Context): Promise<RetentionReview> {
    return judge(await ctx.db.query(`${REVIEWED} order by r.id`, [ctx.tenant_id]), ctx.now);
  }

  /** Erases a patient of a review, unless something has happened meanwhile. @returns null when he is not due any more */
  async eraseIfDue(ctx: Context, id: string): Promise<Erasure | null> {
    if (!(await this.erasure.hold(ctx, id))) return null;
    const { due } = judge(await ctx.db.query(`${REVIEWED} and r.id = $2`, [ctx.tenant_id, id]), ctx.now);
    return due.length > 0 ? this.erasure.erase(ctx, id) : null;
  }

  /** @returns ids of erased patients' bills that the law on accounts no longer asks for, and that were blanked now */
  blankOldBills(ctx: Context): Promise<string[]> {
    return this.bills.blankOld(ctx);
  }
}

function judge(rows: readonly unknown[][], now: Date): RetentionReview {
  const today = malaysianDay(now);
  const review: RetentionReview = { patients: rows.length, due: [], not_understood: [] };
  for (const [id, period, last_active] of rows as [string, RetentionPeriod, Date][]) {
    const since = retainedUntil(period, malaysianDay(last_active));
    if (!readRetentionPeriod(period)) review.not_understood.push(id);
    else if (since !== null && since <= today) review.due.push({ id, since });
  }
  return review;
}
