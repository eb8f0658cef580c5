import { Injectable } from '@nestjs/common';
import { ALL_SHARDS, Database, type Context } from '@usaha/shared';
import { MessageTemplateService } from '../message/message-template.service.js';
import { ReminderMessages, isMessageable, type WaysOfTenant } from '../message/reminder-messages.js';
import { ModuleService } from '../module/module.service.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { TenantsWithWork } from '../tenant/tenants-with-work.js';
import { inTurns } from './in-turns.js';
import { LetterDelivery, type DueLetter, type Round } from './letter-delivery.js';
import { LetterStops } from './letter-stops.js';
import { isAddress, senderOf } from './letter.js';
import type { Delivery, Mailer } from './mailer.js';
import type { DueNotification, NotificationSource, Occasion } from './notification-source.js';
import { NotificationSources } from './notification-sources.js';
import { NotificationRepository } from './notification.repository.js';
import type { OpenNotification, SendingOptions } from './sending-options.js';
import { RecipientLimits } from './recipient-limits.js';
import { tenantsWithLetters } from './tenants-with-letters.js';

const DAY_MS = 24 * 3_600_000;
/** How long after it made sense a notification that did not arrive is still shown. */
const SHOWN_MS = 7 * DAY_MS;
/** How long after it made sense its claim is kept. */
const KEPT_MS = 90 * DAY_MS;

/** How many letters are sent for one tenant on a day (UTC+8) unless the operator says otherwise. */
export const MOST_PER_DAY = 500;

/** For how long a tenant is new, and how many letters are sent for it on a day until then. */
const NEW_MS = 7 * DAY_MS;
export const MOST_WHILE_NEW = 50;

/** How many letters of a tenant are sent before it is another's turn. */
const MOST_A_TURN = 10;

/** Milliseconds after which the instance that claimed a notification has ended: no letter takes that long. */
export const ABANDONED_MS = 15 * 60_000;

/** By which ways the tenant of a context is told: read once, while its notifications are sent. */
type ReadWays = (ctx: Context) => Promise<WaysOfTenant>;

/**
 * Sends what the sources of the contexts have to tell, each once. A notification is claimed by a separate transaction,
 * committed before the letter is sent: of any number of instances one sends it, and one that dies in between leaves a
 * claim that is reported and never sent a second time.
 */
@Injectable()
export class NotificationService {
  constructor(
    private readonly database: Database,
    private readonly sources: NotificationSources,
    private readonly tenants: TenantRepository,
    private readonly tenantsWithWork: TenantsWithWork,
    private readonly modules: ModuleService,
    private readonly claims: NotificationRepository,
    private readonly limits: RecipientLimits,
    private readonly stops: LetterStops,
    private readonly templates: MessageTemplateService,
    private readonly messages: ReminderMessages,
    private readonly delivery: LetterDelivery,
  ) {}

  /** Called by a context's module. @throws Error where the kind is registered already: claims would be mixed up */
  register(source: NotificationSource): void {
    this.sources.register(source);
  }

