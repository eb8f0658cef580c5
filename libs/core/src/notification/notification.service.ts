import { Injectable } from '@nestjs/common';
import { ALL_SHARDS, Database, malaysianDay, malaysianInstant, type Context } from '@usaha/shared';
import { MessageTemplateService } from '../message/message-template.service.js';
import { ModuleService } from '../module/module.service.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { TenantsWithWork } from '../tenant/tenants-with-work.js';
import { carrierOf, isReachable, type Channel } from './channels.js';
import { finishedLetter } from './finished-letter.js';
import { inTurns } from './in-turns.js';
import { LetterStops } from './letter-stops.js';
import { senderOf, type Letter, type Sender } from './letter.js';
import type { Delivery, Mailer } from './mailer.js';
import type { DueNotification, NotificationSource, Occasion } from './notification-source.js';
import { NotificationRepository, type Claim } from './notification.repository.js';
import type { OpenNotification, SendingOptions } from './sending-options.js';
import { RecipientLimits, type CountedLetter } from './recipient-limits.js';
import { tenantsWithLetters } from './tenants-with-letters.js';
import type { TextSender } from './text-sender.js';

const DAY_MS = 24 * 3_600_000;
/** How long after it made sense a notification that did not arrive is still shown. */
const SHOWN_MS = 7 * DAY_MS;
/** How long after it made sense its claim is kept. */
const KEPT_MS = 90 * DAY_MS;

/** How many letters, and how many short messages, are sent for one tenant on a day (UTC+8) unless the operator says otherwise. */
export const MOST_PER_DAY = 500;

/** For how long a tenant is new, and how many letters, and how many short messages, are sent for it on a day until then. */
const NEW_MS = 7 * DAY_MS;
export const MOST_WHILE_NEW = 50;

/** How many letters of a tenant are sent before it is another's turn. */
const MOST_A_TURN = 10;

/** Milliseconds after which the instance that claimed a notification has ended: no letter takes that long. */
export const ABANDONED_MS = 15 * 60_000;

/** The due letters of one source in one tenant, and their carrier. */
interface Round {
  tenant_id: string;
  source: NotificationSource;
  carrier: Mailer | TextSender;
  business: Sender;
  /** How many are sent for the tenant today. */
  mostPerDay: number;
  due: Sendable[];
}

type Sendable = DueNotification & { address: string };

/** A letter of which the claim is committed. */
interface Taken {
  claim: Claim;
  counted: CountedLetter;
  letter: Letter;
}

/** Takes the claim back: another letter to the same recipient was counted first. */
class RecipientFull extends Error {}

/**
 * Sends what the sources of the contexts have to tell, each once. A notification is claimed by a separate transaction,
 * committed before the letter is sent: of any number of instances one sends it, and one that dies in between leaves a
 * claim that is reported and never sent a second time.
 */
