import { FairLimit, proportionalQuota } from '@usaha/shared';
import type { Room } from './delivery-allotment.js';
import { SendingPlaces } from './sending-places.js';
import { WakeUps } from './wake-ups.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** How many tenants' deliveries are claimed at once: each takes a connection to the database. */
const CLAIMS_AT_ONCE = 4;
/** After this time what is left of a claim is given back: other tenants have their turn, and the claim stays far from its end. */
const TURN_MS = 5_000;
/**
 * After this time since a claim was asked for, no request of it begins: a claim lasts 60 seconds from then, and an answer may take 15.
 * Later only where the claim itself waited long for the database.
 */
const LATEST_MS = 40_000;
/** How many tenants may wait for their turn; those beyond are found by the next search of all. */
const MOST_WAITING = 10_000;

/** Deliveries of one endpoint that were claimed together. */
export interface ClaimedBatch {
  tenant_id: string;
  endpoint: WebhookEndpoint;
  /** Those that are not sent yet. */
  deliveries: WebhookDelivery[];
  /** How many are sent at once. */
  lanes: number;
  /** The writing of outcomes that is under way. */
  outcomes: Promise<void>[];
}

export interface Claimed {
  batches: readonly ClaimedBatch[];
  /** Whether the tenant may have more that is due. */
  hasMore: boolean;
}

/** The work of a turn. */
export interface TurnWork {
  /** Claims due deliveries of a tenant. */
  claim(tenant_id: string, room: Room): Promise<Claimed>;
  /** Sends a delivery, with no transaction open. @returns whether the next of its batch may be sent */
  send(batch: ClaimedBatch, delivery: WebhookDelivery): Promise<boolean>;
  /** Waits until the outcomes of a batch are written. @param rest is given back: it was not sent */
  finish(batch: ClaimedBatch, rest: readonly WebhookDelivery[]): Promise<void>;
  /** The machine that holds the tenant's rows. */
  nodeOf(tenant_id: string): string;
  failed(error: unknown, tenant_id: string): void;
}

interface Running extends ClaimedBatch {
  asked_at: number;
  claimed_at: number;
  /** Lanes that are at work. */
  open: number;
  isOver: boolean;
}

/**
 * Gives tenants turns to send what is due: a turn claims as much as there are places for, and is followed by those of all others that
 * wait. A tenant is never in two turns at once.
 */
export class DeliveryTurns {
  private readonly places = new SendingPlaces();
  private readonly claims: FairLimit;
  private readonly waiting = new Set<string>();
  private readonly turning = new Set<string>();
  /** Tenants that have more than they had places for. */
  private readonly unfinished = new Set<string>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly wakeUps = new WakeUps((tenant_id) => this.wake(tenant_id));
  private stopping = false;

  /** @param areSeveralNodes whether one that does not answer must leave claims for the others */
  constructor(
    private readonly work: TurnWork,
    areSeveralNodes = false,
  ) {
    this.claims = new FairLimit(CLAIMS_AT_ONCE, areSeveralNodes ? proportionalQuota(2) : undefined);
  }

  /** Gives a tenant its turn as soon as there is room. */
  wake(tenant_id: string): void {
    if (this.stopping || this.waiting.size >= MOST_WAITING) return;
    this.waiting.add(tenant_id);
    this.begin();
  }

  /** The same after a time. */
  wakeIn(ms: number, tenant_id: string): void {
    if (!this.stopping) this.wakeUps.add(tenant_id, ms);
  }

  /** Claims nothing more, and waits for the requests that are under way: 15 seconds at most. Deliveries that were not sent are given back. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wakeUps.stop();
    this.waiting.clear();
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private begin(): void {
    for (const tenant_id of this.waiting) {
      if (this.places.isFull || this.turning.size >= CLAIMS_AT_ONCE) return;
      if (this.turning.has(tenant_id)) continue;
      const node = this.work.nodeOf(tenant_id);
      if (!this.claims.take(node)) continue;
      const sockets = this.places.takeSockets(tenant_id);
      if (sockets === 0) {
        this.claims.leave(node);
        continue;
      }
      this.waiting.delete(tenant_id);
      this.turning.add(tenant_id);
      this.track(
        this.turn(tenant_id, sockets).finally(() => {
          this.turning.delete(tenant_id);
          this.claims.leave(node);
          this.begin();
        }),
      );
    }
  }

  private async turn(tenant_id: string, sockets: number): Promise<void> {
    let unused = sockets;
    const asked_at = performance.now();
    try {
      const room = { sockets, lanesOf: (webhook_id: string) => this.places.lanesOf(webhook_id) };
      const { batches, hasMore } = await this.work.claim(tenant_id, room);
      if (!hasMore) this.unfinished.delete(tenant_id);
      else if (this.unfinished.size < MOST_WAITING) this.unfinished.add(tenant_id);
      for (const batch of batches) {
        const lanes = Math.min(batch.lanes, batch.deliveries.length, unused);
        unused -= lanes;
        this.run({ ...batch, asked_at, claimed_at: performance.now(), open: lanes, isOver: false });
      }
    } catch (error) {
      this.work.failed(error, tenant_id);
    } finally {
      for (; unused > 0; unused -= 1) this.places.leaveSocket(tenant_id);
    }
  }

  private run(batch: Running): void {
    // A lane that has nothing to send ends at once, and is open no more.
    const lanes = batch.open;
    for (let i = 0; i < lanes; i += 1) {
      this.places.openLane(batch.endpoint.id);
      this.track(this.lane(batch));
    }
  }

  private async lane(batch: Running): Promise<void> {
    const { tenant_id, endpoint } = batch;
    try {
      for (let next = this.nextOf(batch); next; next = this.nextOf(batch))
        if (!(await this.work.send(batch, next))) batch.isOver = true;
    } catch (error) {
      batch.isOver = true;
      this.work.failed(error, tenant_id);
    }
    // Others need the place while what became of the deliveries is written.
    this.places.leaveSocket(tenant_id);
    this.begin();
    batch.open -= 1;
    const rest = batch.open === 0 ? batch.deliveries.splice(0) : [];
    await this.work.finish(batch, rest).catch((error: unknown) => this.work.failed(error, tenant_id));
    this.places.closeLane(endpoint.id);
    const hasMore = this.unfinished.delete(tenant_id) || rest.length > 0;
    if (hasMore || this.turning.has(tenant_id)) this.wake(tenant_id);
  }

  private nextOf(batch: Running): WebhookDelivery | undefined {
    const now = performance.now();
    const isLate = now - batch.claimed_at > TURN_MS || now - batch.asked_at > LATEST_MS;
    const isOver = batch.isOver || this.stopping || isLate;
    return isOver ? undefined : batch.deliveries.shift();
  }

  private track(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }
}
