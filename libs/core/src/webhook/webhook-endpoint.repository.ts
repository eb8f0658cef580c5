import { Injectable } from '@nestjs/common';
import { Database, Repository, type Context, type Row } from '@usaha/shared';
import { nouns } from '../messages.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Pending deliveries beyond these are not counted. */
export const MOST_COUNTED = 10_000;

const PENDING = `
  (select count(*)::integer
     from (select 1 from core.webhook_deliveries d
            where d.tenant_id = $1 and d.webhook_id = r.id and d.status = 'pending' limit ${MOST_COUNTED}) p)`;

const SUCCEEDED = `
  update core.webhook_endpoints r set last_success_at = $3, last_attempt_at = $3, failing_since = null, failures_in_row = 0
   where r.tenant_id = $1 and r.id = $2`;

/** The webhook endpoints of a tenant. */
@Injectable()
export class WebhookEndpointRepository extends Repository<WebhookEndpoint> {
  constructor(database: Database) {
    super(database, WebhookEndpoint, { noun: nouns.webhook, extraColumns: PENDING });
  }

  /** How many endpoints the tenant has, disabled ones included. */
  async count(ctx: Context): Promise<number> {
    const [row] = await ctx.db.read(`select count(*)::integer from ${this.table.path} r where ${this.mine}`, [
      ctx.tenant_id,
    ]);
    return row?.[0] as number;
  }

  /** Locks an endpoint whose delivery the caller names: whichever version it has. @throws not_found */
  async lockParent(ctx: Context, id: string): Promise<WebhookEndpoint> {
    return (await this.lockIfExists(ctx, id)) ?? this.missing();
  }

  /** Notes that an endpoint answered with success. No change of it: its version stays. */
  succeeded(ctx: Context, { id }: WebhookEndpoint, at: Date): void {
    ctx.db.enqueue(SUCCEEDED, [ctx.tenant_id, id, at]);
  }

  /** Puts an action that changes no field of the endpoint on the trail. */
  record(ctx: Context, { id }: WebhookEndpoint, action: 'test' | 'retry' | 'replay'): void {
    ctx.db.record(ctx, { action, record_type: this.noun, record_id: id, changes: {} });
  }

  protected override hydrate(ctx: Context, row: Row): WebhookEndpoint {
    const endpoint = super.hydrate(ctx, row);
    endpoint.pending = row[this.table.width] as number;
    return endpoint;
  }
}
