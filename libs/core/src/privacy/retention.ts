import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';
import { PersonErasure, type Erasure } from './person-erasure.js';
import type { PersonalData } from './personal-data.js';
import { PersonRegistry, lastActivity, type RegisteredPerson } from './person-registry.js';
import { readRetentionPeriod, retainedUntil, type RetentionPeriod } from './retention-period.js';

/** A person whose data are past their time. */
export interface DuePerson {
  id: string;
  /** The first day (YYYY-MM-DD, UTC+8) on which they are no longer kept. */
  since: string;
}

/** What a look at the retention periods of one kind of persons finds. */
export interface RetentionReview {
  data: PersonalData;
  /** How many of them have a retention period. */
  persons: number;
  due: DuePerson[];
  /** Ids of those whose period is a text that means no time: never acted on. */
  not_understood: string[];
}

/** Records that the law asked for whole, and that were blanked when it no longer did. */
export interface BlankedRecords {
  /** Their name in the declaration, as it is said to people: `bills`. */
  records: string;
  /** For how long they were kept: `seven years`. */
  period: string;
  ids: string[];
}

/** Looks after retention periods, of all persons that the contexts register: one counts from the last activity. */
@Injectable()
export class Retention {
  constructor(
    private readonly registry: PersonRegistry,
    private readonly erasure: PersonErasure,
  ) {}

  /** Changes nothing. @returns one review for each kind of persons that has a retention period at all */
  async review(ctx: Context): Promise<RetentionReview[]> {
    const looked = this.registry.all.filter(({ data }) => data.retention !== undefined);
    return Promise.all(
      looked.map(async (person) =>
        judge(person.data, await ctx.db.read(`${reviewed(person)} order by r.id`, [ctx.tenant_id]), ctx.now),
      ),
    );
  }

  /** Erases a person of a review, unless something has happened meanwhile. @returns null for one who is not due any more */
  async eraseIfDue(ctx: Context, data: PersonalData, id: string): Promise<Erasure | null> {
    if (data.retention === undefined || !(await this.erasure.lock(ctx, data, id))) return null;
    const rows = await ctx.db.read(`${reviewed(this.registry.of(data))} and r.id = $2`, [ctx.tenant_id, id]);
    return judge(data, rows, ctx.now).due.length > 0 ? this.erasure.erase(ctx, data, id, { isDue: true }) : null;
  }

  /** Blanks records of erased persons that the law no longer asks for. */
  async blankOld(ctx: Context): Promise<BlankedRecords[]> {
    const blanked: BlankedRecords[] = [];
    for (const { data } of this.registry.all)
      for (const [name, ids] of await this.erasure.blankOld(ctx, data))
        blanked.push({
          records: name.replaceAll('_', ' '),
          period: data.records[name]?.keptWhole?.period ?? '',
          ids,
        });
    return blanked;
  }
}

/**
 * The persons $1 has with their period and last activity. Deleted ones count: their data lie where they lay. A missing
 * moment is null, which `greatest` leaves out. A value that is neither number nor text is no period, so that none stops the look
 * at all others.
 */
function reviewed({ data: { retention }, table, records }: RegisteredPerson): string {
  const activity = lastActivity(records, 'r.id');
  return `select r.id, r.${retention}, greatest(${['r.updated_at', ...activity].join(', ')}) from ${table.path} r
    where r.tenant_id = $1 and r.erased_at is null and jsonb_typeof(r.${retention}) in ('number', 'string')`;
}

function judge(data: PersonalData, rows: readonly unknown[][], now: Date): RetentionReview {
  const today = malaysianDay(now);
  const review: RetentionReview = { data, persons: rows.length, due: [], not_understood: [] };
  for (const [id, period, last_active] of rows as [string, RetentionPeriod, Date][]) {
    const since = retainedUntil(period, malaysianDay(last_active));
    if (!readRetentionPeriod(period)) review.not_understood.push(id);
    else if (since !== null && since <= today) review.due.push({ id, since });
  }
  return review;
}
