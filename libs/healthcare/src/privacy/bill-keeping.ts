import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';

/** Income Tax Act 1967, s.82(1)(a): records of a business are kept for seven years from the end of the year they belong to. */
const YEARS_KEPT = 7;

/** What stands on a bill for what was done, once nobody need know it. */
const ERASED_LINE = 'Erased';

/** The first moment (UTC) of the oldest year whose bills are still kept whole. */
export function billsKeptSince(now: Date): Date {
  const year = Number(malaysianDay(now).slice(0, 4)) - YEARS_KEPT;
  return new Date(`${String(year).padStart(4, '0')}-01-01T00:00:00+08:00`);
}

/** Bills of patients that were erased: whole as long as the law asks, afterwards without what was done to whom. */
@Injectable()
export class BillKeeping {
  /** @returns how many bills of a patient are kept whole */
  async kept(ctx: Context, patient_id: string): Promise<number> {
    const [row] = await ctx.db.query(
      'select count(*) from healthcare.bills r where r.tenant_id = $1 and r.patient_id = $2 and r.created_at >= $3',
      [ctx.tenant_id, patient_id, billsKeptSince(ctx.now)],
    );
    return row?.[0] as number;
  }

  /**
   * Blanks what was done, and whose policy paid, on erased patients' bills that the law no longer asks for; the sums
   * stay, so that reports of old years do. It may be run as often as one likes.
   * @returns the ids of the bills that were blanked
   */
  async blankOld(ctx: Context): Promise<string[]> {
    const rows = await ctx.db.write(
      `update healthcare.bills r
       set items = (select coalesce(jsonb_agg(i || jsonb_build_object('description', $4::text)), '[]') from jsonb_array_elements(r.items) i),
           insurance_provider = null, policy_number = null, service_type = null, updated_at = $3, version = r.version + 1
       from healthcare.patients p
       where r.tenant_id = $1 and p.tenant_id = $1 and p.id = r.patient_id and p.erased_at is not null and r.created_at < $2
         and (r.insurance_provider is not null or r.policy_number is not null or r.service_type is not null
           or exists (select from jsonb_array_elements(r.items) i where i ->> 'description' <> $4))
       returning r.id`,
      [ctx.tenant_id, billsKeptSince(ctx.now), ctx.now, ERASED_LINE],
    );
    const ids = rows.map(([id]) => id as string);
    for (const record_id of ids) ctx.db.record(ctx, { action: 'erase', record_type: 'bill', record_id, changes: {} });
    return ids;
  }
}
