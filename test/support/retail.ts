import type { Answer, Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { unique, type TestTenant } from './people.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer about products, stock, sales and refunds. */
export const retailShapes = {
  contract: {
    product: words(
      `id tenant_id name sku description category price cost stock_quantity reorder_point supplier_id status created_at
       updated_at`,
    ),
    sale: words(
      'id tenant_id invoice_number customer_id subtotal tax total payment_method status created_at updated_at',
    ),
  },
  product: words(
    `id sku name description category brand barcode barcode_valid unit current_stock minimum_stock maximum_stock
     purchase_price selling_price tax_rate is_active attributes picture_ids picture_urls created_at updated_at`,
  ),
  stock: words('product_id previous_stock quantity_changed new_stock operation timestamp'),
  transfer: words(
    `product_id previous_stock quantity_changed new_stock operation timestamp quantity from_location to_location`,
  ),
  movement: words(
    `id product_id kind quantity_changed balance shortage location_changes reason reference notes sale_id actor_id created_at`,
  ),
  alert: words('product_id sku name type severity current_stock minimum_stock maximum_stock expiry_date message'),
  sale: words(
    `id invoice_number customer_id items payment_method payment_status payment_details subtotal discount_amount tax_amount
     total payments on_account outstanding_amount voided_at refunded_total refunds status status_reason status_history notes client_reference sold_at created_at updated_at`,
  ),
  saleItem: words('product_id quantity unit_price discount_rate tax_rate subtotal tax_amount total unit_cost'),
  refund: words('id credit_note_number items refund_method notes client_reference amount credited is_void created_at'),
  refundItem: words('product_id quantity reason subtotal tax_amount amount'),
  statusChange: words('status reason changed_at changed_by'),
};

/** Makes `count` records at once. */
export const atOnce = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

/** Does all of the work, `wide` of them at a time. */
export async function inTurns<T>(wide: number, work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < work.length; i = next++) results[i] = await (work[i] as () => Promise<T>)();
  };
  await Promise.all(Array.from({ length: wide }, worker));
  return results;
}

export const withStatus = (answers: readonly Answer[], ...statuses: number[]): Answer[] =>
  answers.filter(({ status }) => statuses.includes(status));

function must(answer: Answer, status: number): Json {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return on.data(answer);
}

/** A product of the reference surface, at 10 ringgit and 6 percent unless told otherwise. */
export async function newProduct(tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> {
  const body = { sku: unique('SKU'), name: 'Kopi O', selling_price: 10, ...extra };
  return must(await on.post('/retail/products', body, tenant.admin.token), 201);
}

export const readProduct = async (tenant: TestTenant, id: string): Promise<Json> =>
  must(await on.get(`/retail/products/${id}`, tenant.admin.token), 200);

export const stockOf = async (tenant: TestTenant, id: string): Promise<number> =>
  (await readProduct(tenant, id)).current_stock;

export async function newCustomer(tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> {
  const body = { first_name: 'Siti', last_name: 'Nur', ...extra };
  return must(await on.post('/retail/customers', body, tenant.admin.token), 201);
}

/** Asks for a sale on the reference surface. */
export const trySell = (
  tenant: TestTenant,
  items: Record<string, unknown>[],
  more: Record<string, unknown> = {},
): Promise<Answer> => on.post('/retail/sales', { items, ...more }, tenant.admin.token);

/** A sale on the reference surface that succeeds, as it is read later. */
export const sell = async (
  tenant: TestTenant,
  items: Record<string, unknown>[],
  more: Record<string, unknown> = {},
): Promise<Json> => {
  const { warnings: _, payment_request: none, ...sale } = must(await trySell(tenant, items, more), 201);
  return sale;
};

export const readSale = async (tenant: TestTenant, id: string): Promise<Json> =>
  must(await on.get(`/retail/sales/${id}`, tenant.admin.token), 200);

/** Asks for a refund. */
export const giveBack = (tenant: TestTenant, sale_id: string, body: unknown = {}): Promise<Answer> =>
  on.post(`/retail/sales/${sale_id}/refund`, body, tenant.admin.token);

/** Every row of a list of the reference surface, page by page. */
export async function allRows(path: string, token: string, page_size = 100): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await on.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&page_size=${page_size}`, token);
    rows.push(...must(answer, 200));
    if (page >= answer.body.pagination.pages) return rows;
  }
}

/** All movements of a product's stock, newest first. */
export const movementsOf = (tenant: TestTenant, product_id: string, page_size = 100): Promise<Json[]> =>
  allRows(`/retail/products/${product_id}/movements`, tenant.admin.token, page_size);

/** The ledger in short, oldest first: what moved it, by how much, and what was left. */
export const ledgerOf = async (tenant: TestTenant, product_id: string): Promise<[string, number, number][]> =>
  (await movementsOf(tenant, product_id)).reverse().map((m) => [m.kind, m.quantity_changed, m.balance]);

/** Enables the module with these settings. */
export const configureRetail = async (tenant: TestTenant, retail: Record<string, unknown>): Promise<void> =>
  must(await on.post('/modules/retail/enable', { configuration: { retail } }, tenant.admin.token), 200);

export const disableRetail = async (tenant: TestTenant): Promise<void> =>
  must(await on.send('POST', '/modules/retail/disable', { token: tenant.admin.token }), 200);

/** A calendar day in Malaysia, a number of days from today. */
export const malaysianDay = (shift = 0): string =>
  new Date(Date.now() + 8 * 3_600_000 + shift * 86_400_000).toISOString().slice(0, 10);
