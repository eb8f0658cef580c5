import { Injectable } from '@nestjs/common';
import {
  NotificationRepository,
  lookBy,
  type DueNotification,
  type LetterContent,
  type MessagePreferences,
  type NotificationSource,
  type NotifiedFacts,
  type Occasion,
  type ToldByMessage,
  type Way,
} from '@usaha/core';
import { malaysianDay, malaysianInstant, money, printedDay, type Context } from '@usaha/shared';
import { overdueSql } from '../invoice/instalments.js';
import { saidPeriod } from '../invoice/period.js';
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

/** Days before a guardian is written to again. */
const EVERY_DAYS = 7;
/** How many days back letters to guardians are looked up: the longest that a letter can be late, and a week before. */
const LOOKED_BACK_DAYS = 2 * EVERY_DAYS;
const DAY_MS = 86_400_000;
/** How many invoices a letter lists; the sum is that of all. */
const MOST_LISTED = 20;

/** Owed and past its day, in the invoices `r`; $2 is today. */
const OVERDUE = 'r.tenant_id = $1 and not r.is_paid and r.due_date < $2 and r.deleted_at is null';

type OwingRow = [
  student_id: string,
  address: string | null,
  since: string,
  phone: string | null,
  preferences: MessagePreferences | null,
];

interface OwedInvoice {
  number: string;
  period: string;
  due_date: string;
  currency: string;
  owed: number;
}

/**
 * Tells guardians of overdue invoices on the day after the oldest was due and every week from then on, all of a student's
 * in one letter. A letter that does not go out on its day, because the tenant's limit was reached or no instance ran, goes out
 * on one of the days until the next. The day on which it is sent is the occasion: no guardian gets two letters on one.
 */
@Injectable()
export class OverdueLetters implements NotificationSource {
  readonly kind = 'education.overdue';
  readonly module = 'education';
  readonly subject = nouns.student;
  readonly action = 'notify_overdue';
  readonly among = lookBy('education.tenants_with_overdue_invoices', (now) => [malaysianDay(now)]);
  readonly templateOf = () => 'fees_overdue' as const;
  readonly byMessage: ToldByMessage = {
    subject_type: 'education.student',
    templateOf: this.templateOf,
    facts: (ctx, occasion) => this.facts(ctx, occasion),
  };

  constructor(
    private readonly configurations: EducationConfigurations,
    private readonly claims: NotificationRepository,
  ) {}

  async due(ctx: Context, toPhones: readonly Way[]): Promise<DueNotification[]> {
    const { notify_guardians } = await this.configurations.of(ctx);
    if (!notify_guardians.includes('overdue')) return [];
    const today = malaysianDay(ctx.now);
    const rows = await ctx.db.read(
      `select r.student_id, ${LETTER_ADDRESS}, $2::date - ($2::date - r.oldest - 1) % $3,
              case when r.is_told then ${PHONE} end, s.message_preferences
         from (select r.student_id, min(r.due_date) as oldest, bool_and(r.currency = 'MYR') as is_told
                 from education.invoices r where ${OVERDUE} group by r.student_id) r
         join education.students s on s.id = r.student_id and ${reachable('$4')}
        order by r.student_id`,
      [ctx.tenant_id, today, EVERY_DAYS, toPhones.length > 0],
    );
    const owing = rows as OwingRow[];
    const subject_ids = owing.map(([subject_id]) => subject_id);
    const last = await this.claims.lastOccasions(ctx, this.kind, subject_ids, dayBefore(today, LOOKED_BACK_DAYS));
    const lastOf = (subject_id: string): string => last.get(subject_id) ?? '';
    const expires_at = new Date(malaysianInstant(today, '00:00:00').getTime() + DAY_MS);
    return (
      owing
        .filter(([subject_id, , since]) => lastOf(subject_id) < since)
        // The guardian who waits longest comes first: a limit must not leave out the same ones every week.
        .sort(([a], [b]) => (lastOf(a) < lastOf(b) ? -1 : Number(lastOf(a) > lastOf(b))))
        .map(([subject_id, address, , phone, preferences]) => ({
          subject_id,
          occasion: today,
          address,
          person: { id: subject_id, phone, preferences },
          expires_at,
        }))
    );
  }

