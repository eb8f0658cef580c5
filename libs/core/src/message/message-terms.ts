import { Injectable } from '@nestjs/common';
import { DomainError, malaysianDay, malaysianInstant, type Context } from '@usaha/shared';
import type { Tenant } from '../tenant/tenant.entity.js';
import { MessageQueue } from './message-queue.js';
import { MessageSettingsService } from './message-settings.service.js';
import type { MessageSettings } from './message-settings.entity.js';
import { MessageUsage } from './message-usage.js';
import { messages } from './message.messages.js';
import type { Message } from './message.entity.js';
import { quietUntil } from './quiet-hours.js';
import type { Way } from './template.js';

const DAY_MS = 86_400_000;
/** For how long a tenant is new, and how many messages of a way are sent for it on a day until then. */
const NEW_MS = 7 * DAY_MS;
const MOST_WHILE_NEW = 50;

/** What holds for tenants that are new. */
export interface TermsOfNew {
  /** For how many milliseconds nothing is sent for a new tenant. */
  leastAge: number;
  /** Whether a tenant's first days have a separate limit. */
  limitsNew: boolean;
}

/** How a message goes on: by a way, later, or not at all. */
export type Turn = { way: Way } | { until: Date } | { reason: 'budget_spent' | 'quiet_hours' };

/** The midnight (UTC+8) that ends the day of an instant. */
export const nextDay = (now: Date): Date =>
  new Date(malaysianInstant(malaysianDay(now), '00:00:00').getTime() + DAY_MS);

/** When and by which way messages of a business go: quiet hours, limits of a day, and the budget of the month. */
@Injectable()
export class MessageTerms {
  constructor(
    private readonly settings: MessageSettingsService,
    private readonly queue: MessageQueue,
    private readonly usage: MessageUsage,
  ) {}

  /**
   * The turn of a message that is due.
   * @param open ways that reach the person, in order; one at least @param expires_at when it makes no sense any more; null: always
   */
  async turnOf(
    ctx: Context,
    { category }: Pick<Message, 'category'>,
    { open, expires_at, tenant }: { open: readonly Way[]; expires_at: Date | null; tenant: Tenant },
    { leastAge, limitsNew }: TermsOfNew,
  ): Promise<Turn> {
    const settings = await this.settings.get(ctx);
    const affordable = await this.affordable(ctx, settings, open);
    let [way] = affordable;
    if (way === undefined) return { reason: 'budget_spent' };
    const age = ctx.now.getTime() - tenant.created_at.getTime();
    if (age < leastAge) return { until: new Date(tenant.created_at.getTime() + leastAge) };
    const quiet = category === 'reminder' && way !== 'email' ? quietUntil(settings, ctx.now) : null;
    if (quiet !== null) {
      if (expires_at === null || quiet < expires_at) return { until: quiet };
      if (!affordable.includes('email')) return { reason: 'quiet_hours' };
      way = 'email';
    }
    const limit = this.settings.limitsOf(settings)[way];
    const most = limitsNew && age < NEW_MS ? Math.min(limit, MOST_WHILE_NEW) : limit;
    return (await this.queue.begunSince(ctx, way, midnightBefore(ctx.now))) >= most
      ? { until: nextDay(ctx.now) }
      : { way };
  }

  /**
   * The way of a message by hand, which waits for no other day.
   * @param open ways that reach the person, in order; one at least @throws too_many where limit or budget are used up
   */
  async wayByHand(ctx: Context, settings: MessageSettings, open: readonly Way[]): Promise<Way> {
    const [way] = await this.affordable(ctx, settings, open);
    if (way === undefined) throw new DomainError('too_many', messages.budgetSpent());
    const most = this.settings.limitsOf(settings)[way];
    if ((await this.queue.takenSince(ctx, way, midnightBefore(ctx.now))) < most) return way;
    const retry_after = Math.ceil((nextDay(ctx.now).getTime() - ctx.now.getTime()) / 1_000);
    throw new DomainError('too_many', messages.limitReached({ way, most }), { retry_after });
  }

  /** Once the budget of the month is spent, e-mail alone is left. */
  private async affordable(
    ctx: Context,
    { monthly_budget }: MessageSettings,
    open: readonly Way[],
  ): Promise<readonly Way[]> {
    if (monthly_budget === null || open.every((way) => way === 'email')) return open;
    const isSpent = (await this.usage.costOfMonth(ctx)) >= monthly_budget;
    return isSpent ? open.filter((way) => way === 'email') : open;
  }
}

/** The midnight (UTC+8) that began the day of an instant. */
export const midnightBefore = (now: Date): Date => malaysianInstant(malaysianDay(now), '00:00:00');
