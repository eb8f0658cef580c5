import type { INestApplicationContext } from '@nestjs/common';
import { WebhookRetention } from '@usaha/core';
import { ALL_SHARDS, type Database } from '@usaha/shared';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';
import { PLANTED } from '../support/webhook-deliveries.js';

/** What webhooks keep, and for how long (A-436, A-439, A-446, A-447). */

jest.setTimeout(120_000);

const DAY = 86_400_000;
const NOW = new Date('2026-11-28T00:00:00Z');
const before = (days: number): Date => new Date(NOW.getTime() - days * DAY);

let database: OwnDatabase;
let opened: Database;
let app: INestApplicationContext;
let tenant: string;
const query = <R extends object>(text: string, values?: unknown[]) => sql<R>(database.ownerUrl, text, values);

beforeAll(async () => {
  database = await clonedDatabase();
  opened = await openDatabase(database.appUrl);
  app = await openContexts(opened);
});
beforeEach(async () => {
  tenant = await plantTenant(database.ownerUrl);
});
afterAll(async () => {
  await app?.close();
  await opened?.end();
  await dropDatabases();
});

const run = () => app.get(WebhookRetention).run(NOW, ALL_SHARDS);

async function endpoint(more: Record<string, unknown> = {}): Promise<string> {
  const values = { event_types: ['*'], header_names: [], created_at: NOW, updated_at: NOW, ...more };
  const names = Object.keys(values);
  const [row] = await query<{ id: string }>(
    `insert into core.webhook_endpoints (tenant_id, id, ${names.join(', ')})
     values ($1, gen_random_uuid(), ${names.map((_, i) => `$${i + 2}`).join(', ')}) returning id`,
    [tenant, ...Object.values(values)],
  );
  return row?.id as string;
}

async function delivery(webhook_id: string, status: string, ended_at: Date | null, count = 1): Promise<void> {
  await query(
    `with made as (
       insert into core.webhook_deliveries
         (tenant_id, id, created_at, webhook_id, event_id, event_type, sequence, body, status, next_attempt_at, ended_at)
       select $1, gen_random_uuid(), $2, $3, gen_random_uuid(), $4, n, '{}', $5, $6::timestamptz, $7::timestamptz
         from generate_series(1, $8::integer) n returning id)
     insert into core.webhook_attempts (tenant_id, delivery_id, number, id, at, duration_ms) select $1, id, 1, id, $2, 1 from made`,
    [tenant, ended_at ?? before(40), webhook_id, PLANTED, status, ended_at ? null : NOW, ended_at, count],
  );
}

const left = async (): Promise<Record<string, number>> => {
  const rows = await query<{ status: string; count: number; attempts: number }>(
    `select d.status, count(*)::integer, count(a.id)::integer as attempts from core.webhook_deliveries d
       left join core.webhook_attempts a on a.tenant_id = d.tenant_id and a.delivery_id = d.id
      where d.tenant_id = $1 group by d.status`,
    [tenant],
  );
  for (const { count, attempts } of rows) expect(attempts).toBe(count);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
const attemptsLeft = async () =>
  (await query('select 1 from core.webhook_attempts where tenant_id = $1', [tenant])).length;

it('A-447: deletes deliveries and their attempts 30 days after the end, in pieces; what is pending stays', async () => {
  const id = await endpoint();
  await delivery(id, 'delivered', before(30.01), 2_500);
  await delivery(id, 'failed', before(29.9));
  await delivery(id, 'pending', null);
  expect(await attemptsLeft()).toBe(2_502);
  await run();
  expect([await left(), await attemptsLeft()]).toEqual([{ failed: 1, pending: 1 }, 2]);
});

it('A-439: forgets a secret whose overlap is over, and keeps one that still signs', async () => {
  const over = await endpoint({ sealed_previous_secret: 'x', previous_secret_expires_at: before(0.01) });
  const signs = await endpoint({ sealed_previous_secret: 'x', previous_secret_expires_at: before(-0.01) });
  await run();
  const rows = await query<{ id: string; has: boolean; version: number }>(
    'select id, sealed_previous_secret is not null as has, version from core.webhook_endpoints where tenant_id = $1',
    [tenant],
  );
  expect(new Map(rows.map(({ id, has }) => [id, has]))).toEqual(
    new Map([
      [over, false],
      [signs, true],
    ]),
  );
  expect(rows.map(({ version }) => version)).toEqual([1, 1]);
});

it('A-436: awaits the events of an endpoint for seven days after it was disabled', async () => {
  const interests = async () => {
    const [row] = await query<{ endpoint_types: string[] }>(
      'select endpoint_types from core.event_interests where tenant_id = $1',
      [tenant],
    );
    return row?.endpoint_types;
  };
  const off = { status: 'disabled', disabled_reason: 'gone' };
  await endpoint({ ...off, event_types: ['retail.sale.*'], disabled_at: before(7.01) });
  await endpoint({ ...off, event_types: ['retail.stock.*'], disabled_at: before(6.9) });
  await endpoint({ event_types: ['core.*'] });
  await query(
    "insert into core.event_interests (tenant_id, id, endpoint_types, inner_types) values ($1, $1, $2, '{}')",
    [tenant, ['core.*', 'retail.sale.*', 'retail.stock.*']],
  );
  await run();
  expect(await interests()).toEqual(['core.*', 'retail.stock.*']);
});

it('A-446: skips what waits of a deleted tenant, and abandoned tests of disabled endpoints', async () => {
  const off = await endpoint({ status: 'disabled', disabled_reason: 'manual', disabled_at: before(1) });
  await delivery(off, 'pending', null);
  await run();
  expect(await left()).toEqual({ skipped: 1 });
  await delivery(await endpoint(), 'pending', null, 3);
  await run();
  expect(await left()).toEqual({ pending: 3, skipped: 1 });
  await query('update core.tenants set deleted_at = now() where id = $1', [tenant]);
  await run();
  expect(await left()).toEqual({ skipped: 4 });
});
