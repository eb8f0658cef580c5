import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, eachTenant, malaysianDay, malaysianInstant, type Context } from '@usaha/shared';
import { ModuleService } from '../module/module.service.js';
import { Machines } from '../tenant/machines.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { carrierOf, isReachable, type Carriers, type Channel } from './channels.js';
import { oneLine, senderOf, type Sender } from './letter.js';
import type { Delivery, Mailer } from './mailer.js';
import type { DueNotification, LetterContent, NotificationSource, Occasion } from './notification-source.js';
import { NotificationRepository, type Claim, type OpenClaim } from './notification.repository.js';
import type { TextSender } from './text-sender.js';

const DAY_MS = 24 * 3_600_000;
/** How long after it made sense a notification that did not arrive is still shown. */
const SHOWN_MS = 7 * DAY_MS;
/** How long after it made sense its claim is kept. */
const KEPT_MS = 90 * DAY_MS;

/** How many letters, and how many short messages, are sent for one tenant on a day (UTC+8) unless the operator says otherwise. */
export const MOST_PER_DAY = 500;

/** So many letters of a tenant are sent before it is another's turn. */
const MOST_A_TURN = 10;

/** After so many milliseconds the instance that claimed a notification has ended: no letter takes that long. */
export const ABANDONED_MS = 15 * 60_000;

/** A notification that was not accepted, and why. */
export interface Undelivered extends Occasion {
  tenant_id: string;
  /** Of the source. */
  kind: string;
  delivery: Exclude<Delivery['kind'], 'accepted'>;
  reason: string;
}

/** A notification that was refused, or whose delivery is unknown. */
export interface OpenNotification extends OpenClaim {
  /** Of the source. */
  kind: string;
  /** What `subject_id` names. */
  subject: string;
}

export interface SendingOptions extends Carriers {
  now: () => Date;
  /**
   * How many letters, and how many short messages, are sent for one tenant on a day (UTC+8), of all sources together;
   * what is left waits for the next.
   */
  mostPerDay?: number;
  /** Called with a tenant for whom no more is sent today by one of the ways, and how many notifications of a source wait. */
  exhausted?: (tenant_id: string, channel: Channel, waiting: number) => void;
  /** For how many milliseconds nothing is sent for a tenant that is new; 0 unless given. */
  leastAge?: number;
  /** Called with a tenant that is too new to have anything sent, and how many notifications of a source wait. */
  tooNew?: (tenant_id: string, waiting: number) => void;
  /** Called with what went wrong on our side; what comes after it is sent all the same. */
  failed: (error: unknown) => void;
  /** Called with each letter that was not accepted. */
  undelivered?: (notification: Undelivered) => void;
  /**
   * Called for each source of each tenant with all of its notifications that still make sense and whose delivery is
   * unknown, and with none where there is none: they are not sent again.
   */
  unsure?: (tenant_id: string, notifications: OpenNotification[], kind: string) => void;
  /** Whether it should come to an end: what is left is found again the next time. */
  isStopping?: () => boolean;
}

/** What is due of one source in one tenant, and who carries it. */
interface Round {
  tenant_id: string;
  source: NotificationSource;
  carrier: Mailer | TextSender;
  business: Sender;
  due: DueNotification[];
}

/**
 * Sends what the sources of the contexts have to tell, each once. A notification is claimed by a transaction of its own,
 * committed before the letter is sent: of any number of instances one sends it, and one that dies in between leaves a
 * claim that is reported and never sent a second time.
 */
