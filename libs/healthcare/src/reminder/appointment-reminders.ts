import { Injectable } from '@nestjs/common';
import type { DueNotification, LetterContent, NotificationSource, Occasion } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { HealthcareConfigurations } from '../settings.js';
import { reminderLetter, type Clinic } from './reminder-letter.js';

const HOUR_MS = 3_600_000;

/** Still to take place, by its status. */
const STANDING = `r.deleted_at is null and r.status in ('scheduled', 'confirmed')`;
/** Not reminded of. The patient is there and can be written to. */
const DUE = `${STANDING} and not r.reminder_sent and p.deleted_at is null and p.email is not null`;

/** One time of one patient: an appointment moved away and back, or given to another patient, is to be reminded of anew. */
const occasionOf = (scheduled_at: Date, times_moved: number): string =>
  times_moved === 0 ? scheduled_at.toISOString() : `${scheduled_at.toISOString()} (move ${times_moved})`;

/**
 * Reminds patients of appointments, as many hours before as the clinic has set. The statements pass the appointments'
 * repository by: their versions are about what people change, and a reminder must not conflict with such a change.
 */
@Injectable()
export class AppointmentReminders implements NotificationSource {
  readonly kind = 'healthcare.appointment_reminder';
  readonly module = 'healthcare';
  readonly subject = nouns.appointment;
  readonly action = 'remind';

  constructor(private readonly configurations: HealthcareConfigurations) {}

  /** Those of appointments from now on, the earliest first. */
  async due(ctx: Context): Promise<DueNotification[]> {
    const { reminder_hours_before } = await this.configurations.of(ctx);
    const rows = await ctx.db.query(
      `select r.id, r.scheduled_at, r.times_moved, p.email from healthcare.appointments r
         join healthcare.patients p on p.tenant_id = $1 and p.id = r.patient_id
        where r.tenant_id = $1 and ${DUE} and r.scheduled_at > $2 and r.scheduled_at <= $3
        order by r.scheduled_at, r.id`,
      [ctx.tenant_id, ctx.now, new Date(ctx.now.getTime() + reminder_hours_before * HOUR_MS)],
    );
    return (rows as [string, Date, number, string][]).map(([subject_id, scheduled_at, times_moved, address]) => ({
      subject_id,
      occasion: occasionOf(scheduled_at, times_moved),
      address,
      expires_at: scheduled_at,
    }));
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, clinic: Clinic): Promise<LetterContent | null> {
    const [row] = await ctx.db.query(
      `select r.scheduled_at, r.times_moved, p.first_name, p.last_name, p.email from healthcare.appointments r
         join healthcare.patients p on p.tenant_id = $1 and p.id = r.patient_id
        where r.tenant_id = $1 and r.id = $2 and ${DUE}`,
      [ctx.tenant_id, subject_id],
    );
    if (!row) return null;
    const [scheduled_at, times_moved, first_name, last_name, email] = row as [Date, number, string, string, string];
    if (occasionOf(scheduled_at, times_moved) !== occasion) return null;
    return reminderLetter({ scheduled_at, first_name, last_name, email }, clinic);
  }

  /** Those of times and patients that appointments still have, and at which they are to take place. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const rows = await ctx.db.query(
      `select r.id, r.scheduled_at, r.times_moved from healthcare.appointments r
        where r.tenant_id = $1 and r.id = any($2) and ${STANDING}`,
      [ctx.tenant_id, occasions.map(({ subject_id }) => subject_id)],
    );
    return (rows as [string, Date, number][]).map(([subject_id, scheduled_at, times_moved]) => ({
      subject_id,
      occasion: occasionOf(scheduled_at, times_moved),
    }));
  }

  /** An appointment that has moved meanwhile is to be reminded of anew, and stays so. */
  async accepted(ctx: Context, { subject_id, occasion }: Occasion): Promise<void> {
    const [held] = await ctx.db.query(
      `select r.scheduled_at, r.times_moved from healthcare.appointments r
        where r.tenant_id = $1 and r.id = $2 for no key update`,
      [ctx.tenant_id, subject_id],
    );
    if (!held) return;
    const [scheduled_at, times_moved] = held as [Date, number];
    if (occasionOf(scheduled_at, times_moved) !== occasion) return;
    await ctx.db.change(
      `update healthcare.appointments r set reminder_sent = true
        where r.tenant_id = $1 and r.id = $2 and r.scheduled_at = $3 and r.times_moved = $4`,
      [ctx.tenant_id, subject_id, scheduled_at, times_moved],
    );
  }
}
