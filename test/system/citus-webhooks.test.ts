import { ALL_SHARDS } from '@usaha/shared';
import { WebhookRetention } from '@usaha/core';
import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import { sql } from '../support/system-database.js';
import { eventually, newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';
import type { OwnService, OwnTenant } from '../support/system-service.js';
import { openWebhooks, type Webhooks } from '../support/webhook-deliveries.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

/** Webhooks of tenants on every worker of a Citus cluster. */

jest.setTimeout(240_000);

(citusUrl ? describe : describe.skip)('webhooks on a Citus cluster', () => {
  let database: CitusDatabase;
  let webhooks: Webhooks;
  let service: OwnService;
  let tenants: OwnTenant[];
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    database = await distributedDatabase(citusUrl as string);
    receiver = await startReceiver();
    service = await startOwnService(database);
    tenants = [];
    for (let i = 0; i < 4; i += 1) tenants.push(await newTenantAt(service));
    webhooks = await openWebhooks(database);
  }, 300_000);
  afterAll(async () => {
    await receiver?.stop();
    await webhooks?.close();
    await stopOwnServices();
    await database?.drop();
  });

  const owner = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    sql<R>(database.ownerUrl, text, values);
  const wrong = () => service.log().filter(({ level, err }) => level === 'error' || level === 50 || err !== undefined);
  const delivered = (count: number) =>
    eventually(
      `${count} delivered`,
      async () => {
        const rows = await Promise.all(tenants.map(({ id }) => webhooks.deliveries(id)));
        return rows.flat().filter(({ status }) => status === 'delivered').length === count;
      },
      60,
    );

  it('are sent once each, retried, and in strict order', async () => {
    const [none, strict] = ['none', 'strict'] as const;
    for (const { id } of tenants)
      for (const ordering of [none, strict]) await webhooks.create(id, { url: receiver.url, ordering });
    receiver.script.push(500);
    for (const { id } of tenants) await webhooks.plantEvents(id, 5);
    await delivered(tenants.length * 2 * 5);
    expect(receiver.received).toHaveLength(tenants.length * 2 * 5 + 1);
    expect(wrong()).toEqual([]);
  });

  it('are counted, and forgotten', async () => {
    // They are sampled every few seconds.
    await eventually('none is counted as pending', async () => {
      const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
      return /^webhook_deliveries_pending 0$/m.test(metrics) && /^webhook_oldest_pending_seconds 0$/m.test(metrics);
    });
    const [first] = tenants as [OwnTenant];
    await owner(
      "update core.webhook_endpoints set previous_secret_expires_at = '2020-01-01', sealed_previous_secret = 'x' where tenant_id = $1",
      [first.id],
    );
    await owner("update core.webhook_deliveries set ended_at = '2020-01-01' where tenant_id = $1", [first.id]);
    await webhooks.app.get(WebhookRetention).run(new Date(), ALL_SHARDS);
    expect(await webhooks.deliveries(first.id)).toEqual([]);
    expect(await owner('select 1 from core.webhook_endpoints where sealed_previous_secret is not null')).toEqual([]);
    expect(wrong()).toEqual([]);
  });
});
