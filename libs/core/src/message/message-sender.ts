import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, type Context, type ShardScope } from '@usaha/shared';
import { ModuleService } from '../module/module.service.js';
import { finishedLetter } from '../notification/finished-letter.js';
import { inTurns } from '../notification/in-turns.js';
import { LetterStops } from '../notification/letter-stops.js';
import { senderOf } from '../notification/letter.js';
import { RecipientLimits, type CountedLetter } from '../notification/recipient-limits.js';
import { ShardNodes } from '../tenant/shard-nodes.js';
import type { Tenant } from '../tenant/tenant.entity.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { MessageBudget } from './message-budget.js';
import { TenantCarriers, type CarrierOfTenant } from '../message-account/tenant-carriers.js';
import { within, type MessageDelivery, type OutgoingMessage } from './message-carrier.js';
import { MessageCallbackAddresses } from './message-callback-addresses.js';
import { MessagePapers } from './message-papers.js';
import { LEASE_MS, MessageQueue } from './message-queue.js';
import { afterDelivery } from './message-outcome.js';
import { MessageOrigins, type MessageOrigin } from './message-origins.js';
import type { MessageFacts } from './message-subjects.js';
import type { MessageTemplate } from './message-template.entity.js';
import { MessageTemplateService } from './message-template.service.js';
import { MessageTerms, nextDay, type TermsOfNew } from './message-terms.js';
import { messageTemplates, textOf, type TemplateName } from './message-templates.js';
import type { Message } from './message.entity.js';
import { tellMessageFailed } from './message.events.js';
import { nouns } from '../messages.js';
import { printedValues } from './printed-values.js';
import { Reachability, addressOf } from './reachability.js';
import { smsParts } from './sms-length.js';
import type { Way } from './template.js';
import { WrittenNumbers } from './written-numbers.js';

/** How many tenants' messages are sent at once: twenty whose carriers hang leave places for the others. */
const PLACES = 24;
/** A carrier that needs longer hangs, or nearly: the rest of its tenant's messages waits for the next round. */
const SLOW_MS = 5_000;
/** How many messages of a tenant are sent before it is another's turn. */
const MOST_A_TURN = 10;
/** An attempt that takes longer counts as one of unknown outcome, before its time ends. */
const SENDING_MS = LEASE_MS / 2;
/** For how long a message waits that failed on our side. */
const FAILURE_MS = 5 * 60_000;

export interface MessageSendingOptions extends TermsOfNew {
  now: () => Date;
  failed: (error: unknown, tenant_id: string) => void;
  /** Told of each attempt. */
  counted?: (way: Way, template: TemplateName, outcome: MessageDelivery['kind'], reason?: string) => void;
  isStopping?: () => boolean;
}

/** What a message is made of. */
interface Claimable {
  way: Way;
  address: string;
  tenant: Tenant;
  facts: MessageFacts;
  template: MessageTemplate;
}

/** A message of which the claim is committed. */
interface Claimed {
  message: Message;
  counted: CountedLetter;
  by: CarrierOfTenant;
  outgoing: OutgoingMessage;
  origin: MessageOrigin;
}

/**
 * Sends messages, each at most once by a way: the claim of an attempt is committed before it is sent, and one that ended without an
 * outcome is never repeated. The text is made when it is sent: consent that was withdrawn meanwhile, or a stop, ends it.
 */
