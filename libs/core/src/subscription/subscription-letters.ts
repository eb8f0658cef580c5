import { Injectable } from '@nestjs/common';
import {
  malaysianDay,
  printedDay,
  runAcrossTenants,
  type Context,
  type Language,
  type ShardScope,
  type Words,
} from '@usaha/shared';
import { isAddress, nameInLetter, type Sender } from '../notification/letter.js';
import type {
  DueNotification,
  LetterContent,
  NotificationSource,
  Occasion,
} from '../notification/notification-source.js';
import { wordsOfRefusal } from '../payment/payment.messages.js';
import { SubscriptionPayLinks } from '../payment-request/subscription-pay-links.js';
import { nouns } from '../messages.js';
import type { LookForWork } from '../tenant/tenants-with-work.js';
import { ADMINISTRATORS } from './administrators.js';
import type { Subscription } from './subscription.entity.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { sentences, subjects } from './subscription-letters.messages.js';

const DAY_MS = 86_400_000;
/** How many days before the end letters go out. */
const DAYS_BEFORE = [7, 1] as const;
/** For how long a refusal or an end is news. */
const NEWS_MS = 3 * DAY_MS;
/** The language of the recipients is unknown, so letters have both, the national one first. */
const inOrder = ['ms', 'en'] as const satisfies Language[];

/** An event of a subscription that administrators are told of. */
interface Event {
  occasion: string;
  expires_at: Date;
}

interface Addressee {
  name: string;
  address: string;
}

/**
 * Tells the administrators of a business that a subscription ends and nothing will pay, that a renewal was refused, and that it has
 * ended: seven days and one day before the end, and once for each refusal and end.
 */