  /**
   * Sends what is due: of a tenant one letter after the other, of several tenants side by side and in turn. People who are reached by
   * WhatsApp or SMS get a message, which is queued. While the mail server cannot be used its letters wait.
   * @returns how many letters were accepted
   */
  async sendDue(options: SendingOptions): Promise<number> {
    const look = tenantsWithLetters(this.sources.all, this.claims, this.tenantsWithWork);
    const tenantsPerNode = await this.tenantsWithWork.find(options.now(), look, options.failed);
    const unreachable = new Set<Mailer>();
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
    for (const source of this.sources.all) found.push(...(await this.openOf(ctx, source, before(ctx.now, SHOWN_MS))));
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
   * @param unreachable mail servers that cannot be used, as this or another letter found out
   */
  private async *letters(
    tenant_id: string,
    unreachable: Set<Mailer>,
    options: SendingOptions,
  ): AsyncGenerator<Delivery['kind'] | null> {
    let ways: WaysOfTenant | null = null;
    const readWays: ReadWays = async (ctx) => (ways ??= await this.messages.waysOf(ctx));
    let areOver = false;
    const isStopping = (): boolean => options.isStopping?.() === true;
    for (const source of this.sources.all) {
      if (isStopping()) return;
      const round = await attempt(options, () => this.lookUp(tenant_id, source, readWays, options));
      for (const [i, due] of round?.due.entries() ?? []) {
        if (!round || areOver || isStopping() || unreachable.has(round.mailer)) break;
        const kind = await attempt(options, () => this.delivery.send(round, due, options));
        if (kind === 'unreachable') unreachable.add(round.mailer);
        if (kind === 'exhausted') {
          areOver = true;
          options.exhausted?.(tenant_id, round.due.length - i);
        } else yield kind;
      }
    }
  }

  /** Queues what goes as a message. @returns the letters; null where there are none, or the business does not use the module (any more) */
  private lookUp(
    tenant_id: string,
    source: NotificationSource,
    readWays: ReadWays,
    options: SendingOptions,
  ): Promise<Round | null> {
    const { now, unsure, full, leastAge = 0, tooNew, holdsMessages = false } = options;
    return this.work(tenant_id, now(), async (ctx) => {
      const unknown = (await this.openOf(ctx, source, ctx.now)).filter(({ refused }) => !refused);
      unsure?.(tenant_id, unknown, source.kind);

      const ways = await readWays(ctx);
      const toPhones = isMessageable(source) && !holdsMessages ? ways.toPhones : [];
      const found = await this.templates.enabledOf(
        ctx,
        await source.due(ctx, toPhones),
        source.templateOf?.bind(source),
      );
      const told = found.filter(({ address, person, expires_at }) => {
        const isTold = isAddress(address) || (toPhones.length > 0 && person?.phone);
        return isTold && expires_at > ctx.now;
      });
      const unclaimed = await this.claims.unclaimed(ctx, source.kind, told);
      if (unclaimed.length === 0) return null;
      const business = await this.tenants.find(ctx, tenant_id);
      const isDisabled = source.module && (await this.modules.usage(ctx, source.module)).status === 'disabled';
      if (!business?.is_active || isDisabled) return null;
      const age = ctx.now.getTime() - business.created_at.getTime();
      if (leastAge > 0 && age < leastAge && source.nature !== 'account') {
        tooNew?.(tenant_id, unclaimed.length);
        return null;
      }
      const left =
        isMessageable(source) && toPhones.length > 0
          ? await this.messages.queueFor(ctx, source, ways, unclaimed)
          : unclaimed;
      const carrier = carrierOf(source, ways, options);
      if (!carrier) return null;
      const due = await this.unstopped(ctx, source, left);
      const open = await this.limits.sendable(ctx, source, due);
      if (open.length < due.length) full?.(tenant_id, due.length - open.length);
      const allowed = source.nature === 'account' ? Infinity : await this.messages.lettersAllowed(ctx, ways);
      const mostPerDay = Math.min(mostOf(options, age), allowed);
      return { tenant_id, source, ...carrier, business: senderOf(business), mostPerDay, due: open };
    });
  }

  /** Letters that their recipient has not stopped; what the recipient has asked for is sent all the same. */
  private async unstopped(
    ctx: Context,
    { nature }: NotificationSource,
    due: readonly DueNotification[],
  ): Promise<DueLetter[]> {
    const letters = due.filter((one): one is DueLetter => isAddress(one.address));
    return nature ? letters : this.stops.wanted(ctx, letters);
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

/** What carries a tenant's letters; null where nothing does. Letters about the account are the operator's. */
function carrierOf(
  source: NotificationSource,
  ways: WaysOfTenant,
  { mailer = null, holdsMessages = false }: SendingOptions,
): Pick<Round, 'mailer' | 'own'> | null {
  if (isMessageable(source) && !ways.hasLetters) return null;
  const own = source.nature === 'account' ? null : ways.ownMail;
  if (own?.carrier.mailer) return holdsMessages ? null : { mailer: own.carrier.mailer, own };
  return mailer && { mailer, own: null };
}

const mostOf = ({ mostPerDay = MOST_PER_DAY, limitsNew = false }: SendingOptions, age: number): number =>
  limitsNew && age < NEW_MS ? Math.min(mostPerDay, MOST_WHILE_NEW) : mostPerDay;

const nameOf = ({ subject_id, occasion }: Occasion): string => `${subject_id} ${occasion}`;
const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