@Injectable()
export class MessageSender {
  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly queue: MessageQueue,
    private readonly origins: MessageOrigins,
    private readonly templates: MessageTemplateService,
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
    private readonly carriers: TenantCarriers,
    private readonly callbacks: MessageCallbackAddresses,
    private readonly reachability: Reachability,
    private readonly terms: MessageTerms,
    private readonly budget: MessageBudget,
    private readonly papers: MessagePapers,
    private readonly limits: RecipientLimits,
    private readonly stops: LetterStops,
    private readonly numbers: WrittenNumbers,
  ) {}

  /** Sends what is due in some tenants, in turn. */
  async sendFor(tenant_ids: readonly string[], options: MessageSendingOptions): Promise<void> {
    const { failed, isStopping } = options;
    const tenants = await this.nodes.perNode(options.now(), tenant_ids);
    await inTurns(tenants, (id) => this.turn(id, options), { failed, isStopping, places: PLACES });
  }

  /** Sends what is due in all tenants; a machine that does not answer stops its own alone. */
  async sendDue(options: MessageSendingOptions): Promise<void> {
    const done = await this.nodes.ask(options.now(), (there) => this.sendThere(there, options));
    for (const one of done) if (one.status === 'rejected') options.failed(one.reason, NO_TENANT);
  }

  private async sendThere(there: ShardScope, options: MessageSendingOptions): Promise<void> {
    for (let after: string | null = ''; after !== null && options.isStopping?.() !== true;) {
      const from: string = after;
      const look = (ctx: Context) => this.queue.tenantsWithWork(ctx, there, from);
      const { tenants, next } = await this.work(NO_TENANT, options.now(), look);
      await this.sendFor(tenants, options);
      after = next;
    }
  }

  /** @returns whether the tenant may have further messages to send in this round */
  private async turn(tenant_id: string, options: MessageSendingOptions): Promise<boolean> {
    for (let count = 0; count < MOST_A_TURN; count += 1) {
      if (options.isStopping?.() === true) return false;
      const claimed = await this.claimNext(tenant_id, options);
      if (claimed === 'none') return false;
      if (claimed === 'ended') continue;
      const began = performance.now();
      await this.send(claimed, options);
      if (performance.now() - began > SLOW_MS) return false;
    }
    return true;
  }

  /** A message that cannot be claimed is reported, and waits a while: those behind it go on. */
  private async claimNext(tenant_id: string, options: MessageSendingOptions): Promise<Claimed | 'ended' | 'none'> {
    try {
      return await this.work(tenant_id, options.now(), (ctx) => this.claim(ctx, options));
    } catch (error) {
      options.failed(error, tenant_id);
      await this.work(tenant_id, options.now(), async (ctx) => {
        const message = await this.queue.lockDue(ctx);
        if (message) this.queue.postpone(ctx, message, new Date(ctx.now.getTime() + FAILURE_MS));
      });
      return 'ended';
    }
  }

  private async send(claimed: Claimed, options: MessageSendingOptions): Promise<void> {
    const { message, counted, by, origin } = claimed;
    const delivery = await this.deliver(claimed, options);
    const { way, template, tenant_id } = message;
    options.counted?.(way, template, delivery.kind, delivery.kind === 'accepted' ? undefined : delivery.reason);
    await this.work(tenant_id, options.now(), async (ctx) => {
      const settled = afterDelivery(message, delivery, ctx.now);
      // Before the message is locked: an erasure locks the record first, too.
      if (settled.outcome === 'accepted') await this.origins.told(ctx, origin, true);
      if (!(await this.queue.settle(ctx, message, settled))) return;
      const wasNotSent = settled.outcome !== 'accepted' && settled.outcome !== 'unknown';
      if (settled.outcome === 'accepted' && by.account) this.carriers.verify(ctx, by.account);
      if (wasNotSent) await this.limits.takeBack(ctx, counted);
      else await this.budget.count(ctx, message);
      if (settled.status === 'waiting') return;
      const action = settled.status === 'failed' ? 'fail' : settled.status === 'unknown' ? 'lose' : 'send';
      ctx.db.record(ctx, { action, record_type: nouns.message.name, record_id: message.id, changes: {} });
      if (settled.status !== 'failed') return;
      await this.origins.told(ctx, origin, false);
      tellMessageFailed(ctx, message, settled.reason ?? 'refused');
    });
  }

  /** A file that cannot be printed now lets the message wait: it goes with it, or not at all. */
  private async deliver(
    { message, by: { carrier }, outgoing }: Claimed,
    options: MessageSendingOptions,
  ): Promise<MessageDelivery> {
    const { tenant_id, subject_id, language } = message;
    const print = this.papers.of(message);
    if (outgoing.letter && print)
      try {
        const paper = await this.work(tenant_id, options.now(), (ctx) => print(ctx, subject_id, language));
        outgoing.letter.attachments = [paper];
      } catch (error) {
        options.failed(error, tenant_id);
        return { kind: 'postponed', reason: 'its file could not be printed' };
      }
    return within(SENDING_MS, carrier.send(outgoing));
  }

  /** @returns ended: a message was looked at, and is not sent now */
  private async claim(ctx: Context, options: MessageSendingOptions): Promise<Claimed | 'ended' | 'none'> {
    const message = await this.queue.lockDue(ctx);
    if (!message) return 'none';
    if (message.claimed_at !== null) {
      await this.budget.count(ctx, message);
      return this.end(ctx, message, 'unknown', 'no_outcome');
    }
    const tenant = await this.tenants.find(ctx, ctx.tenant_id);
    const origin = await this.origins.of(ctx, message);
    if (!tenant?.is_active || !origin) return this.end(ctx, message, 'dropped', 'business_inactive');
    if (origin.module && (await this.modules.usage(ctx, origin.module)).status === 'disabled')
      return this.end(ctx, message, 'dropped', 'module_disabled');
    const facts = await origin.facts(ctx).catch(unlessMissing);
    if (!facts) return this.end(ctx, message, 'dropped', 'nothing_to_tell');
    const [template, carriers] = await Promise.all([this.templates.get(ctx, message.template), this.carriers.of(ctx)]);
    const { language, to, ways } = message;
    if (to === null) return this.end(ctx, message, 'dropped', 'no_address');
    const reasons = await this.reachability.of(ctx, carriers, { template, language, to, leave: facts }, ways);
    const open = ways.filter((one) => reasons.get(one) === null);
    if (open.length === 0) return this.end(ctx, message, 'dropped', reasons.get(ways.at(-1) as Way) ?? 'no_carrier');
    const turn = await this.terms.turnOf(ctx, message, { open, expires_at: facts.expires_at, tenant }, options);
    if ('until' in turn) return this.wait(ctx, message, turn.until);
    if ('reason' in turn) return this.end(ctx, message, 'dropped', turn.reason);
    const { way } = turn;
    const address = addressOf(way, to) as string;
    const counted = await this.limits.count(ctx, countedAs(message, way), address);
    if (!counted) return this.wait(ctx, message, nextDay(ctx.now));
    const by = carriers.of(way) as CarrierOfTenant;
    const outgoing = this.outgoing(ctx, message, { way, address, tenant, facts, template });
    const parts = way === 'sms' ? smsParts(outgoing.text) : 1;
    const number_print = way === 'whatsapp' && by.account === null ? this.numbers.printOf(address) : null;
    this.queue.claim(ctx, message, way, { parts, cost: by.costOf(parts), number_print });
    return { message, counted, by, outgoing, origin };
  }

  private end(ctx: Context, message: Message, status: 'dropped' | 'unknown', reason: string): 'ended' {
    this.queue.end(ctx, message, status, reason);
    const action = status === 'unknown' ? 'lose' : 'drop';
    ctx.db.record(ctx, { action, record_type: nouns.message.name, record_id: message.id, changes: {} });
    return 'ended';
  }

  private wait(ctx: Context, message: Message, until: Date): 'ended' {
    this.queue.postpone(ctx, message, until);
    return 'ended';
  }

  private outgoing(
    ctx: Context,
    message: Message,
    { way, address, tenant, facts, template: stated }: Claimable,
  ): OutgoingMessage {
    const { id, template, language } = message;
    const code = stated.whatsapp?.languages[language];
    const business = senderOf(tenant);
    const values = printedValues(template, {
      ...facts.values,
      name: facts.name,
      business: facts.sender ?? tenant.name,
    });
    const said = textOf(template, way, language, values);
    if (!said) throw new Error(`The template ${template} has no text by ${way}`);
    const { category, parameters } = messageTemplates[template];
    const nature = category === 'transaction' ? 'receipt' : undefined;
    const letter =
      way === 'email'
        ? finishedLetter(
            id,
            {
              to: { name: facts.name, address },
              from_name: tenant.name,
              subject: said.subject ?? '',
              text: `${said.text}\n`,
            },
            { nature },
            business,
            this.stops.urlOf(ctx, address),
          )
        : null;
    return {
      id,
      tenant_id: ctx.tenant_id,
      template,
      way,
      language,
      to: address,
      text: letter?.text ?? said.text,
      parameters: parameters.map((parameter) => values[parameter]),
      letter,
      whatsapp: stated.whatsapp && code ? { name: stated.whatsapp.name, language: code } : null,
      callback_url: this.callbacks.urlOf(ctx.tenant_id, way),
    };
  }

  private work<T>(tenant_id: string, now: Date, act: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, act);
  }
}

/** Both ways to a telephone are counted together; what a person has asked for is counted apart. */
const countedAs = ({ category }: Message, way: Way) => ({
  channel: way === 'email' ? ('email' as const) : ('sms' as const),
  nature: category === 'transaction' ? ('receipt' as const) : undefined,
});

/** A record that is there no more has nothing to tell. */
function unlessMissing(error: unknown): null {
  if (error instanceof Error && (error as { kind?: unknown }).kind === 'not_found') return null;
  throw error;
}
