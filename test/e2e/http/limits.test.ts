import { call, type Answer, type CallOptions } from '../../support/client.js';
import { surfaces } from '../../support/core-surfaces.js';
import { expectError, expectWrong } from '../../support/http-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';

/**
 * Excessive requests are refused before they cost anything. Times are generous, for a machine that is busy; without
 * the limits each of these would take seconds, in which no other caller is answered.
 */
const SOON = 5_000;

const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i}`, 1]));
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

async function soon(send: () => Promise<Answer>): Promise<Answer> {
  const begun = performance.now();
  const answer = await send();
  expect(performance.now() - begun).toBeLessThan(SOON);
  return answer;
}

describe.each(surfaces)('limits on the $name surface', (on) => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });

  const login = (body: object) => soon(() => on.post('/auth/login', body));
  const change = (body: object) => soon(() => on.put(`/tenants/${tenant.id}`, body, tenant.admin.token));

  it('refuses a body of more than 10,000 values, without a token too', async () => {
    for (const body of [
      keys(60_000),
      { settings: keys(60_000) },
      { a: Array(900).fill(ones(12)) },
      { a: ones(450_000) },
    ]) {
      expectWrong(on, await login(body), 'body');
      expectWrong(on, await change(body), 'body');
    }
    expect((await change(keys(10_000))).status).toBe(200);
    expectError(on, await login(keys(10_000)), 400);
  });

  it('refuses a list of more than 1,000 items by its name', async () => {
    for (const list of [ones(1_001), ones(9_000), Array(9_000).fill({})]) {
      expectWrong(on, await login({ email: list }), 'email');
      expectWrong(on, await change({ name: { of: list } }), 'name.of');
    }
  });

  it('refuses more than 32 levels', async () => {
    const deep = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
    expect((await change(deep(32))).status).toBe(200);
    expectWrong(on, await change(deep(33)), 'body');
    expectWrong(on, await login(deep(33)), 'body');
  });

  it('refuses a header that cannot hold a token of ours as soon as it sees it', async () => {
    const long = (part: string) => part.repeat(15_000 / part.length);
    const sent = [long('x'), `Bearer ${long('x')}`, `Bearer ${long('a.')}`, `Bearer a.b.${long('c')}`];
    const begun = performance.now();
    for (const authorization of [...sent, ...Array<string>(20).fill(long('x'))]) {
      const options: CallOptions = { headers: { authorization } };
      expectError(on, await on.send('GET', '/users', options), 401);
    }
    expect(performance.now() - begun).toBeLessThan(SOON);
    expect((await on.send('GET', '/users', { token: tenant.admin.token })).status).toBe(200);
  });
});

describe('limits of a single body', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });

  const post = (path: string, body: object) =>
    soon(() => call('POST', `/api/v1${path}/`, { body, token: tenant.admin.token }));

  it('keep an open object of 64 KB as it was sent, and refuse a larger one by its name', async () => {
    const attributes = (bytes: number) => ({ a: 'x'.repeat(bytes - 8) });
    const product = (sku: string, bytes: number) => ({
      sku,
      name: 'Kopi',
      selling_price: 1,
      attributes: attributes(bytes),
    });
    const kept = await post('/retail/products', product('SMALL', 65_536));
    expect([kept.status, kept.body.data.attributes]).toEqual([201, attributes(65_536)]);
    const refused = await post('/retail/products', product('LARGE', 65_537));
    expect([refused.status, refused.body.error.errors]).toEqual([
      400,
      [{ field: 'attributes', message: expect.stringContaining('65536') }],
    ]);
  });

  it('keep an open object of thousands of keys as it was sent, soon', async () => {
    const attributes = keys(4_500);
    const product = { sku: 'MANY', name: 'Kopi', selling_price: 1, attributes };
    expect((await post('/retail/products', product)).body.data.attributes).toEqual(attributes);
  });

  it('name at most 100 wrong fields', async () => {
    const wrong = { unit_price: -1, description: 7, quantity: 'x' };
    for (const items of [
      Array(1_000).fill(wrong),
      Array(1_000).fill(null),
      Array(1_000).fill([[]]),
      Array(9).fill(Array(999).fill({})),
    ]) {
      const answer = await post('/healthcare/billing', { patient_id: 'x', items });
      expect([answer.status, answer.body.error.errors.length <= 100]).toEqual([400, true]);
      expect(answer.text.length).toBeLessThan(30_000);
    }
  });
});
