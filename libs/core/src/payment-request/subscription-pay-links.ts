import { Injectable } from '@nestjs/common';
import { DomainError, type Context } from '@usaha/shared';
import { PaymentLinks } from './payment-links.js';
import { PaymentRequestService } from './payment-request.service.js';

const DAY_MS = 86_400_000;
/** Notices of an end go out a week before it: their link lasts a week beyond. */
const LASTS_MS = 14 * DAY_MS;

/** Links at which administrators pay the subscription of their business, for letters. */
@Injectable()
export class SubscriptionPayLinks {
  constructor(
    private readonly requests: PaymentRequestService,
    private readonly links: PaymentLinks,
  ) {}

  /**
   * The link of the open payment request of a subscription, which is made where there is none: all administrators, and a letter that is
   * composed again, have one link.
   * @returns null where nothing can be paid, or no link leads to the service
   */
  async of(ctx: Context, subscription_id: string): Promise<string | null> {
    if (!this.links.areReachable) return null;
    const open = await this.requests.openOf(ctx, 'subscription', subscription_id);
    if (open?.statusAt(ctx.now) === 'open') return this.links.urlOf(ctx, open);
    const subject = { subject_type: 'subscription', subject_id: subscription_id } as const;
    try {
      const expires_at = new Date(ctx.now.getTime() + LASTS_MS);
      return this.links.urlOf(ctx, await this.requests.create(ctx, { ...subject, expires_at }));
    } catch (error) {
      // The letter goes out all the same: nothing is open, or the platform takes no payments.
      if (error instanceof DomainError && (error.kind === 'conflict' || error.kind === 'invalid')) return null;
      throw error;
    }
  }
}
