import type { Context, Noun } from '@usaha/shared';
import type { ModuleKey } from '../module/catalogue.js';
import { takesLetters } from '../message/message-preferences.js';
import { mayBeTold } from '../person/consent.js';
import type { Sender } from './letter.js';
import type { LookForWork } from '../tenant/tenants-with-work.js';
import type { DueNotification, LetterContent, NotificationSource, Occasion } from './notification-source.js';
import { reminderLetter, type ReminderPlace } from './reminder-letter.js';

const HOUR_MS = 3_600_000;

/**
 * Where a context keeps appointments, and the people who are reminded of them: first_name, last_name, email, deleted_at, consent.
 * Appointments have `times_moved`, which rises with another time or person, and `reminder_sent`.
 */
export interface RemindedAppointments {
  /** `healthcare.appointments`, which is `r` in the conditions. */
  appointments: string;
  /** `healthcare.patients`. */
  people: string;
  /** The column of `r` that names its person. */
  person_id: string;
  /** The column of `r` with its time. */
  at: string;
  /** SQL: still to take place, by its status. */
  standing: string;
  /** SQL: to be reminded of, beyond that; true unless given. */
  wanted?: string;
  /** SQL: the whole hours before that `r` itself asks for; null where the tenant's setting counts. */
  own_hours?: string;
  /** What the letter calls the business. */
  place: ReminderPlace;
}

/** One time of one person: an appointment moved away and back, or given to another person, is to be reminded of again. */
const occasionOf = (at: Date, times_moved: number): string =>
  times_moved === 0 ? at.toISOString() : `${at.toISOString()} (move ${times_moved})`;

/**
 * Reminds people of appointments, as many hours before as the business has set or the appointment says. The statements
 * pass the appointments' repository by: their versions are about what people change, and a reminder must not conflict with such a change.
 */
export abstract class AppointmentReminders implements NotificationSource {
  abstract readonly kind: string;
  abstract readonly module: ModuleKey;
  abstract readonly subject: Noun;
  abstract readonly among: LookForWork;
  readonly action = 'remind';
  readonly templateOf = () => 'appointment_reminder' as const;
  protected abstract readonly reminded: RemindedAppointments;
  protected abstract readonly configurations: { of(ctx: Context): Promise<{ reminder_hours_before: number }> };

  /** Those of appointments from now on, the earliest first. */
  async due(ctx: Context): Promise<DueNotification[]> {
    const { reminder_hours_before } = await this.configurations.of(ctx);
    const { at, own_hours } = this.reminded;
    const set = `r.${at} <= $3`;
    const isNear = own_hours
      ? `case when ${own_hours} is null then ${set} else extract(epoch from r.${at} - $2::timestamptz) <= 3600 * ${own_hours} end`
      : set;
    const rows = await ctx.db.read(
      `select r.id, r.${at}, r.times_moved, p.email from ${this.withPeople}
        where r.tenant_id = $1 and ${this.isDue} and r.${at} > $2 and ${isNear}
        order by r.${at}, r.id`,
      [ctx.tenant_id, ctx.now, new Date(ctx.now.getTime() + reminder_hours_before * HOUR_MS)],
    );
    return (rows as [string, Date, number, string][]).map(([subject_id, time, times_moved, address]) => ({
      subject_id,
      occasion: occasionOf(time, times_moved),
      address,
      expires_at: time,
    }));
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, business: Sender): Promise<LetterContent | null> {
    const { at, place } = this.reminded;
    const [row] = await ctx.db.read(
      `select r.${at}, r.times_moved, p.first_name, p.last_name, p.email from ${this.withPeople}
        where r.tenant_id = $1 and r.id = $2 and ${this.isDue}`,
      [ctx.tenant_id, subject_id],
    );
    if (!row) return null;
    const [time, times_moved, first_name, last_name, email] = row as [Date, number, string, string, string];
    if (occasionOf(time, times_moved) !== occasion) return null;
    return reminderLetter({ at: time, first_name, last_name, email }, business, place);
  }

  /** Those of times and people that appointments still have, and at which they are to take place. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const { at, appointments } = this.reminded;
    const rows = await ctx.db.read(
      `select r.id, r.${at}, r.times_moved from ${appointments} r
        where r.tenant_id = $1 and r.id = any($2) and ${this.isStanding}`,
      [ctx.tenant_id, occasions.map(({ subject_id }) => subject_id)],
    );
    return (rows as [string, Date, number][]).map(([subject_id, time, times_moved]) => ({
      subject_id,
      occasion: occasionOf(time, times_moved),
    }));
  }

  /** An appointment that has moved meanwhile is to be reminded of again, and stays so. */
  async accepted(ctx: Context, { subject_id, occasion }: Occasion): Promise<void> {
    const { at, appointments } = this.reminded;
    const [held] = await ctx.db.lock(
      `select r.${at}, r.times_moved from ${appointments} r where r.tenant_id = $1 and r.id = $2 for no key update`,
      [ctx.tenant_id, subject_id],
    );
    if (!held) return;
    const [time, times_moved] = held as [Date | null, number];
    if (time === null || occasionOf(time, times_moved) !== occasion) return;
    await ctx.db.change(
      `update ${appointments} r set reminder_sent = true
        where r.tenant_id = $1 and r.id = $2 and r.${at} = $3 and r.times_moved = $4`,
      [ctx.tenant_id, subject_id, time, times_moved],
    );
  }

  private get withPeople(): string {
    const { appointments, people, person_id } = this.reminded;
    return `${appointments} r join ${people} p on p.tenant_id = $1 and p.id = r.${person_id}`;
  }

  private get isStanding(): string {
    const { standing, at } = this.reminded;
    return `r.deleted_at is null and r.${at} is not null and ${standing}`;
  }

  /** Not reminded of yet, and the person is there, can be written to, and has not refused that. */
  private get isDue(): string {
    const { wanted = 'true' } = this.reminded;
    return `${this.isStanding} and ${wanted} and not r.reminder_sent and p.deleted_at is null and p.email is not null
      and ${mayBeTold('p')} and ${takesLetters('p')}`;
  }
}
