import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, DomainError, NO_TENANT, type Context } from '@usaha/shared';
import { publicEventId } from '@usaha/shared/events';
import { AccountLetters } from '../account/account-letters.js';
import { ownTenants } from '../job/own-tenants.js';
import { MessageTemplateService } from '../message/message-template.service.js';
import { ShardNodes } from '../tenant/shard-nodes.js';
import type { Room } from './delivery-allotment.js';
import { DeliveryClaims, MOST_TENANTS } from './delivery-claims.js';
import type { Attempted } from './delivery-outcome.js';
import { DeliveryOutcomes, type Ended } from './delivery-outcomes.js';
import { DeliveryTurns, type Claimed, type ClaimedBatch, type TurnWork } from './delivery-turns.js';
import { OutcomeWriter } from './outcome-writer.js';
import { webhookErrors, type WebhookError } from './webhook-attempt.entity.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpointService } from './webhook-endpoint.service.js';
import { WebhookTransmitter } from './webhook-transmitter.js';

/** What became of attempts, as metrics count them. */
export const attemptResults = ['delivered', ...webhookErrors] as const;
/** Why the service disables an endpoint by itself. */
export const endingReasons = ['gone', 'failing'] as const;

/** What could not be written of a claim is written again after this time. */
const WRITE_AGAIN_MS = 1_000;
/** So long before the claim ends no more is written: another instance may have the delivery then. */
const MARGIN_MS = 5_000;

export interface SendingOptions {
  now: () => Date;
  failed: (error: unknown, tenant_id: string) => void;
}

/** Sends what is due to the endpoints of all tenants (A-442 … ). */
@Injectable()
export class DeliverySender {
  /** Since the start of the process. */
  readonly counts: {
    attempts: Record<'delivered' | WebhookError, number>;
    disabled: Record<Ended['reason'], number>;
  } = {
    attempts: { delivered: 0, dns: 0, connect: 0, tls: 0, timeout: 0, blocked: 0, closed: 0, http: 0 },
    disabled: { gone: 0, failing: 0 },
  };

  constructor(
    private readonly database: Database,
    readonly nodes: ShardNodes,
    readonly claims: DeliveryClaims,
    readonly outcomes: DeliveryOutcomes,
    readonly transmitter: WebhookTransmitter,
    private readonly endpoints: WebhookEndpointService,
    private readonly letters: AccountLetters,
    private readonly templates: MessageTemplateService,
  ) {}

  /** Begins to send; nothing is sent before a tenant is woken or a search finds it. */
  begin(options: SendingOptions): SendingDeliveries {
    return new SendingDeliveries(this, options);
  }

  /** @internal */
  work<T>(tenant_id: string, now: Date, act: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, act);
  }

  /** @internal Disables an endpoint and tells the administrators by letter, once. */
  async disable(ctx: Context, { webhook_id, reason }: Ended): Promise<void> {
    const endpoint = await this.endpoints.disable(ctx, webhook_id, reason);
    const isNow = endpoint.disabled_reason === reason && endpoint.disabled_at?.getTime() === ctx.now.getTime();
    if (!isNow) return;
    if (await this.templates.isEnabled(ctx, 'webhook_disabled'))
      this.letters.enqueue(ctx, { kind: 'webhook_disabled', host: hostOf(endpoint.sealed_url), reason });
    ctx.db.afterCommit(() => (this.counts.disabled[reason] += 1));
  }
}

/** The sending of one process, from its beginning until it is stopped. */
export class SendingDeliveries implements TurnWork {
  private readonly turns: DeliveryTurns;
  private readonly writer = new OutcomeWriter((tenant_id, attempts) => this.write(tenant_id, attempts));
  private stopping = false;

  constructor(
    private readonly sender: DeliverySender,
    private readonly options: SendingOptions,
  ) {
    this.turns = new DeliveryTurns(this, sender.nodes.areSeveral);
  }

  /** Deliveries of a tenant were made due. */
  wake(tenant_id: string): void {
    this.turns.wake(tenant_id);
  }