@Injectable()
export class NotificationService {
  private readonly sources: NotificationSource[] = [];

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly machines: Machines,
    private readonly modules: ModuleService,
    private readonly claims: NotificationRepository,
  ) {}

  /** Called by a context's module. @throws Error where the kind is registered already: claims would be mixed up */
  register(source: NotificationSource): void {
    if (this.sources.some(({ kind }) => kind === source.kind))
      throw new Error(`There are two sources of notifications of the kind ${source.kind}`);
    this.sources.push(source);
  }

  /**
   * Sends what is due, one letter after the other, tenants in turn, those of several machines side by side. While a carrier cannot be used its letters wait, and
   * those of the other go on. @returns how many were accepted
   */
  async sendDue(options: SendingOptions): Promise<number> {
    const { failed, isStopping = () => false } = options;
    const tenant_ids = await this.work(NO_TENANT, options.now(), (ctx) => this.tenants.ids(ctx));
    const unreachable = new Set<Channel>();
    let sent = 0;
    const sendTo = async (some: readonly string[]): Promise<void> => {
      const unfinished = new Map(some.map((id) => [id, this.letters(id, unreachable, options)]));
      const turn = async (tenant_id: string): Promise<void> => {
        const letters = unfinished.get(tenant_id);
        for (let count = 0; count < MOST_A_TURN; count += 1) {
          const letter = await letters?.next();
          if (!letter || letter.done) return void unfinished.delete(tenant_id);
          if (letter.value === 'accepted') sent += 1;
        }
      };
      while (unfinished.size > 0 && !isStopping())
        await eachTenant([...unfinished.keys()], turn, { failed, isStopping });
    };
    const lanes = await this.machines.lanes(options.now(), tenant_ids);
    await Promise.all(lanes.map(sendTo));
    return sent;
  }

  /** Of all sources: what was refused or whose delivery is unknown, until a week after it made sense. */
  async open(ctx: Context): Promise<OpenNotification[]> {
    const found = [];
    for (const source of this.sources) found.push(...(await this.openOf(ctx, source, before(ctx.now, SHOWN_MS))));
    return found.sort((a, b) => a.claimed_at.getTime() - b.claimed_at.getTime());
  }

  /** Throws away the tenant's claims of what made no sense any more three months ago. */
  forget(ctx: Context): Promise<void> {
    return this.claims.forget(ctx, before(ctx.now, KEPT_MS));
  }

  /**
   * Sends what is due in one tenant, and says of each letter what became of it: as far as it is asked.
   * @param unreachable carriers that cannot be used, whoever found that out
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
    { now, unsure, leastAge = 0, tooNew }: SendingOptions,
  ): Promise<Round | null> {
    return this.work(tenant_id, now(), async (ctx) => {
      const unknown = (await this.openOf(ctx, source, ctx.now)).filter(({ refused }) => !refused);
      unsure?.(tenant_id, unknown, source.kind);

      const found = await source.due(ctx);
      const sendable = found.filter(
        ({ address, expires_at }) => isReachable(channelOf(source), address) && expires_at > ctx.now,
      );
      const due = await this.claims.unclaimed(ctx, source.kind, sendable);
      if (due.length === 0) return null;
      const business = await this.tenants.find(ctx, tenant_id);
      const { status } = await this.modules.usage(ctx, source.module);
      if (!business?.is_active || status === 'disabled') return null;
      if (leastAge > 0 && ctx.now.getTime() - business.created_at.getTime() < leastAge) {
        tooNew?.(tenant_id, due.length);
        return null;
      }
      return { tenant_id, source, carrier, business: senderOf(business), due };
    });
  }

  /** @returns what became of it; null where another instance has claimed it, or it is not due any more */
  private async send(
    { tenant_id, source, carrier, business }: Round,
    due: DueNotification,
    { now, undelivered, mostPerDay = MOST_PER_DAY }: SendingOptions,
  ): Promise<Delivery['kind'] | 'exhausted' | null> {
    const taken = await this.work(tenant_id, now(), (ctx) => this.take(ctx, source, due, business, mostPerDay));
    if (!taken || taken === 'exhausted') return taken;
    const { claim, letter } = taken;
    const delivery = await carrier.send({ ...letter, id: claim.id });
    const { kind } = source;
    const { subject_id, occasion } = claim;
    if (delivery.kind !== 'accepted')
      undelivered?.({ tenant_id, kind, subject_id, occasion, delivery: delivery.kind, reason: delivery.reason });
    await this.work(tenant_id, now(), (ctx) => this.settle(ctx, source, claim, delivery));
    return delivery.kind;
  }

  /**
   * The letter before the claim: what is not due any more, or cannot be worded, is not claimed. Instances that count
   * at the same moment may send one letter each beyond the limit.
   */
  private async take(
    ctx: Context,
    source: NotificationSource,
    due: DueNotification,
    business: Sender,
    mostPerDay: number,
  ): Promise<{ claim: Claim; letter: LetterContent } | 'exhausted' | null> {
    if (due.expires_at <= ctx.now) return null;
    const channel = channelOf(source);
    const kinds = this.sources.filter((other) => channelOf(other) === channel).map(({ kind }) => kind);
    const today = malaysianInstant(malaysianDay(ctx.now), '00:00:00');
    if ((await this.claims.claimedSince(ctx, today, kinds)) >= mostPerDay) return 'exhausted';
    const letter = await source.compose(ctx, due, business);
    if (!letter || !isReachable(channel, letter.to.address)) return null;
    const claim = await this.claims.claim(ctx, source.kind, due);
    // Nothing in a heading becomes a line of its own, whoever worded it.
    const headings = { from_name: oneLine(letter.from_name), subject: oneLine(letter.subject) };
    return claim && { claim, letter: { ...letter, ...headings } };
  }

  /** Writes down what is known. Of an unknown delivery there is nothing to write: the claim stays. */
  private async settle(ctx: Context, source: NotificationSource, claim: Claim, delivery: Delivery): Promise<void> {
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
        return this.claims.release(ctx, claim);
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
