import { expectBalanced, newBeautyProduct, newClient, newMembership } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';

// Many requests at once, on a machine that may be busy.
jest.setTimeout(120_000);

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

describe('A-30, A-259: at the same time', () => {
  it('twenty PUTs of a stock leave the sum of the movements', async () => {
    const { id } = await newBeautyProduct(tenant, { stock_quantity: 5 });
    const answers = await atOnce(20, (i) => on.put(`/beauty/products/${id}`, { stock_quantity: i % 7 }, token));
    expect(withStatus(answers, 200)).toHaveLength(20);
    await expectBalanced(tenant, id);
  });

  it('of twenty products with one sku one is there', async () => {
    const sku = unique('SKU');
    const answers = await atOnce(20, () => on.post('/beauty/products', { name: 'x', price: 1, sku }, token));
    expect([withStatus(answers, 201).length, withStatus(answers, 409).length]).toEqual([1, 19]);
  });

  it('a membership and the erasure of its client leave nothing personal', async () => {
    const { id } = await newClient(tenant);
    const { id: membership_id } = await newMembership(tenant, { client_id: id, payment_method: 'akaun Siti' });
    const path = `/beauty/memberships/${membership_id}`;
    const [, ...answers] = await Promise.all([
      on.send('POST', `/beauty/clients/${id}/erase`, { token }),
      ...Array.from({ length: 10 }, () => on.put(path, { client_id: id, payment_method: 'akaun Siti' }, token)),
      ...Array.from({ length: 10 }, () =>
        on.post('/beauty/memberships', { client_id: id, membership_type: 'Gold', payment_method: 'akaun Siti' }, token),
      ),
    ]);
    // A PUT that waited finds its client gone (400), or its membership blanked (409).
    expect(withStatus(answers, 200, 201, 400, 409)).toHaveLength(20);
    const rows: Json[] = must(await on.get(`/beauty/memberships?client_id=${id}&page_size=100`, token), 200);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ payment_method }) => payment_method !== null)).toEqual([]);
  });
});
