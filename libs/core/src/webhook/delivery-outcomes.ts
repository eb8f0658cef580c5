import { Injectable } from '@nestjs/common';
import {
  Database,
  changedMeanwhile,
  grouped,
  insertMany,
  newId,
  updateMany,
  type Context,
  type Table,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import {
  afterAttempt,
  changedByAttempts,
  healthAfter,
  reasonToDisable,
  type Attempted,
  type DeliveryState,
  type EndpointHealth,
} from './delivery-outcome.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

const ENDPOINTS = `
  select r.id, r.status = 'active', r.failing_since, r.failures_in_row, r.last_attempt_at, r.last_success_at
    from core.webhook_endpoints r
   where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.deleted_at is null order by r.id for no key update`;

const STATES = `
  select r.id, ${changedByAttempts.map((name) => `r.${name}`).join(', ')} from core.webhook_deliveries r
   where r.tenant_id = $1 and r.id = any($2::uuid[]) order by r.id for no key update`;

/** No change of the endpoint: its version stays. */
const HEALTH = `
  update core.webhook_endpoints r
     set failing_since = v.failing_since, failures_in_row = v.failures_in_row, last_attempt_at = v.last_attempt_at,
         last_success_at = v.last_success_at
    from unnest($2::uuid[], $3::timestamptz[], $4::integer[], $5::timestamptz[], $6::timestamptz[])
         as v (id, failing_since, failures_in_row, last_attempt_at, last_success_at)
   where r.tenant_id = $1 and r.id = v.id`;

/** An endpoint that is to be disabled. */
export interface Ended {
  webhook_id: string;
  reason: 'gone' | 'failing';
}

/** The consequences of attempts that were written. */
export interface WrittenOutcomes {
  /** When deliveries are tried again. */
  next: Date[];
  toDisable: Ended[];
}

/** Writes what became of attempts, those of a tenant together: attempt, delivery and endpoint in one transaction (A-442 … A-444). */
@Injectable()
export class DeliveryOutcomes {
  private readonly deliveries: Table<WebhookDelivery>;
  private readonly attempts: Table<WebhookAttempt>;

  constructor(database: Database) {
    this.deliveries = database.table(WebhookDelivery);
    this.attempts = database.table(WebhookAttempt);
  }

  /** @param attempts of deliveries of the context's tenant, one of each */
  async write(ctx: Context, attempts: readonly Attempted[]): Promise<WrittenOutcomes> {
    const ids = attempts.map(({ delivery }) => delivery.id);
    const webhook_ids = [...new Set(attempts.map(({ delivery }) => delivery.webhook_id))];
    // The endpoints first, as those who retry and disable do.
    const [endpoints, rows] = await Promise.all([
      ctx.db.lock(ENDPOINTS, [ctx.tenant_id, webhook_ids]),
      ctx.db.lock(STATES, [ctx.tenant_id, ids]),
    ]);
    const states = new Map(rows.map((row) => [row[0] as string, stateOf(row)]));
    const known = attempts.flatMap((attempted) => {
      const state = states.get(attempted.delivery.id);
      const after = state ? afterAttempt(state, attempted) : null;
      return after ? [{ attempted, after }] : [];
    });
    const missing = () => changedMeanwhile(nouns.webhook_delivery);
    updateMany(
      ctx,
      this.deliveries,
      known.map(({ after }) => after),
      changedByAttempts,
      missing,
    );
    insertMany(
      ctx,
      this.attempts,
      known.map(({ attempted, after }) => attemptOf(ctx, attempted, after.attempts_made)),
    );
    const toDisable = this.writeHealth(
      ctx,
      endpoints,
      known.map(({ attempted }) => attempted),
    );
    return { next: known.flatMap(({ after }) => after.next_attempt_at ?? []), toDisable };
  }

  private writeHealth(ctx: Context, rows: readonly unknown[][], attempts: readonly Attempted[]): Ended[] {
    const ofEach = grouped(attempts, ({ delivery }) => delivery.webhook_id);
    const known = rows.flatMap(([id, isActive, failing_since, failures_in_row, last_attempt_at, last_success_at]) => {
      const made = ofEach.get(id as string);
      if (!made) return [];
      const before = { failing_since, failures_in_row, last_attempt_at, last_success_at } as EndpointHealth;
      const health = healthAfter(before, made);
      const reason = isActive === true ? reasonToDisable(health, made, ctx.now) : null;
      return [{ id: id as string, health, reason }];
    });
    if (known.length > 0)
      ctx.db.enqueue(HEALTH, [
        ctx.tenant_id,
        known.map(({ id }) => id),
        known.map(({ health }) => health.failing_since),
        known.map(({ health }) => health.failures_in_row),
        known.map(({ health }) => health.last_attempt_at),
        known.map(({ health }) => health.last_success_at),
      ]);
    return known.flatMap(({ id, reason }) => (reason === null ? [] : [{ webhook_id: id, reason }]));
  }
}

const stateOf = ([id, ...values]: readonly unknown[]): DeliveryState =>
  ({ id, ...Object.fromEntries(changedByAttempts.map((name, i) => [name, values[i]])) }) as DeliveryState;

function attemptOf(ctx: Context, { delivery, began_at, outcome }: Attempted, number: number): WebhookAttempt {
  const { status_code, duration_ms, error, response_excerpt } = outcome;
  return Object.assign(new WebhookAttempt(), {
    id: newId(ctx.now),
    delivery_id: delivery.id,
    number,
    at: began_at,
    is_manual: delivery.is_manual,
    status_code,
    duration_ms,
    error,
    sealed_response: response_excerpt,
  } satisfies Partial<WebhookAttempt>);
}
