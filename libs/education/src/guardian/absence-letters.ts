import { Injectable } from '@nestjs/common';
import {
  lookBy,
  nameInLetter,
  type DueNotification,
  type LetterContent,
  type NotificationSource,
  type Occasion,
} from '@usaha/core';
import { malaysianDay, malaysianInstant, printedDay, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { EducationConfigurations } from '../settings.js';
import {
  ADDRESSABLE,
  ADDRESSEE,
  THERE,
  addresseeOf,
  guardianLetter,
  studentOf,
  type School,
} from './guardian-letter.js';
import { labels, sentences } from './guardian.messages.js';

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

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

  constructor(private readonly configurations: EducationConfigurations) {}

  async due(ctx: Context): Promise<DueNotification[]> {
    const { notify_guardians } = await this.configurations.of(ctx);
    if (!notify_guardians.includes('absence')) return [];
    const today = malaysianDay(ctx.now);
    const rows = await ctx.db.read(
      `select r.student_id, r.date, min(s.parent_guardian ->> 'email')
         from education.attendance r join education.students s on s.id = r.student_id and ${ADDRESSABLE}
        where ${ABSENT} and r.date between $2 and $3
        group by r.student_id, r.date order by r.date, r.student_id`,
      [ctx.tenant_id, dayAfter(today, -1), today],
    );
    return (rows as [string, string, string][]).map(([subject_id, occasion, address]) => ({
      subject_id,
      occasion,
      address,
      expires_at: malaysianInstant(dayAfter(occasion, 2), '00:00:00'),
    }));
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
