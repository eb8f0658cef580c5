import { malaysianDay, malaysianTime, type Context, type Noun } from '@usaha/shared';
import type { ModuleKey } from '../module/catalogue.js';
import { takesLetters, type MessagePreferences } from '../message/message-preferences.js';
import type { Way } from '../message/template.js';
import { mayBeTold } from '../person/consent.js';
import type { Sender } from './letter.js';
import type { LookForWork } from '../tenant/tenants-with-work.js';
import type {
  DueNotification,
  LetterContent,
  NotificationSource,
  NotifiedFacts,
  Occasion,
  ToldByMessage,
} from './notification-source.js';
import { reminderLetter, type ReminderPlace } from './reminder-letter.js';

const HOUR_MS = 3_600_000;

/**
 * Where a context keeps appointments, and the people who are reminded of them: first_name, last_name, email, phone_number,
 * message_preferences, deleted_at, consent.
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
  /** SQL: JSON of the ways that `r` itself refuses, `{"email": false}`; null unless given. */
  own_ways?: string;
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
  /** `healthcare.appointment`. */
  protected abstract readonly subject_type: string;
  readonly action = 'remind';
  readonly templateOf = () => 'appointment_reminder' as const;
  protected abstract readonly reminded: RemindedAppointments;
  protected abstract readonly configurations: { of(ctx: Context): Promise<{ reminder_hours_before: number }> };

  get byMessage(): ToldByMessage {
    const { subject_type, templateOf } = this;
    return { subject_type, templateOf, facts: (ctx, occasion) => this.facts(ctx, occasion) };
  }

  /** Those of appointments from now on, the earliest first. */
  async due(ctx: Context, toPhones: readonly Way[]): Promise<DueNotification[]> {
    const { reminder_hours_before } = await this.configurations.of(ctx);
    const { at, own_hours } = this.reminded;
    const set = `r.${at} <= $3`;
    const isNear = own_hours
      ? `case when ${own_hours} is null then ${set} else extract(epoch from r.${at} - $2::timestamptz) <= 3600 * ${own_hours} end`
      : set;
    const rows = await ctx.db.read(
      `select r.id, r.${at}, r.times_moved, case when ${this.byLetter} then p.email end, p.id, p.phone_number,
              p.message_preferences, ${this.ownWays}
         from ${this.withPeople}
        where r.tenant_id = $1 and ${this.isDue} and (${this.byLetter} or p.phone_number is not null and $4)
          and r.${at} > $2 and ${isNear}
        order by r.${at}, r.id`,
      [ctx.tenant_id, ctx.now, new Date(ctx.now.getTime() + reminder_hours_before * HOUR_MS), toPhones.length > 0],
    );
    return (rows as DueRow[]).map(([subject_id, time, times_moved, address, id, phone, preferences, own]) => ({
      subject_id,
      occasion: occasionOf(time, times_moved),
      address,
      person: { id, phone, preferences, refuses: refusedBy(own) },
      expires_at: time,
    }));
  }

  /** null of an appointment that has moved, or is not to take place. */
  private async facts(ctx: Context, { subject_id, occasion }: Occasion): Promise<NotifiedFacts | null> {
    const { at } = this.reminded;
    const [row] = await ctx.db.read(
      `select r.${at}, r.times_moved, p.email, p.id, p.phone_number, p.message_preferences, ${this.ownWays},
              p.first_name, p.last_name, ${mayBeTold('p')}
         from ${this.withPeople}
        where r.tenant_id = $1 and r.id = $2 and ${this.isStanding} and r.${at} > $3 and p.deleted_at is null`,
      [ctx.tenant_id, subject_id, ctx.now],
    );
    if (!row) return null;
    const [time, times_moved, email, person_id, phone, preferences, own, first_name, last_name, may_be_told] =
      row as FactsRow;
    if (occasionOf(time, times_moved) !== occasion) return null;
    return {
      person_id,
      name: `${first_name} ${last_name}`,
      email,
      phone,
      may_be_told,
      preferences,
      refuses: refusedBy(own),
      values: { day: malaysianDay(time), time: malaysianTime(time).slice(0, 5) },
    };
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, business: Sender): Promise<LetterContent | null> {
    const { at, place } = this.reminded;
    const [row] = await ctx.db.read(
      `select r.${at}, r.times_moved, p.first_name, p.last_name, p.email from ${this.withPeople}
        where r.tenant_id = $1 and r.id = $2 and ${this.isDue} and ${this.byLetter}`,
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

  /** Not reminded of yet, and the person is there, and has not refused that. */
  private get isDue(): string {
    return `${this.isStanding} and not r.reminder_sent and p.deleted_at is null and ${mayBeTold('p')}`;
  }

  /** The person has an address, and refuses no letters. */
  private get byLetter(): string {
    return `(p.email is not null and ${takesLetters('p')} and (${this.ownWays} -> 'email') is distinct from 'false'::jsonb)`;
  }

  private get ownWays(): string {
    return this.reminded.own_ways ?? 'null::jsonb';
  }
}

/** Ways that an appointment says, itself. */
type OwnWays = Partial<Record<Way, boolean | null>> | null;
type DueRow = [string, Date, number, string | null, string, string | null, MessagePreferences | null, OwnWays];
type FactsRow = [
  Date,
  number,
  string | null,
  string,
  string | null,
  MessagePreferences | null,
  OwnWays,
  string,
  string,
  boolean,
];

const refusedBy = (own: OwnWays): Way[] =>
  (['whatsapp', 'sms', 'email'] as const).filter((way) => own?.[way] === false);
