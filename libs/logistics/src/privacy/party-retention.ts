import { Injectable } from '@nestjs/common';
import { RecordFiles } from '@usaha/core';
import { forgetAnswersNaming, type Context } from '@usaha/shared';
import { LogisticsConfigurations } from '../settings.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import {
  BLANKED,
  BLANK_BELONGINGS,
  BLANK_LATE_SCHEDULES,
  BLANK_SETTLED,
  COUNT_DUE,
  FILES,
  LATE_FILES,
  LOCK_SCHEDULES,
  LOCK_SETTLED,
  NEXT_DUE,
} from './party-statements.js';

/** What a look at a tenant's shipments finds. */
export interface PartyReview {
  /** How long shipments tell who their parties were after they ended. */
  days: number;
  /** How many have told it longer. */
  due: number;
}

/** Does a part of the work in a separate transaction, as one tenant. */
export type InTransaction = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;

/** Where a batch ended. */
interface Place {
  created_at: Date;
  id: string;
}

interface Batch {
  blanked: number;
  /** null after the last one. */
  last: Place | null;
}

const DAY_MS = 86_400_000;
/** How many shipments are locked at a time. */
const BATCH = 500;
const BEGINNING: Place = { created_at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
const blankable = ['origin', 'destination', 'package_details', 'notes', 'parties_blanked_at'] as const;

/**
 * Takes away who sent and received shipments that ended some days ago, counted from the recording of their last entry, where a
 * tenant has asked for that. Cities, states, postcodes, money and issued documents stay; files of the shipments go.
 */
@Injectable()
export class PartyRetention {
  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly configurations: LogisticsConfigurations,
    private readonly files: RecordFiles,
  ) {}

  /** Changes nothing. @returns null where the tenant has set no days */
  async review(ctx: Context): Promise<PartyReview | null> {
    const period = await this.period(ctx);
    if (period === null) return null;
    const [row] = await ctx.db.read(COUNT_DUE, [ctx.tenant_id, period.since]);
    return { days: period.days, due: row?.[0] as number };
  }

  /** Finished parts stay done when it is broken off, and is not done again. @returns how many shipments were blanked */
  async blankDue(inTransaction: InTransaction): Promise<number> {
    let blanked = 0;
    for (let place: Place | null = BEGINNING; place !== null;) {
      const from: Place = place;
      const batch: Batch = await inTransaction((ctx) => this.blankSome(ctx, from));
      blanked += batch.blanked;
      place = batch.last;
    }
    await inTransaction((ctx) => this.blankLate(ctx));
    return blanked;
  }

  private async blankSome(ctx: Context, { created_at, id }: Place): Promise<Batch> {
    const period = await this.period(ctx);
    if (period === null) return { blanked: 0, last: null };
    const values = [ctx.tenant_id, period.since, created_at, id, BATCH];
    const due = (await ctx.db.read(NEXT_DUE, values)) as [string, Date, number][];
    const events = new Map(due.map(([of, , count]) => [of, count]));
    const held = await this.shipments.lockAll(ctx, [...events.keys()]);
    // Every event of a shipment is an entry: one that was reported while this waited is not due any more.
    const quiet = held.filter((shipment) => events.get(shipment.id) === shipment.events);
    for (const shipment of quiet) shipment.blankParties(ctx.now);
    this.shipments.updateMany(ctx, quiet, blankable, 'erase');
    await this.blankBelongings(
      ctx,
      quiet.map((shipment) => shipment.id),
    );
    const last = due.length === BATCH ? due.at(-1) : undefined;
    return { blanked: quiet.length, last: last ? { id: last[0], created_at: last[1] } : null };
  }

  private async blankBelongings(ctx: Context, shipment_ids: readonly string[]): Promise<void> {
    if (shipment_ids.length === 0) return;
    await ctx.db.lock(LOCK_SCHEDULES, [ctx.tenant_id, shipment_ids]);
    for (const text of BLANK_BELONGINGS)
      await ctx.db.change(text, [ctx.tenant_id, shipment_ids, ...(text.includes('$3') ? [ctx.now] : [])]);
    await this.files.throwAway(ctx, { sql: FILES, values: [shipment_ids] });
  }

  /** Details that were stated, and files that were added, after shipments had been blanked; senders of whom no shipment tells any more; and answers that are kept for repeated requests. */
  private async blankLate(ctx: Context): Promise<void> {
    const period = await this.period(ctx);
    if (period === null) return;
    await ctx.db.change(BLANK_LATE_SCHEDULES, [ctx.tenant_id, period.since, ctx.now]);
    await this.files.throwAway(ctx, { sql: LATE_FILES, values: [period.since] });
    await ctx.db.lock(LOCK_SETTLED, [ctx.tenant_id]);
    for (const text of BLANK_SETTLED) await ctx.db.change(text, [ctx.tenant_id, ctx.now]);
    await forgetAnswersNaming(
      ctx,
      (path) => path.includes('/logistics/'),
      async (ids) => new Set((await ctx.db.read(BLANKED, [ctx.tenant_id, ids])).map(([of]) => of as string)),
    );
  }

  private async period(ctx: Context): Promise<{ days: number; since: Date } | null> {
    const { party_retention_days: days } = await this.configurations.of(ctx);
    return days === null ? null : { days, since: new Date(ctx.now.getTime() - days * DAY_MS) };
  }
}
