import { Injectable } from '@nestjs/common';
import { Database, malaysianDay, malaysianInstant, type Context } from '@usaha/shared';
import { TenantCarriers, type CarrierOfTenant } from '../message-account/tenant-carriers.js';
import { finishedLetter } from './finished-letter.js';
import { LetterStops } from './letter-stops.js';
import { isAddress, type Letter, type Sender } from './letter.js';
import type { Delivery, Mailer } from './mailer.js';
import type { DueNotification, NotificationSource } from './notification-source.js';
import { NotificationSources } from './notification-sources.js';
import { NotificationRepository, type Claim } from './notification.repository.js';
import { RecipientLimits, type CountedLetter } from './recipient-limits.js';
import type { SendingOptions } from './sending-options.js';

/** A notification that goes as a letter. */
export type DueLetter = DueNotification & { address: string };

/** The due letters of one source in one tenant, and what carries them. */
export interface Round {
  tenant_id: string;
  source: NotificationSource;
  mailer: Mailer;
  /** The mail server of the tenant, where that is the carrier. */
  own: CarrierOfTenant | null;
  business: Sender;
  /** How many are sent for the tenant today. */
  mostPerDay: number;
  due: DueLetter[];
}

/** A letter of which the claim is committed. */
interface Taken {
  claim: Claim;
  counted: CountedLetter;
  letter: Letter;
}

/** Takes the claim back: another letter to the same recipient was counted first. */
class RecipientFull extends Error {}

/** Claims letters, hands them to their carrier, and writes down what became of them. */
@Injectable()
export class LetterDelivery {
  constructor(
    private readonly database: Database,
    private readonly sources: NotificationSources,
    private readonly claims: NotificationRepository,
    private readonly limits: RecipientLimits,
    private readonly stops: LetterStops,
    private readonly carriers: TenantCarriers,
  ) {}

  /** @returns what became of it; null where another instance has claimed it, or it is not due any more */
  async send(
    round: Round,
    due: DueLetter,
    { now, undelivered, full }: SendingOptions,
  ): Promise<Delivery['kind'] | 'exhausted' | null> {
    const { tenant_id, source, mailer } = round;
    const taken = await this.work(tenant_id, now(), (ctx) => this.take(ctx, round, due)).catch((error: unknown) => {
      if (!(error instanceof RecipientFull)) throw error;
      full?.(tenant_id, 1);
      return null;
    });
    if (!taken || taken === 'exhausted') return taken;
    const { claim, letter } = taken;
    const delivery = await mailer.send(letter);
    const { kind } = source;
    const { subject_id, occasion } = claim;
    if (delivery.kind !== 'accepted')
      undelivered?.({ tenant_id, kind, subject_id, occasion, delivery: delivery.kind, reason: delivery.reason });
    await this.work(tenant_id, now(), (ctx) => this.settle(ctx, round, taken, delivery));
    return delivery.kind;
  }

  /**
   * The letter before the claim: what is not due any more, or cannot be worded, is not claimed. Instances that count
   * at the same moment may send one letter each beyond the tenant's limit, and none beyond the recipient's.
   */
  private async take(
    ctx: Context,
    { source, business, mostPerDay }: Round,
    due: DueLetter,
  ): Promise<Taken | 'exhausted' | null> {
    if (due.expires_at <= ctx.now) return null;
    const kinds = this.sources.all.map(({ kind }) => kind);
    const today = malaysianInstant(malaysianDay(ctx.now), '00:00:00');
    if ((await this.claims.claimedSince(ctx, today, kinds)) >= mostPerDay) return 'exhausted';
    const letter = await source.compose(ctx, due, business);
    if (!letter || !isAddress(letter.to.address)) return null;
    const { address } = letter.to;
    // It may have been stopped since it was looked up.
    if (!source.nature && (await this.stops.wanted(ctx, [{ address }])).length === 0) return null;
    const claim = await this.claims.claim(ctx, source.kind, due);
    if (!claim) return null;
    const counted = await this.limits.count(ctx, source, address);
    if (!counted) throw new RecipientFull();
    const link = this.stops.urlOf(ctx, address);
    return { claim, counted, letter: finishedLetter(claim.id, letter, source, business, link) };
  }

  /** Writes down what is known. Of an unknown delivery there is nothing to write: the claim stays. */
  private async settle(
    ctx: Context,
    { source, own }: Round,
    { claim, counted }: Taken,
    delivery: Delivery,
  ): Promise<void> {
    const record = (action: string) =>
      ctx.db.record(ctx, { action, record_type: source.subject.name, record_id: claim.subject_id, changes: {} });
    switch (delivery.kind) {
      case 'accepted':
        await this.claims.accepted(ctx, claim);
        if (own?.account) this.carriers.verify(ctx, own.account);
        await source.accepted?.(ctx, claim);
        return record(source.action);
      case 'refused':
        await this.claims.refused(ctx, claim, delivery.code);
        return record(`${source.action}_refused`);
      case 'postponed':
      case 'unreachable':
        await this.claims.release(ctx, claim);
        return this.limits.takeBack(ctx, counted);
      case 'unknown':
    }
  }

  private work<T>(tenant_id: string, now: Date, act: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, act);
  }
}
