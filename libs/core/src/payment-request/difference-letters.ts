import { Injectable, type OnModuleInit } from '@nestjs/common';
import { malaysianDay, malaysianInstant, type Context, type Words } from '@usaha/shared';
import { nouns } from '../messages.js';
import { businessLetter } from '../notification/business-letter.js';
import { nameInLetter, type Sender } from '../notification/letter.js';
import { NotificationService } from '../notification/notification.service.js';
import type {
  DueNotification,
  LetterContent,
  NotificationSource,
  Occasion,
} from '../notification/notification-source.js';
import type { LookForWork } from '../tenant/tenants-with-work.js';
import { UserRepository } from '../user/user.repository.js';
import type { User } from '../user/user.entity.js';
import { letterSentences as sentences, kindWords } from './payment-difference.messages.js';
import { PaymentDifferenceRepository } from './payment-difference.repository.js';

const DAY_MS = 86_400_000;
/** The time of day from which letters are sent (UTC+8). */
const FROM = '07:00:00';
/** A letter that does not go out on its day goes out on one of the six days after it. */
const LATE_DAYS = 7;
/** How many differences a letter lists. */
const MOST_LISTED = 50;

const subject = { en: 'Payments that differ', ms: 'Bayaran yang berbeza' } satisfies Words;

/**
 * Tells administrators of differences that have been open for a day: in the first morning after that day, in one letter of all
 * that are. Another letter follows only once another difference has been open for a day.
 */
@Injectable()
export class DifferenceLetters implements NotificationSource, OnModuleInit {
  readonly kind = 'core.payment_differences';
  readonly subject = nouns.user;
  readonly action = 'notify_payment_differences';
  readonly among: LookForWork = (ctx, there) => this.differences.tenantsWithOld(ctx, there);
  readonly templateOf = () => 'payment_differences' as const;

  constructor(
    private readonly notifications: NotificationService,
    private readonly differences: PaymentDifferenceRepository,
    private readonly users: UserRepository,
  ) {}

  onModuleInit(): void {
    this.notifications.register(this);
  }

  async due(ctx: Context): Promise<DueNotification[]> {
    const newest = await this.differences.newestOpen(ctx, new Date(lastMorning(ctx.now).getTime() - DAY_MS));
    if (newest === null) return [];
    const day = dayOf(newest);
    const expires_at = new Date(morningOf(day).getTime() + LATE_DAYS * DAY_MS);
    const administrators = await this.users.administrators(ctx);
    return administrators.map(({ id, email }) => ({ subject_id: id, occasion: day, address: email, expires_at }));
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, business: Sender): Promise<LetterContent | null> {
    const user = (await this.users.administrators(ctx)).find(({ id }) => id === subject_id);
    if (!user) return null;
    const before = new Date(morningOf(occasion).getTime() - DAY_MS);
    const { listed, count } = await this.differences.openBefore(ctx, before, MOST_LISTED);
    if (count === 0) return null;
    const more = count - listed.length;
    return businessLetter(addresseeOf(user), business, { subject, about: String(count) }, (language) => [
      sentences.opened().in(language),
      '',
      ...listed.map(({ kind, amount, document_number }) => {
        const about = { document_number: nameInLetter(document_number), amount: amount.toFixed(2) };
        return `  ${sentences.difference({ ...about, kind: kindWords[kind] }).in(language)}`;
      }),
      ...(more > 0 ? [`  ${sentences.more({ count: more }).in(language)}`] : []),
      '',
      sentences.whatToDo().in(language),
    ]);
  }

  /** Those of users who still are administrators. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const administrators = new Set((await this.users.administrators(ctx)).map(({ id }) => id));
    return occasions.filter(({ subject_id }) => administrators.has(subject_id));
  }
}

const morningOf = (day: string): Date => malaysianInstant(day, FROM);

/** The last morning that has come. */
function lastMorning(now: Date): Date {
  const morning = morningOf(malaysianDay(now));
  return morning <= now ? morning : new Date(morning.getTime() - DAY_MS);
}

/** The day of the first morning in which a difference has been open for a day. */
function dayOf(opened_at: Date): string {
  const old = new Date(opened_at.getTime() + DAY_MS);
  const day = malaysianDay(old);
  return old <= morningOf(day) ? day : malaysianDay(new Date(old.getTime() + DAY_MS));
}

const addresseeOf = ({ first_name, last_name, email }: User) => ({
  name: [first_name, last_name].filter(Boolean).join(' '),
  address: email ?? '',
});
