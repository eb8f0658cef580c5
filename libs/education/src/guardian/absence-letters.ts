import { Injectable } from '@nestjs/common';
import {
  lookBy,
  nameInLetter,
  type DueNotification,
  type LetterContent,
  type MessagePreferences,
  type NotificationSource,
  type NotifiedFacts,
  type Occasion,
  type ToldByMessage,
  type Way,
} from '@usaha/core';
import { malaysianDay, malaysianInstant, printedDay, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { EducationConfigurations } from '../settings.js';
import {
  ADDRESSABLE,
  ADDRESSEE,
  LETTER_ADDRESS,
  PHONE,
  THERE,
  TOLD_COLUMNS,
  addresseeOf,
  guardianLetter,
  guardianTold,
  reachable,
  studentOf,
  type School,
} from './guardian-letter.js';
import { labels, sentences } from './guardian.messages.js';

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** After the day after it is old news. */
const endOf = (day: string): Date => malaysianInstant(dayAfter(day, 2), '00:00:00');
/** Of an absence from no class in particular. */
const NO_CLASS = '-';

/** Absent on a day, in the records `r` that still count. */
const ABSENT = "r.tenant_id = $1 and r.status = 'absent' and r.deleted_at is null and r.erased_at is null";

/**
 * Tells guardians of an absence of today or yesterday, each student and day once, however many classes were missed. What
 * is entered later than that is old news. A record that was corrected meanwhile is not told of.
 */
@Injectable()
export class AbsenceLetters implements NotificationSource {
  readonly kind = 'education.absence';
  readonly module = 'education';
  readonly subject = nouns.student;
  readonly action = 'notify_absence';
  readonly among = lookBy('education.tenants_with_absences', (now) => [
    dayAfter(malaysianDay(now), -1),
    malaysianDay(now),
  ]);
  readonly templateOf = () => 'absence' as const;
  readonly byMessage: ToldByMessage = {
    subject_type: 'education.student',
    templateOf: this.templateOf,
    facts: (ctx, occasion) => this.facts(ctx, occasion),
  };

  constructor(private readonly configurations: EducationConfigurations) {}

  async due(ctx: Context, toPhones: readonly Way[]): Promise<DueNotification[]> {
    const { notify_guardians } = await this.configurations.of(ctx);
    if (!notify_guardians.includes('absence')) return [];
    const today = malaysianDay(ctx.now);
    const rows = await ctx.db.read(
      `select distinct r.date, r.student_id, ${LETTER_ADDRESS}, ${PHONE}, s.message_preferences
         from education.attendance r join education.students s on s.id = r.student_id and ${reachable('$4')}
        where ${ABSENT} and r.date between $2 and $3
        order by r.date, r.student_id`,
      [ctx.tenant_id, dayAfter(today, -1), today, toPhones.length > 0],
    );
    return (rows as [string, string, string | null, string | null, MessagePreferences | null][]).map(
      ([occasion, subject_id, address, phone, preferences]) => ({
        subject_id,
        occasion,
        address,
        person: { id: subject_id, phone, preferences },
        expires_at: endOf(occasion),
      }),
    );
  }

  /** null where the absence was corrected. */
  private async facts(ctx: Context, { subject_id, occasion }: Occasion): Promise<NotifiedFacts | null> {
    const { notify_guardians } = await this.configurations.of(ctx);
    if (!notify_guardians.includes('absence')) return null;
    const rows = await ctx.db.read(
      `select ${TOLD_COLUMNS}, c.name
         from education.attendance r join education.students s on s.id = r.student_id and ${THERE}
         left join education.classes c on c.tenant_id = $1 and c.id = r.class_id
        where ${ABSENT} and r.student_id = $2 and r.date = $3
        order by r.id`,
      [ctx.tenant_id, subject_id, occasion],
    );
    const [row] = rows;
    if (!row) return null;
    const classes = [...new Set(rows.map((columns) => columns.at(-1) as string | null))].filter(Boolean);
    return { ...guardianTold(row), values: { day: occasion, classes: classes.join(', ') || NO_CLASS } };
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, school: School): Promise<LetterContent | null> {
    const { notify_guardians } = await this.configurations.of(ctx);
    if (!notify_guardians.includes('absence')) return null;
    const rows = await ctx.db.read(
      `select ${ADDRESSEE}, c.name
         from education.attendance r join education.students s on s.id = r.student_id and ${ADDRESSABLE}
         left join education.classes c on c.tenant_id = $1 and c.id = r.class_id
        where ${ABSENT} and r.student_id = $2 and r.date = $3
        order by r.id`,
      [ctx.tenant_id, subject_id, occasion],
    );
    const [row] = rows;
    if (!row) return null;
    const addressee = addresseeOf(row);
    const classes = [...new Set(rows.map((columns) => columns[4] as string | null))].filter((name) => name !== null);
    return guardianLetter(addressee, school, labels.absence, (language) => [
      sentences.absent({ student: studentOf(addressee), day: printedDay(occasion) }).in(language),
      ...(classes.length === 0 ? [] : [`${labels.classes[language]}: ${classes.map(nameInLetter).join(', ')}`]),
    ]);
  }

  /** Those of students who are still there, and are still recorded absent. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const rows = await ctx.db.read(
      `select distinct r.student_id, r.date
         from education.attendance r join education.students s on s.id = r.student_id and ${THERE}
        where ${ABSENT} and r.student_id = any($2) and r.date = any($3::date[])`,
      [ctx.tenant_id, occasions.map(({ subject_id }) => subject_id), occasions.map(({ occasion }) => occasion)],
    );
    return (rows as [string, string][]).map(([subject_id, occasion]) => ({ subject_id, occasion }));
  }
}
