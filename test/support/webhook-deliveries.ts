import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WebhookEndpointService, type NewWebhook, type TellableWebhook } from '@usaha/core';
import { newId, type Database } from '@usaha/shared';
import { ContextsModule } from '../../apps/api/dist/app/contexts.module.js';
import { openDatabase } from './opened-database.js';
import { sql, type OwnDatabase } from './system-database.js';

/** The type of planted events. */
export const PLANTED = 'retail.product.created';

/** Endpoints, events and deliveries of a database of the test file's own, without HTTP. */
export interface Webhooks {
  opened: Database;
  app: INestApplicationContext;
  /** Makes an endpoint that may be on this machine. */
  create(tenant_id: string, told: NewWebhook): Promise<TellableWebhook>;
  /** Records events of a tenant at once, as writes record them. @returns their ids as programs are told them */
  plantEvents(tenant_id: string, count: number): Promise<string[]>;
  deliveries(tenant_id: string): Promise<PlantedDelivery[]>;
  close(): Promise<void>;
}

/** A delivery as the database holds it. */
export interface PlantedDelivery {
  id: string;
  webhook_id: string;
  sequence: number;
  status: string;
  attempts_made: number;
  next_attempt_at: Date | null;
  claimed_until: Date | null;
  last_status_code: number | null;
  last_error: string | null;
}

export async function openWebhooks({ appUrl, ownerUrl }: Omit<OwnDatabase, 'name'>): Promise<Webhooks> {
  const opened = await openDatabase(appUrl);
  const app = await NestFactory.createApplicationContext(
    ContextsModule.over({
      database: opened,
      webhookNetworks: ['127.0.0.0/8'],
      tokens: { keys: [['test', Buffer.alloc(32, 1)]] },
    }),
    { logger: ['error', 'warn'], abortOnError: false },
  );
  const service = app.get(WebhookEndpointService);
  return {
    opened,
    app,
    create: (tenant_id, told) =>
      opened.work({ tenant_id, actor: null, now: new Date() }, (ctx) => service.create(ctx, told)),
    plantEvents: async (tenant_id, count) => {
      const at = new Date();
      const ids = Array.from({ length: count }, () => newId(at));
      const data = { id: randomUUID(), version: 1, path: null, contract_path: null, sku: 'A', selling_price: 1 };
      await sql(
        ownerUrl,
        `insert into kernel.outbox (tenant_id, id, at, name, payload, done, attempts, available_at)
         select $1, v.id, $5, $3, $4, '{}', 0, $5 from unnest($2::uuid[]) as v (id)`,
        [tenant_id, ids, PLANTED, JSON.stringify({ actor_id: null, data }), at],
      );
      return ids.map((id) => `msg_${id.replaceAll('-', '')}`);
    },
    deliveries: (tenant_id) =>
      sql<PlantedDelivery>(
        ownerUrl,
        `select id, webhook_id, sequence, status, attempts_made, next_attempt_at, claimed_until, last_status_code, last_error
           from core.webhook_deliveries where tenant_id = $1 order by webhook_id, sequence`,
        [tenant_id],
      ),
    close: async () => {
      await app.close();
      await opened.end();
    },
  };
}

/** Plants pending deliveries of an endpoint that are due, past the queue. */
export async function plantPending(
  { ownerUrl }: Pick<OwnDatabase, 'ownerUrl'>,
  { tenant_id, webhook_id, count }: { tenant_id: string; webhook_id: string; count: number },
): Promise<void> {
  await sql(
    ownerUrl,
    `insert into core.webhook_deliveries
       (tenant_id, id, created_at, webhook_id, event_id, event_type, sequence, body, status, next_attempt_at)
     select $1, gen_random_uuid(), now(), $2, gen_random_uuid(), $4, n, '{"id":"msg_00000000000000000000000000000000"}', 'pending', now()
       from generate_series(1, $3::integer) n`,
    [tenant_id, webhook_id, count, PLANTED],
  );
  await sql(ownerUrl, 'update core.webhook_endpoints set last_sequence = $3 where tenant_id = $1 and id = $2', [
    tenant_id,
    webhook_id,
    count,
  ]);
}