@Injectable()
export class NotificationService {
  private readonly sources: NotificationSource[] = [];

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly tenantsWithWork: TenantsWithWork,
    private readonly modules: ModuleService,
    private readonly claims: NotificationRepository,
    private readonly limits: RecipientLimits,
    private readonly stops: LetterStops,
    private readonly templates: MessageTemplateService,
  ) {}

  /** Called by a context's module. @throws Error where the kind is registered already: claims would be mixed up */
  register(source: NotificationSource): void {
    if (this.sources.some(({ kind }) => kind === source.kind))
      throw new Error(`There are two sources of notifications of the kind ${source.kind}`);
    this.sources.push(source);
  }

  /**
   * Sends what is due: of a tenant one letter after the other, of several tenants side by side and in turn. While a carrier cannot
   * be used its letters wait, and those of the other go on. @returns how many were accepted
   */
  async sendDue(options: SendingOptions): Promise<number> {
    const sources = this.sources.filter((source) => carrierOf(options, channelOf(source)));
    const look = tenantsWithLetters(sources, this.claims, this.tenantsWithWork);
    const tenantsPerNode = await this.tenantsWithWork.find(options.now(), look, options.failed);
    const unreachable = new Set<Channel>();
    const begun = new Map<string, AsyncGenerator<Delivery['kind'] | null>>();
    let sent = 0;
    const turn = async (tenant_id: string): Promise<boolean> => {
      const letters = begun.get(tenant_id) ?? this.letters(tenant_id, unreachable, options);
      begun.set(tenant_id, letters);
      for (let count = 0; count < MOST_A_TURN; count += 1) {
        const { done, value } = await letters.next();
        if (done) return !begun.delete(tenant_id);
        if (value === 'accepted') sent += 1;
      }
      return true;
    };
    await inTurns(tenantsPerNode, turn, options);
    return sent;
  }

  /** Of all sources: what was refused or whose delivery is unknown, until a week after it made sense. */
  async open(ctx: Context): Promise<OpenNotification[]> {
    const found = [];
    for (const source of this.sources) found.push(...(await this.openOf(ctx, source, before(ctx.now, SHOWN_MS))));
    return found.sort((a, b) => a.claimed_at.getTime() - b.claimed_at.getTime());
  }

  /** Throws away claims of what made no sense any more three months ago. @param there of whose tenants; of all unless told */
  forget(ctx: Context, there = ALL_SHARDS): Promise<void> {
    return this.claims.forget(ctx, before(ctx.now, KEPT_MS), there);
  }

  /** Throws away how many letters recipients were sent on days that are over. */
  forgetCounts(ctx: Context): Promise<void> {
    return this.limits.forget(ctx);
  }

  /**
   * Sends what is due in one tenant, and says of each letter what became of it: as far as it is asked.
   * @param unreachable carriers that cannot be used, as this or another letter found out
   */
  private async *letters(
    tenant_id: string,
    unreachable: Set<Channel>,
    options: SendingOptions,
  ): AsyncGenerator<Delivery['kind'] | null> {
    const exhausted = new Set<Channel>();
    for (const source of this.sources) {
      const channel = channelOf(source);
      const isClosed = () => unreachable.has(channel) || exhausted.has(channel) || options.isStopping?.() === true;
      const carrier = carrierOf(options, channel);
      if (isClosed() || !carrier) continue;
      const round = await attempt(options, () => this.lookUp(tenant_id, { source, carrier }, options));
      for (const [i, due] of round?.due.entries() ?? []) {
        if (isClosed() || !round) break;
        const kind = await attempt(options, () => this.send(round, due, options));
        if (kind === 'unreachable') unreachable.add(channel);
        if (kind === 'exhausted') {
          exhausted.add(channel);
          options.exhausted?.(tenant_id, channel, round.due.length - i);
        } else yield kind;
      }
    }
  }

  /** null where nothing is due, or the business does not use the module (any more). */
  private lookUp(
    tenant_id: string,
    { source, carrier }: Pick<Round, 'source' | 'carrier'>,
    { now, unsure, full, leastAge = 0, tooNew, limitsNew = false, mostPerDay = MOST_PER_DAY }: SendingOptions,
  ): Promise<Round | null> {
    return this.work(tenant_id, now(), async (ctx) => {
      const unknown = (await this.openOf(ctx, source, ctx.now)).filter(({ refused }) => !refused);
      unsure?.(tenant_id, unknown, source.kind);

      const found = await this.templates.enabledOf(ctx, await source.due(ctx), source.templateOf?.bind(source));
      const sendable = found.filter(
        (one): one is Sendable => isReachable(channelOf(source), one.address) && one.expires_at > ctx.now,
      );
      const due = await this.unstopped(ctx, source, await this.claims.unclaimed(ctx, source.kind, sendable));
      if (due.length === 0) return null;
      const business = await this.tenants.find(ctx, tenant_id);
      const isDisabled = source.module && (await this.modules.usage(ctx, source.module)).status === 'disabled';
      if (!business?.is_active || isDisabled) return null;
      const age = ctx.now.getTime() - business.created_at.getTime();
      if (leastAge > 0 && age < leastAge && source.nature !== 'account') {
        tooNew?.(tenant_id, due.length);
        return null;
      }
      const most = limitsNew && age < NEW_MS ? Math.min(mostPerDay, MOST_WHILE_NEW) : mostPerDay;
      const open = await this.limits.sendable(ctx, source, due);
      if (open.length < due.length) full?.(tenant_id, channelOf(source), due.length - open.length);
      return { tenant_id, source, carrier, business: senderOf(business), mostPerDay: most, due: open };
    });
  }

  /** What the recipient has asked for is sent all the same. */
  private async unstopped<D extends { address: string }>(
    ctx: Context,
    { nature }: NotificationSource,
    due: D[],
  ): Promise<D[]> {
    return nature ? due : this.stops.wanted(ctx, due);
  }

  /** @returns what became of it; null where another instance has claimed it, or it is not due any more */
  private async send(
    round: Round,
    due: Sendable,
    { now, undelivered, full }: SendingOptions,
  ): Promise<Delivery['kind'] | 'exhausted' | null> {
    const { tenant_id, source, carrier } = round;
    const taken = await this.work(tenant_id, now(), (ctx) => this.take(ctx, round, due)).catch((error: unknown) => {
      if (!(error instanceof RecipientFull)) throw error;
      full?.(tenant_id, channelOf(source), 1);
      return null;
    });
    if (!taken || taken === 'exhausted') return taken;
    const { claim, letter } = taken;
    const delivery = await carrier.send(letter);
    const { kind } = source;
    const { subject_id, occasion } = claim;
    if (delivery.kind !== 'accepted')
      undelivered?.({ tenant_id, kind, subject_id, occasion, delivery: delivery.kind, reason: delivery.reason });
    await this.work(tenant_id, now(), (ctx) => this.settle(ctx, source, taken, delivery));
    return delivery.kind;
  }

  /**
   * The letter before the claim: what is not due any more, or cannot be worded, is not claimed. Instances that count
   * at the same moment may send one letter each beyond the tenant's limit, and none beyond the recipient's.
   */
  private async take(
    ctx: Context,
    { source, business, mostPerDay }: Round,
    due: Sendable,
  ): Promise<Taken | 'exhausted' | null> {
    if (due.expires_at <= ctx.now) return null;
    const channel = channelOf(source);
    const kinds = this.sources.filter((other) => channelOf(other) === channel).map(({ kind }) => kind);
    const today = malaysianInstant(malaysianDay(ctx.now), '00:00:00');
    if ((await this.claims.claimedSince(ctx, today, kinds)) >= mostPerDay) return 'exhausted';
    const letter = await source.compose(ctx, due, business);
    if (!letter || !isReachable(channel, letter.to.address)) return null;
    const { address } = letter.to;
    // It may have been stopped since it was looked up.
    if ((await this.unstopped(ctx, source, [{ address }])).length === 0) return null;
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
    source: NotificationSource,
    { claim, counted }: Taken,
    delivery: Delivery,
  ): Promise<void> {
    const record = (action: string) =>
      ctx.db.record(ctx, { action, record_type: source.subject.name, record_id: claim.subject_id, changes: {} });
    switch (delivery.kind) {
      case 'accepted':
        await this.claims.accepted(ctx, claim);
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

  private async openOf(ctx: Context, source: NotificationSource, expiring_from: Date): Promise<OpenNotification[]> {
    const open = await this.claims.open(ctx, source.kind, before(ctx.now, ABANDONED_MS), expiring_from);
    if (open.length === 0) return [];
    const standing = new Set((await source.standing(ctx, open)).map(nameOf));
    return open
      .filter((claim) => standing.has(nameOf(claim)))
      .map((claim) => ({ ...claim, kind: source.kind, subject: source.subject.name }));
  }

  private work<T>(tenant_id: string, now: Date, act: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, act);
  }
}

/** A failure is reported, and does not stop the others. */
async function attempt<T>({ failed }: SendingOptions, act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    failed(error);
    return null;
  }
}

const channelOf = ({ channel = 'email' }: NotificationSource): Channel => channel;
const nameOf = ({ subject_id, occasion }: Occasion): string => `${subject_id} ${occasion}`;
const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
