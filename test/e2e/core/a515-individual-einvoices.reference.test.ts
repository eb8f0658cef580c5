import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { einvoiceBuyer } from '../../support/einvoices.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { eventually } from '../../support/system-service.js';

/** which documents have a separate e-invoice as soon as they are made. */

const SETTINGS = '/einvoices/settings';
const query = <R extends object>(text: string, { id }: TestTenant) =>
  sql<R>(workerState().ownerUrl as string, text, [id]);

async function issuing(settings: Json = {}): Promise<TestTenant> {
  const tenant = await newTenant();
  const answer = await on.put(SETTINGS, { enabled: true, ...settings }, tenant.admin.token);
  if (answer.status !== 200) throw new Error(answer.text);
  return tenant;
}

const documentsOf = (tenant: TestTenant) =>
  query<{ number: string; status: string; total: string; source_id: string }>(
    `select d.number, d.status, d.total_including_tax::text as total, l.source_id from einvoice.documents d
       join einvoice.links l on l.tenant_id = d.tenant_id and l.einvoice_id = d.id where d.tenant_id = $1 order by d.id`,
    tenant,
  );
/** Once nothing of the tenant's events is left to be handled. */
const handled = (tenant: TestTenant) =>
  eventually('events are handled', async () => {
    const text = `select count(*)::integer as open from kernel.outbox where tenant_id = $1 and handled_at is null`;
    return (await query<{ open: number }>(text, tenant))[0]?.open === 0;
  });

async function saleOf(tenant: TestTenant, unit_price: number, more: Json = {}): Promise<Json> {
  const product = await newProduct(tenant, { tax_rate: 0 });
  return sell(tenant, [{ product_id: product.id, quantity: 1, unit_price }], more);
}
async function customerWithBuyer(tenant: TestTenant): Promise<string> {
  const { id } = await newCustomer(tenant);
  const body = { ...einvoiceBuyer, subject: { module: 'retail', id } };
  const answer = await on.post('/einvoices/buyers', body, tenant.admin.token);
  if (answer.status !== 201) throw new Error(answer.text);
  return id;
}

describe('A-515: individual or pooled', () => {
  it('a sale to a customer who has a buyer has its own, once; one to another customer is pooled', async () => {
    const tenant = await issuing();
    const customer_id = await customerWithBuyer(tenant);
    const sold = await saleOf(tenant, 100, { customer_id });
    await saleOf(tenant, 50, { customer_id: (await newCustomer(tenant)).id });
    await saleOf(tenant, 20);
    await handled(tenant);
    expect(await documentsOf(tenant)).toEqual([
      { number: sold.invoice_number, status: expect.any(String), total: '100.00', source_id: sold.id },
    ]);
  });

  it.each([
    ['over_5m', 12_000, ['blocked']],
    ['over_5m', 10_000, []],
    ['up_to_5m', 12_000, []],
  ])('in %s a sale of %d without a buyer is %j', async (turnover_group, amount, statuses) => {
    const tenant = await issuing({ turnover_group });
    await saleOf(tenant, amount);
    await handled(tenant);
    expect((await documentsOf(tenant)).map(({ status }) => status)).toEqual(statuses);
  });

  it('on request none is made of a known buyer', async () => {
    const tenant = await issuing({ individual: 'on_request' });
    await saleOf(tenant, 100, { customer_id: await customerWithBuyer(tenant) });
    await handled(tenant);
    expect(await documentsOf(tenant)).toEqual([]);
  });

  it('off, no event of a sale is recorded, before and after they were on', async () => {
    const [never, tenant] = await Promise.all([newTenant(), issuing()]);
    await on.put(SETTINGS, { enabled: false }, tenant.admin.token);
    for (const one of [never, tenant]) {
      await saleOf(one, 12_000, { customer_id: await customerWithBuyer(one) });
      const text = `select count(*)::integer as n from kernel.outbox where tenant_id = $1 and name = 'retail.sale.created'`;
      expect(await query(text, one)).toEqual([{ n: 0 }]);
      expect(await documentsOf(one)).toEqual([]);
    }
  });
});
