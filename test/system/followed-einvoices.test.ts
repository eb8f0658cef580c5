import { EinvoiceSources } from '@usaha/core';
import type { QueryRunner } from 'typeorm';
import { FollowedEinvoices1764980547100 } from '../../libs/core/dist/migrations/1764980547100-followed-einvoices.js';
import { ReadSources } from '../support/einvoice-sources.js';
import { clonedDatabase, dropDatabases, plantTenant, sql } from '../support/system-database.js';

/** businesses whose e-invoices were on before have the events recorded that these follow. */

afterAll(dropDatabases);

const KEPT = 'retail.sale.created';

it('has the events of changes recorded where e-invoices are on, once', async () => {
  const { ownerUrl } = await clonedDatabase();
  const runner = { query: (text: string, values: unknown[]) => sql(ownerUrl, text, values) } as unknown as QueryRunner;
  const business = async (isOn: boolean): Promise<string> => {
    const id = await plantTenant(ownerUrl);
    await sql(
      ownerUrl,
      `insert into einvoice.settings (tenant_id, id, created_at, updated_at, enabled) values ($1, $1, now(), now(), $2)`,
      [id, isOn],
    );
    await sql(
      ownerUrl,
      `insert into core.event_interests (tenant_id, id, endpoint_types, inner_types) values ($1, $1, '{}', array[$2])`,
      [id, KEPT],
    );
    return id;
  };
  const [on, off] = [await business(true), await business(false)];
  const awaited = async (id: string): Promise<string[]> => {
    const text = 'select inner_types from core.event_interests where tenant_id = $1';
    const [row] = await sql<{ inner_types: string[] }>(ownerUrl, text, [id]);
    return row?.inner_types ?? [];
  };
  const sources = await ReadSources.open();
  const known = new Set(sources.get(EinvoiceSources).known.map(({ source }) => source));
  const changes = [...known].flatMap(({ events }) =>
    events.filter(({ is_change }) => is_change).map(({ type }) => type),
  );
  await sources.end();

  const migration = new FollowedEinvoices1764980547100();
  for (let times = 0; times < 2; times += 1) {
    await migration.up(runner);
    expect((await awaited(on)).sort()).toEqual([KEPT, ...changes].sort());
    expect(await awaited(off)).toEqual([KEPT]);
  }
  await migration.down(runner);
  expect(await awaited(on)).toEqual([KEPT]);
});
