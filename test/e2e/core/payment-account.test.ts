import { contract, reference, type Answer } from '../../support/client.js';
import { referenceSurface } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';

/** the account of a business at a payment gateway. */

const PATH = '/payment-account/';
const KEYS = ['gateway', 'mode', 'brand_id', 'secret_hint', 'methods', 'callback_url', 'signing_secret', 'verified_at'];

const get = (tenant: TestTenant): Promise<Answer> => reference.get(PATH, { token: tenant.admin.token });
const put = (tenant: TestTenant, body: unknown): Promise<Answer> =>
  reference.put(PATH, body, { token: tenant.admin.token });

it('is the sandbox unless set, with its methods and the secret that signs its callbacks', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const { status, body } = await get(tenant);
  expect(status).toBe(200);
  expectKeys(body.data, KEYS);
  expect(body.data).toEqual({
    gateway: 'sandbox',
    mode: 'sandbox',
    brand_id: null,
    secret_hint: null,
    methods: [
      { method: 'duitnow_qr', min: 1, max: 50_000 },
      { method: 'fpx', min: 1, max: 30_000 },
      { method: 'card', min: 1, max: 50_000 },
      { method: 'ewallet', min: 1, max: 50_000 },
    ],
    callback_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callbacks\/payments\/sandbox\/[\w-]{48}$/),
    signing_secret: expect.stringMatching(/^sandbox_[0-9a-f]{64}$/),
    verified_at: null,
  });
  const theirs = (await get(other)).body.data;
  expect(theirs.signing_secret).not.toBe(body.data.signing_secret);
  expect(theirs.callback_url).not.toBe(body.data.callback_url);
});

it('can be set to the sandbox, again and again, and be taken away', async () => {
  const tenant = await newTenant();
  const first = await put(tenant, { gateway: 'sandbox' });
  expect([first.status, first.body.data.gateway, typeof first.body.data.verified_at]).toEqual([
    200,
    'sandbox',
    'string',
  ]);
  expect((await get(tenant)).body.data).toEqual(first.body.data);
  expect((await put(tenant, { gateway: 'sandbox' })).status).toBe(200);
  const token = tenant.admin.token;
  const gone = await reference.delete(PATH, { token });
  expect([gone.status, gone.body.data.verified_at]).toEqual([200, null]);
  expect((await reference.delete(PATH, { token })).status).toBe(200);
});

it('that many set at once is one', async () => {
  const tenant = await newTenant();
  const answers = await Promise.all(Array.from({ length: 6 }, () => put(tenant, { gateway: 'sandbox' })));
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect((await get(tenant)).status).toBe(200);
});

it.each([
  [{}, 'gateway'],
  [{ gateway: 'bank' }, 'gateway'],
  [{ gateway: null }, 'gateway'],
  [{ gateway: 'sandbox', secret_key: 'x' }, 'secret_key'],
  [{ gateway: 'sandbox', api_url: 'http://127.0.0.1:1/' }, 'api_url'],
  [{ gateway: 'sandbox', brand_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a' }, 'brand_id'],
  [{ gateway: 'chip', brand_id: 'x', secret_key: 'y' }, 'brand_id'],
])('%j is 400 naming %s, and nothing is stored', async (body, field) => {
  const tenant = await newTenant();
  expectInvalid(referenceSurface, await put(tenant, body), field);
  expect((await get(tenant)).body.data.verified_at).toBeNull();
});

it('is for administrators of the business alone, and on the trail without a key', async () => {
  const tenant = await newTenant();
  for (const role of ['manager', 'staff', 'user'] as const) {
    const { token } = await newUser(tenant, role);
    const answers = [
      await reference.get(PATH, { token }),
      await reference.put(PATH, { gateway: 'sandbox' }, { token }),
      await reference.delete(PATH, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  }
  await put(tenant, { gateway: 'sandbox' });
  const trail = await reference.get('/audit/?record_type=payment%20account', { token: tenant.admin.token });
  expect(trail.body.data.map(({ action }: { action: string }) => action)).toEqual(['create']);
  expect((await contract.get('/payment-account', { token: tenant.admin.token })).status).toBe(404);
});