  /** null where nothing is overdue any more, or something is in another currency. */
  private async facts(ctx: Context, { subject_id, occasion }: Occasion): Promise<NotifiedFacts | null> {
    const { notify_guardians } = await this.configurations.of(ctx);
    if (!notify_guardians.includes('overdue')) return null;
    const rows = await ctx.db.read(
      `select ${TOLD_COLUMNS}, r.due_date, r.currency, ${overdueSql('$2::date')}
         from education.invoices r join education.students s on s.id = r.student_id and ${THERE}
        where ${OVERDUE} and r.student_id = $3
        order by r.due_date, r.id`,
      [ctx.tenant_id, occasion, subject_id],
    );
    const [row] = rows;
    if (!row) return null;
    const owed = rows.map((columns) => columns.slice(-3) as [due_date: string, currency: string, owed: string]);
    if (owed.some(([, currency]) => currency !== 'MYR')) return null;
    const total = money.add(...owed.map(([, , amount]) => Number(amount)));
    return { ...guardianTold(row), values: { total, due_day: (owed[0] as [string, string, string])[0] } };
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, school: School): Promise<LetterContent | null> {
    const { notify_guardians } = await this.configurations.of(ctx);
    if (!notify_guardians.includes('overdue')) return null;
    const rows = await ctx.db.read(
      `select ${ADDRESSEE}, r.invoice_number, r.period, r.due_date, r.currency, ${overdueSql('$2::date')}
         from education.invoices r join education.students s on s.id = r.student_id and ${ADDRESSABLE}
        where ${OVERDUE} and r.student_id = $3
        order by r.due_date, r.id`,
      [ctx.tenant_id, occasion, subject_id],
    );
    const [row] = rows;
    if (!row) return null;
    const addressee = addresseeOf(row);
    const invoices = rows.map(
      ([, , , , number, period, due_date, currency, owed]) =>
        ({ number, period, due_date, currency, owed: Number(owed) }) as OwedInvoice,
    );
    const more = invoices.length - MOST_LISTED;
    return guardianLetter(addressee, school, labels.overdue, (language) => [
      sentences.overdue({ student: studentOf(addressee) }).in(language),
      '',
      ...invoices
        .slice(0, MOST_LISTED)
        .map(({ number, period, due_date, currency, owed }) =>
          sentences
            .invoice({
              number,
              period: saidPeriod(period, language),
              day: printedDay(due_date),
              amount: `${currency} ${owed.toFixed(2)}`,
            })
            .in(language),
        )
        .map((line) => `  ${line}`),
      ...(more > 0 ? [`  ${sentences.more({ count: more }).in(language)}`] : []),
      `  ${sentences.total({ amount: totalOf(invoices) }).in(language)}`,
      '',
      sentences.paid().in(language),
    ]);
  }

  /** Those of students who are still there, and still owe what was owed on that day. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const rows = await ctx.db.read(
      `select distinct r.student_id
         from education.invoices r join education.students s on s.id = r.student_id and ${THERE}
        where ${OVERDUE} and r.student_id = any($3)`,
      [ctx.tenant_id, malaysianDay(ctx.now), occasions.map(({ subject_id }) => subject_id)],
    );
    const owing = new Set(rows.map(([student_id]) => student_id as string));
    return occasions.filter(({ subject_id }) => owing.has(subject_id));
  }
}

/** By currency: sums of different ones are none. */
function totalOf(invoices: readonly OwedInvoice[]): string {
  const currencies = [...new Set(invoices.map(({ currency }) => currency))];
  return currencies
    .map((currency) => {
      const owed = invoices.filter((invoice) => invoice.currency === currency).map((invoice) => invoice.owed);
      return `${currency} ${money.add(...owed).toFixed(2)}`;
    })
    .join(' + ');
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