  /**
   * Looks for due deliveries of all tenants. A machine that does not answer stops its own alone.
   * @param isMine whether this instance sends those of a tenant @returns whether all answered
   */
  async search(isMine: (tenant_id: string) => boolean): Promise<boolean> {
    const { sender, options } = this;
    const searched = await sender.nodes.ask(options.now(), async (there) => {
      const pageOf = (after: string) => this.work(NO_TENANT, (ctx) => sender.claims.tenantsWithDue(ctx, there, after));
      const tenants = await ownTenants(pageOf, MOST_TENANTS, isMine);
      await sender.nodes.perNode(options.now(), tenants);
      for (const tenant_id of tenants) this.wake(tenant_id);
    });
    for (const one of searched) if (one.status === 'rejected') options.failed(one.reason, NO_TENANT);
    return searched.every(({ status }) => status === 'fulfilled');
  }

  /** Waits for the requests that are under way, 15 seconds at most, and for their outcomes. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.turns.stop();
  }

  claim(tenant_id: string, room: Room): Promise<Claimed> {
    return this.work(tenant_id, (ctx) => this.sender.claims.claim(ctx, room));
  }

  async send({ tenant_id, endpoint, outcomes }: ClaimedBatch, delivery: WebhookDelivery): Promise<boolean> {
    const { sender, options } = this;
    const began_at = options.now();
    const outcome = await sender.transmitter.send(endpoint, {
      delivery,
      event_id: publicEventId(delivery.event_id),
      attempt: delivery.attempts_made + 1,
      at: began_at,
    });
    sender.counts.attempts[outcome.error ?? 'delivered'] += 1;
    const written = this.writer.add(tenant_id, { delivery, began_at, ended_at: options.now(), outcome });
    // Its failure is told when the batch is finished.
    written.catch(() => undefined);
    outcomes.push(written);
    return outcome.error === null;
  }

  async finish({ tenant_id, outcomes }: ClaimedBatch, rest: readonly WebhookDelivery[]): Promise<void> {
    const written = await Promise.allSettled(outcomes);
    if (rest.length > 0) await this.persist(tenant_id, rest, async (ctx) => this.sender.claims.giveBack(ctx, rest));
    for (const one of written) if (one.status === 'rejected') throw one.reason;
  }

  nodeOf(tenant_id: string): string {
    return String(this.sender.nodes.nodeOf(tenant_id));
  }

  failed(error: unknown, tenant_id: string): void {
    this.options.failed(error, tenant_id);
  }

  private async write(tenant_id: string, attempts: readonly Attempted[]): Promise<void> {
    const deliveries = attempts.map(({ delivery }) => delivery);
    const act = (ctx: Context) => this.sender.outcomes.write(ctx, attempts);
    const { next, toDisable } = await this.persist(tenant_id, deliveries, act);
    for (const time of next) this.turns.wakeIn(time.getTime() - this.options.now().getTime(), tenant_id);
    for (const ended of toDisable) await this.disable(tenant_id, ended);
  }

  /**
   * Writes until it is written, or the claim of the deliveries is about to end: then they are sent again. A commit whose answer
   * was lost has ended the claim: the second attempt to write changes nothing.
   */
  private async persist<T>(
    tenant_id: string,
    claimed: readonly WebhookDelivery[],
    act: (ctx: Context) => Promise<T>,
  ): Promise<T> {
    const { now } = this.options;
    const until = Math.min(...claimed.map(({ claimed_until }) => claimed_until?.getTime() ?? 0)) - MARGIN_MS;
    for (;;) {
      try {
        return await this.work(tenant_id, act);
      } catch (error) {
        if (this.stopping || now().getTime() + WRITE_AGAIN_MS >= until) throw error;
        await sleep(WRITE_AGAIN_MS);
      }
    }
  }

  /** The next failure disables it where this does not. */
  private async disable(tenant_id: string, ended: Ended): Promise<void> {
    try {
      await this.work(tenant_id, (ctx) => this.sender.disable(ctx, ended));
    } catch (error) {
      // It was deleted meanwhile.
      if (error instanceof DomainError && error.kind === 'not_found') return;
      this.failed(error, tenant_id);
    }
  }

  private work<T>(tenant_id: string, act: (ctx: Context) => Promise<T>): Promise<T> {
    return this.sender.work(tenant_id, this.options.now(), act);
  }
}

/** All that is told of an address: its path may be a secret. */
const hostOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).host : '');
