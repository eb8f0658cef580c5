import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { Reminded } from './reminder-letter.js';

/** An appointment whose patient is to be reminded, as it was when it was looked for. */
export interface DueReminder {
  id: string;
  scheduled_at: Date;
  email: string;
}

/** A reminder that was taken in hand and is not known to have arrived. */
export interface OpenReminder {
  appointment_id: string;
  scheduled_at: Date;
  claimed_at: Date;
  /** Why the mail server will never take it; null where nobody knows what became of it. */
  refused: string | null;
}

/** Not reminded of, in nobody's hands, and still to come. The patient is there and can be written to. */
const DUE = `not r.reminder_sent and r.reminder_claimed_at is null and r.deleted_at is null
  and r.status in ('scheduled', 'confirmed') and p.deleted_at is null and p.email is not null`;

/**
 * What was sent to whom, kept on the appointments. The statements pass the appointments' repository by: their versions
 * are about what people change, and a reminder must be in nobody's way.
 */
@Injectable()
export class ReminderRepository {
  /** Those of appointments from now until a moment, the earliest first. */
  async due(ctx: Context, until: Date): Promise<DueReminder[]> {
    const rows = await ctx.db.query(
      `select r.id, r.scheduled_at, p.email from healthcare.appointments r
         join healthcare.patients p on p.tenant_id = $1 and p.id = r.patient_id
        where r.tenant_id = $1 and ${DUE} and r.scheduled_at > $2 and r.scheduled_at <= $3
        order by r.scheduled_at, r.id`,
      [ctx.tenant_id, ctx.now, until],
    );
    return rows.map(([id, scheduled_at, email]) => ({ id, scheduled_at, email }) as DueReminder);
  }

  /**
   * Takes a reminder in hand, for good: whoever does not get it from here must not send it.
   * @returns what is to be sent, or null where somebody else has it, or it is not due any more
   */
  async claim(ctx: Context, { id, scheduled_at }: DueReminder): Promise<Reminded | null> {
    const [row] = await ctx.db.write(
      `update healthcare.appointments r set reminder_claimed_at = $3
         from healthcare.patients p
        where r.tenant_id = $1 and r.id = $2 and p.tenant_id = $1 and p.id = r.patient_id
          and ${DUE} and r.scheduled_at = $4
        returning p.first_name, p.last_name, p.email`,
      [ctx.tenant_id, id, ctx.now, scheduled_at],
    );
    if (!row) return null;
    const [first_name, last_name, email] = row as [string, string, string];
    return { appointment_id: id, scheduled_at, first_name, last_name, email };
  }

  /** The server took it. An appointment that has moved meanwhile is to be reminded of anew, and stays so. */
  sent(ctx: Context, id: string, claimed_at: Date): Promise<void> {
    return this.end(ctx, id, claimed_at, 'reminder_sent = true', 'remind');
  }

  /** It can be taken in hand again: certainly nobody got it. */
  release(ctx: Context, id: string, claimed_at: Date): Promise<void> {
    return this.end(ctx, id, claimed_at, 'reminder_claimed_at = null');
  }

  /** It is never tried again. */
  refused(ctx: Context, id: string, claimed_at: Date, reason: string): Promise<void> {
    return this.end(ctx, id, claimed_at, 'reminder_refused = $4', 'remind_refused', [reason]);
  }

  /**
   * Reminders of appointments since a moment, which are to take place still, that were taken in hand before another
   * moment and did not come to an end: the refused, and those that a crash has left behind.
   */
  async open(ctx: Context, since: Date, claimed_before: Date): Promise<OpenReminder[]> {
    const rows = await ctx.db.query(
      `select r.id, r.scheduled_at, r.reminder_claimed_at, r.reminder_refused from healthcare.appointments r
        where r.tenant_id = $1 and not r.reminder_sent and r.reminder_claimed_at is not null
          and r.deleted_at is null and r.status in ('scheduled', 'confirmed')
          and r.reminder_claimed_at < $3 and r.scheduled_at >= $2
        order by r.reminder_claimed_at, r.id`,
      [ctx.tenant_id, since, claimed_before],
    );
    return rows.map(
      ([appointment_id, scheduled_at, claimed_at, refused]) =>
        ({ appointment_id, scheduled_at, claimed_at, refused }) as OpenReminder,
    );
  }

  private async end(
    ctx: Context,
    id: string,
    claimed_at: Date,
    set: string,
    action?: string,
    values: unknown[] = [],
  ): Promise<void> {
    const changed = await ctx.db.change(
      `update healthcare.appointments r set ${set}
        where r.tenant_id = $1 and r.id = $2 and r.reminder_claimed_at = $3`,
      [ctx.tenant_id, id, claimed_at, ...values],
    );
    if (changed > 0 && action) ctx.db.record(ctx, { action, record_type: 'appointment', record_id: id, changes: {} });
  }
}