@Injectable()
export class SubscriptionLetters implements NotificationSource {
  readonly kind = 'core.subscription';
  readonly nature = 'account';
  readonly subject = nouns.user;
  readonly action = 'notify_subscription';
  readonly among: LookForWork = (ctx, there) => this.tenantsConcerned(ctx, there);
  readonly templateOf = () => 'subscription_notice' as const;

  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly payLinks: SubscriptionPayLinks,
  ) {}

  async due(ctx: Context): Promise<DueNotification[]> {
    const [ending, news] = await Promise.all([this.ending(ctx), this.news(ctx)]);
    const events = [...ending, ...news];
    if (events.length === 0) return [];
    const rows = await ctx.db.read(`select u.id, u.email from core.users u where ${ADMINISTRATORS} order by u.id`, [
      ctx.tenant_id,
    ]);
    const administrators = rows as [id: string, email: string][];
    return events.flatMap((event) =>
      administrators.map(([subject_id, address]) => ({ ...event, subject_id, address })),
    );
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, business: Sender): Promise<LetterContent | null> {
    const [id = '', what, moment = ''] = occasion.split(' ');
    const subscription = await this.subscriptions.find(ctx, id);
    const addressee = await this.addressee(ctx, subject_id);
    if (!subscription || !addressee) return null;
    if (what === 'ends') return this.endingLetter(ctx, { subscription, addressee, business }, new Date(moment));
    return this.newsLetter(ctx, { subscription, addressee, business }, moment);
  }

  /** Those of users who still are administrators, and of subscriptions that still end. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const rows = await ctx.db.read(`select u.id from core.users u where ${ADMINISTRATORS} and u.id = any($2)`, [
      ctx.tenant_id,
      occasions.map(({ subject_id }) => subject_id),
    ]);
    const there = new Set(rows.map(([id]) => id as string));
    const ends = new Set((await this.ending(ctx)).map(({ occasion }) => occasion));
    return occasions.filter(
      ({ subject_id, occasion }) => there.has(subject_id) && (!occasion.includes(' ends ') || ends.has(occasion)),
    );
  }

  /** Tenants on some machines of which `ending` or `news` finds something. */
  private async tenantsConcerned(ctx: Context, there: ShardScope): Promise<string[]> {
    const until = new Date(ctx.now.getTime() + DAYS_BEFORE[0] * DAY_MS);
    const ends: unknown[] = [ctx.now, until];
    const news: unknown[] = [new Date(ctx.now.getTime() - NEWS_MS)];
    const [endIsTheirs, newsIsTheirs] = [there.where('r.tenant_id', ends), there.where('r.tenant_id', news)];
    const found = await runAcrossTenants(ctx, () =>
      Promise.all([
        ctx.db.read(
          `select distinct r.tenant_id from core.subscriptions r
            where r.deleted_at is null and r.status = 'active' and r.renewal_method_id is null
              and r.ends_at > $1 and r.ends_at <= $2 and ${endIsTheirs}`,
          ends,
        ),
        ctx.db.read(
          `select distinct r.tenant_id from core.subscription_entries r
            where r.kind in ('renewal_refused', 'expired') and r.created_at > $1 and ${newsIsTheirs}`,
          news,
        ),
      ]),
    );
    return found.flat().map(([id]) => id as string);
  }

  /** Ends within a week that nothing will pay. */
  private async ending(ctx: Context): Promise<Event[]> {
    const [longest, shortest] = DAYS_BEFORE;
    const rows = await ctx.db.read(
      `select r.id, r.ends_at from core.subscriptions r
        where r.tenant_id = $1 and r.deleted_at is null and r.status = 'active' and r.renewal_method_id is null
          and r.ends_at > $2 and r.ends_at <= $3 order by r.ends_at, r.id`,
      [ctx.tenant_id, ctx.now, new Date(ctx.now.getTime() + longest * DAY_MS)],
    );
    return (rows as [string, Date][]).map(([id, ends_at]) => {
      const lastDay = new Date(ends_at.getTime() - shortest * DAY_MS);
      const days = ctx.now < lastDay ? longest : shortest;
      return {
        occasion: `${id} ends ${ends_at.toISOString()} ${days}`,
        expires_at: days === longest ? lastDay : ends_at,
      };
    });
  }

  /** Refusals and ends of the last days. */
  private async news(ctx: Context): Promise<Event[]> {
    const rows = await ctx.db.read(
      `select r.id, r.subscription_id, r.kind, r.created_at from core.subscription_entries r
        where r.tenant_id = $1 and r.kind in ('renewal_refused', 'expired') and r.created_at > $2
        order by r.created_at, r.id`,
      [ctx.tenant_id, new Date(ctx.now.getTime() - NEWS_MS)],
    );
    return (rows as [string, string, string, Date][]).map(([id, subscription_id, kind, at]) => ({
      occasion: `${subscription_id} ${kind} ${id}`,
      expires_at: new Date(at.getTime() + NEWS_MS),
    }));
  }

  private async addressee(ctx: Context, user_id: string): Promise<Addressee | null> {
    const [row] = await ctx.db.read(
      `select u.email, u.first_name, u.last_name from core.users u where ${ADMINISTRATORS} and u.id = $2`,
      [ctx.tenant_id, user_id],
    );
    if (!row) return null;
    const [address, first, last] = row as [string, string | null, string | null];
    return isAddress(address) ? { address, name: nameInLetter([first, last].filter(Boolean).join(' ')) } : null;
  }

  private async endingLetter(ctx: Context, about: About, ends_at: Date): Promise<LetterContent | null> {
    const { subscription, business } = about;
    const stillEnds = subscription.statusAt(ctx.now) === 'active' && subscription.renewal_method_id === null;
    if (!stillEnds || subscription.ends_at?.getTime() !== ends_at.getTime()) return null;
    const facts = { ...planOf(subscription, business), day: dayOf(ends_at) };
    const amount = amountOf(subscription, Math.max(subscription.amount, subscription.outstandingAt(ctx.now)));
    const link = await this.linkFor(ctx, subscription);
    return letter(about, subjects.ending, (language) => [
      sentences.ending(facts).in(language),
      sentences.howToKeep({ amount }).in(language),
      ...link(language),
    ]);
  }

  private async newsLetter(ctx: Context, about: About, entry_id: string): Promise<LetterContent | null> {
    const { subscription, business } = about;
    const [row] = await ctx.db.read(
      `select r.kind, r.payment_amount, p.failure_reason from core.subscription_entries r
         left join core.payments p on p.tenant_id = $1 and p.id = r.payment_id
        where r.tenant_id = $1 and r.id = $2`,
      [ctx.tenant_id, entry_id],
    );
    if (!row) return null;
    const [kind, charged, reason] = row as [string, string | null, string | null];
    const facts = planOf(subscription, business);
    const refused =
      charged === null || reason === null
        ? null
        : sentences.refused({
            ...facts,
            amount: amountOf(subscription, Number(charged)),
            reason: wordsOfRefusal(reason),
          });
    if (kind === 'renewal_refused') {
      const { next_charge_at } = subscription;
      if (!refused || !next_charge_at || !subscription.isPastDueAt(ctx.now)) return null;
      const again = sentences.triedAgain({ day: dayOf(next_charge_at) });
      const link = await this.linkFor(ctx, subscription);
      return letter(about, subjects.refused, (language) => [
        refused.in(language),
        again.in(language),
        ...link(language),
      ]);
    }
    const { ends_at } = subscription;
    if (subscription.statusAt(ctx.now) !== 'expired' || !ends_at) return null;
    const ended = sentences.ended({ ...facts, day: dayOf(ends_at) });
    const amount = amountOf(subscription, subscription.amount + subscription.outstandingAt(ctx.now));
    const link = await this.linkFor(ctx, subscription);
    return letter(about, subjects.ended, (language) => [
      ...(refused ? [refused.in(language)] : []),
      ended.in(language),
      sentences.howToReturn({ amount }).in(language),
      ...link(language),
    ]);
  }

  /** The line with the link to pay; none where nothing can be paid by it. */
  private async linkFor(ctx: Context, { id }: Subscription): Promise<(language: Language) => string[]> {
    const url = await this.payLinks.of(ctx, id);
    return (language) => (url === null ? [] : [sentences.payAt({ url }).in(language)]);
  }
}

/** The parts of every letter. */
interface About {
  subscription: Subscription;
  addressee: Addressee;
  business: Sender;
}

function letter({ addressee, business }: About, subject: Words, body: (language: Language) => string[]): LetterContent {
  const part = (language: Language): string =>
    [sentences.greeting({ name: addressee.name }).in(language), '', ...body(language), ''].join('\n');
  return {
    to: addressee,
    from_name: business.name,
    subject: `${inOrder.map((language) => subject[language]).join(' / ')}: ${business.name}`,
    text: inOrder.map(part).join('\n--------\n\n'),
  };
}

const planOf = ({ plan_type }: Subscription, { name }: Sender) => ({
  plan: plan_type[0]?.toUpperCase() + plan_type.slice(1),
  business: name,
});
const dayOf = (instant: Date): string => printedDay(malaysianDay(instant));
const amountOf = ({ currency }: Subscription, amount: number): string => `${currency} ${amount.toFixed(2)}`;
