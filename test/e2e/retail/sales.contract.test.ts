import type { Json } from '../../support/client.js';
import { contractSurface as on, everyRole, UNKNOWN_ID, type Role } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
} from '../../support/core-shapes.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import { disableRetail, newProduct, retailShapes, stockOf } from '../../support/retail.js';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
let kopi: Json;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
  kopi = await newProduct(tenant, { selling_price: 100 });
});

const create = (body: unknown, by?: string) => on.post('/retail/sales', body, by);
const smallest = (product_id = kopi.id) => ({ customer_id: UNKNOWN_ID, items: [{ product_id, quantity: 2 }] });

describe('POST /v1/retail/sales', () => {
  it('A-65, A-91, A-92: answers 201 and exactly the record, COMPLETED, with 6 percent of tax', async () => {
    const answer = await create({ ...smallest(), payment_method: 'cash' }, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, retailShapes.contract.sale);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      invoice_number: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
      customer_id: UNKNOWN_ID,
      subtotal: 200,
      tax: 12,
      total: 212,
      payment_method: 'cash',
      status: 'COMPLETED',
      created_at: expect.stringMatching(INSTANT),
      updated_at: answer.body.created_at,
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    const items = [{ product_id: kopi.id, quantity: 1, unit_price: null }];
    for (const body of [smallest(), { customer_id: UNKNOWN_ID, items, payment_method: null }]) {
      const answer = await create(body, token);
      expect([answer.status, answer.body.payment_method]).toEqual([201, null]);
    }
  });

  it('A-90: takes the price that is sent, also 0, and the catalogue’s where none is', async () => {
    const totalAt = async (unit_price?: number) => {
      const items = [{ product_id: kopi.id, quantity: 1, unit_price }];
      return (await create({ customer_id: UNKNOWN_ID, items }, token)).body.total;
    };
    expect([await totalAt(80), await totalAt(0), await totalAt()]).toEqual([84.8, 0, 106]);
  });

  it('A-94: refuses a product that is not there', async () => {
    expectInvalid(on, await create(smallest(UNKNOWN_ID), token), 'items.0.product_id');
  });

  it('A-12, A-93, A-94: says 400 to what is too few or not for sale, and leaves the stock', async () => {
    const { id } = await newProduct(tenant, { current_stock: 1 });
    expectInvalid(on, await create(smallest(id), token), 'items.0.quantity');
    expect(await stockOf(tenant, id)).toBe(1);
    const off = await newProduct(tenant, { is_active: false });
    expectInvalid(on, await create(smallest(off.id), token), 'items.0.product_id');
  });

  it('A-52: another tenant’s product is as unknown as one that does not exist, and stays as it is', async () => {
    const other = await newTenant();
    const theirs = await newProduct(other, { current_stock: 5 });
    expectSameRefusal(await create(smallest(UNKNOWN_ID), token), await create(smallest(theirs.id), token));
    expect(await stockOf(other, theirs.id)).toBe(5);
  });

  it('A-09: ignores what it does not know: no discount, no rate of tax, no status', async () => {
    const items = [{ ...smallest().items[0], discount_rate: 50, tax_rate: 0 }];
    const extra = { id: UNKNOWN_ID, tenant_id: UNKNOWN_ID, status: 'PENDING', total: 1 };
    const { body } = await create({ customer_id: UNKNOWN_ID, items, ...extra }, token);
    expect(body).toMatchObject({ tenant_id: tenant.id, total: 212, status: 'COMPLETED' });
    expect(body.id).not.toBe(UNKNOWN_ID);
  });

  it('A-15: says 401 to rubbish without a token, and 403 to rubbish by a viewer', async () => {
    expectRefusal(on, await create({}), 401);
    expectRefusal(on, await create({}, people.VIEWER.token), 403);
  });

  it('A-60: is not served while the module is disabled', async () => {
    const other = await newTenant();
    const { id } = await newProduct(other);
    await disableRetail(other);
    expectRefusal(on, await create(smallest(id), other.admin.token), 403, 'MODULE_DISABLED');
  });
});
