import { Injectable } from '@nestjs/common';
import {
  NotificationRepository,
  lookBy,
  type DueNotification,
  type LetterContent,
  type NotificationSource,
  type Occasion,
} from '@usaha/core';
import { malaysianDay, malaysianInstant, money, printedDay, type Context } from '@usaha/shared';
import { overdueSql } from '../invoice/instalments.js';
import { saidPeriod } from '../invoice/period.js';
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

/** Days before a guardian is written to again. */
const EVERY_DAYS = 7;
/** How many days back letters to guardians are looked up: the longest that a letter can be late, and a week before. */
const LOOKED_BACK_DAYS = 2 * EVERY_DAYS;
const DAY_MS = 86_400_000;
/** How many invoices a letter lists; the sum is that of all. */
const MOST_LISTED = 20;

/** Owed and past its day, in the invoices `r`; $2 is today. */
const OVERDUE = 'r.tenant_id = $1 and not r.is_paid and r.due_date < $2 and r.deleted_at is null';

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

  constructor(
    private readonly configurations: EducationConfigurations,
    private readonly claims: NotificationRepository,
  ) {}

  async due(ctx: Context): Promise<DueNotification[]> {
    const { notify_guardians } = await this.configurations.of(ctx);
    if (!notify_guardians.includes('overdue')) return [];
    const today = malaysianDay(ctx.now);
    const rows = await ctx.db.read(
      `select r.student_id, min(s.parent_guardian ->> 'email'), $2::date - ($2::date - min(r.due_date) - 1) % $3
         from education.invoices r join education.students s on s.id = r.student_id and ${ADDRESSABLE}
        where ${OVERDUE}
        group by r.student_id order by r.student_id`,
      [ctx.tenant_id, today, EVERY_DAYS],
    );
    const owing = rows as [student_id: string, address: string, since: string][];
    const subject_ids = owing.map(([subject_id]) => subject_id);
    const last = await this.claims.lastOccasions(ctx, this.kind, subject_ids, dayBefore(today, LOOKED_BACK_DAYS));
    const lastOf = (subject_id: string): string => last.get(subject_id) ?? '';
    const expires_at = new Date(malaysianInstant(today, '00:00:00').getTime() + DAY_MS);
    return (
      owing
        .filter(([subject_id, , since]) => lastOf(subject_id) < since)
        // The guardian who waits longest comes first: a limit must not leave out the same ones every week.
        .sort(([a], [b]) => (lastOf(a) < lastOf(b) ? -1 : Number(lastOf(a) > lastOf(b))))
        .map(([subject_id, address]) => ({ subject_id, occasion: today, address, expires_at }))
    );
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
