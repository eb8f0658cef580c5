import { ConsolidationService, type Consolidated } from '@usaha/core';
import { malaysianDay } from '@usaha/shared';
import type { Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import type { ReadSources } from './einvoice-sources.js';
import { newTenant, type TestTenant } from './people.js';
import { newProduct } from './retail.js';
import { workerState } from './state.js';
import { sql } from './system-database.js';

/** The month that is some months away from the running one, YYYY-MM (UTC+8). */
export function monthAway(months: number): string {
  const [year, month] = malaysianDay(new Date()).split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + months, 15)).toISOString().slice(0, 7);
}

const query = <R extends object>(text: string, values: unknown[]) =>
  sql<R>(workerState().ownerUrl as string, text, values);

/** Moves a sale to a month. */
export const sellIn = (month: string, { id }: Json): Promise<unknown> =>
  query('update retail.sales set sold_at = $2 where id = $1', [id, `${month}-15T04:00:00Z`]);

/** Moves the refunds of a sale to a month. */
export const giveBackIn = (month: string, { id }: Json): Promise<unknown> =>
  query('update retail.sale_refunds set created_at = $2 where sale_id = $1', [id, `${month}-20T04:00:00Z`]);

/** A shop with a product of 10 ringgit without tax, whose e-invoices began long ago. */
export async function shopOf(settings: Json = {}): Promise<{ tenant: TestTenant; product_id: string }> {
  const tenant = await newTenant();
  const body = { enabled: true, start_date: '2024-01-01', ...settings };
  const answer = await on.put('/einvoices/settings', body, tenant.admin.token);
  if (answer.status !== 200) throw new Error(answer.text);
  return { tenant, product_id: (await newProduct(tenant, { tax_rate: 0, current_stock: 1000 })).id };
}

/** Consolidates a month of a tenant. */
export const consolidateMonth = (sources: ReadSources, tenant: TestTenant, month: string): Promise<Consolidated> =>
  sources.in(tenant, (ctx) => sources.get(ConsolidationService).consolidate(ctx, month));

/** What e-invoices of a tenant are made of. */
export const linksOf = ({ id }: TestTenant) =>
  query<{ kind: string; source_id: string; einvoice_id: string }>(
    'select kind, source_id, einvoice_id from einvoice.links where tenant_id = $1 order by source_id',
    [id],
  );

/** The members of a document, as it is sent. */
export async function rawOf(tenant: TestTenant, id: string): Promise<Json> {
  const { document } = on.data(await on.get(`/einvoices/${id}/raw`, tenant.admin.token)) as { document: string };
  return JSON.parse(document).Invoice[0];
}

/** What its lines say, and their amounts. */
export const linesOf = async (tenant: TestTenant, id: string): Promise<[string, number][]> =>
  (await rawOf(tenant, id)).InvoiceLine.map((line: Json) => [
    line.Item[0].Description[0]._,
    line.LineExtensionAmount[0]._,
  ]);
