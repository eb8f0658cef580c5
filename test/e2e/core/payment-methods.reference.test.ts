import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  shapes,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { CARD, newMethod, paymentShapes } from '../../support/payments.js';
import { newTenant, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown, by?: string) => on.post('/payment-methods', body, by);
const remove = (id: string, by?: string) => on.send('DELETE', `/payment-methods/${id}`, { token: by });

describe('POST /api/v1/payment-methods/', () => {
  it('answers 201 and what is kept of a card', async () => {
    const answer = await create({ ...CARD, billing_address: { city: 'Ipoh' } }, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, paymentShapes.method);
    expectKeys(answer.body.data.billing_address, shapes.address);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(UUID),
      type: 'card',
      card_last_four: '1111',
      card_brand: 'visa',
      expiry_month: 12,
      expiry_year: 2099,
      cardholder_name: 'AINA BINTI ROSLI',
      billing_address: { street: null, city: 'Ipoh', state: null, postal_code: null, country: 'Malaysia' },
      is_active: true,
      created_at: expect.stringMatching(INSTANT),
    });
  });

  it('takes the smallest body of a card, and of anything else', async () => {
    const { card_number, expiry_month, expiry_year } = CARD;
    const card = await create({ type: 'credit_card', card_number, expiry_month, expiry_year }, token);
    expect([card.status, card.body.data]).toEqual([
      201,
      expect.objectContaining({ card_last_four: '1111', cardholder_name: null }),
    ]);
    const none = {
      card_last_four: null,
      card_brand: null,
      expiry_month: null,
      expiry_year: null,
      billing_address: null,
    };
    for (const type of ['fpx', 'bank_transfer', 'ewallet']) {
      const unset = { card_number: null, expiry_month: null, expiry_year: null, cvv: null, billing_address: null };
      for (const body of [{ type }, { type, ...unset }]) {
        const answer = await create(body, token);
        expect([answer.status, answer.body.data]).toEqual([201, expect.objectContaining({ type, ...none })]);
      }
    }
  });

  it.each(
    wrongBodies({ ...CARD }, [], {
      card_number: ['abcd', '4'.repeat(11), '4'.repeat(20), '4111_1111_1111_1111'],
      expiry_month: [0, 13],
      expiry_year: [2_020, 10_000],
      cvv: ['12', '12345', 'abc'],
    }),
  )('refuses %s', async (_, field, body) => {
    expectInvalid(on, await create(body, token), field);
  });

  it('refuses a wrong field of the address by its name', async () => {
    expectInvalid(on, await create({ ...CARD, billing_address: { city: 5 } }, token), 'billing_address.city');
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await create(CARD), 401);
  });
});

describe('GET /api/v1/payment-methods/', () => {
  it('answers all of the tenant’s as an array, newest first, without pages (A-84)', async () => {
    const own = await newTenant();
    const made = [await newMethod(own, CARD), await newMethod(own), await newMethod(own, { type: 'ewallet' })];
    const answer = await on.get('/payment-methods?page=2&page_size=1', own.admin.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expect(answer.body.data).toEqual([...made].reverse());
    expect((await on.get('/payment-methods', (await newTenant()).admin.token)).body.data).toEqual([]);
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await on.get('/payment-methods'), 401);
  });
});

describe('DELETE /api/v1/payment-methods/{payment_method_id}/', () => {
  it('answers that it is gone, and it is: nothing is paid with it any more (A-81)', async () => {
    const { id } = await newMethod(tenant);
    const answer = await remove(id, token);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
    expectRefusal(on, await remove(id, token), 404);
    const left = (await on.get('/payment-methods', token)).body.data.map((method: { id: string }) => method.id);
    expect(left).not.toContain(id);
    expectInvalid(on, await on.post('/payments', { amount: 5, payment_method_id: id }, token), 'payment_method_id');
  });

  it('knows no other tenant’s, and no unknown one', async () => {
    const { id } = await newMethod(await newTenant());
    const unknown = await remove(UNKNOWN_ID, token);
    expectRefusal(on, unknown, 404);
    for (const other of [id, 'pm_1', '1']) expectSameRefusal(unknown, await remove(other, token));
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await remove(UNKNOWN_ID), 401);
  });
});
