import { resolve } from 'node:path';
import { FAKE_BRAND_ID, FAKE_SECRET_KEY, startFakeChip, type FakeChip } from '../../tools/fake-chip.js';
import type { Answer, Json } from '../support/client.js';
import { execute } from '../support/command-line.js';
import { callbackPath } from '../support/payment-callbacks.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** CHIP Collect, played on this machine, as the account of a business and of the platform. */

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');
const OTHER_KEY = 'a-key-that-chip-does-not-know';
/** No fault: of a call before the one that has one. */
const asItIs = (answer: Record<string, unknown>): unknown => answer;

let database: OwnDatabase;
let chip: FakeChip;
let service: OwnService;
const platform = (): Record<string, string> => ({
  PAYMENT_GATEWAY: 'chip',
  CHIP_BRAND_ID: FAKE_BRAND_ID,
  CHIP_SECRET_KEY: FAKE_SECRET_KEY,
  CHIP_API_URL: chip.api_url,
  PUBLIC_URL: 'https://usaha.example',
});
beforeAll(async () => {
  database = await clonedDatabase();
  chip = await startFakeChip();
  service = await startOwnService(database, platform());
});
afterAll(async () => {
  await stopOwnServices();
  await chip.stop();
  await dropDatabases();
});

const put = (tenant: OwnTenant, body: Record<string, unknown> = {}): Promise<Answer> =>
  at(service).put(
    '/api/v1/payment-account/',
    { gateway: 'chip', brand_id: FAKE_BRAND_ID, secret_key: FAKE_SECRET_KEY, api_url: chip.api_url, ...body },
    tenant.admin.token,
  );
const account = async (tenant: OwnTenant): Promise<Json> =>
  (await at(service).get('/api/v1/payment-account/', tenant.admin.token)).body.data;
const stored = (tenant: OwnTenant) =>
  sql(database.ownerUrl, 'select * from core.payment_accounts where tenant_id = $1', [tenant.id]);
const figure = async (line: string): Promise<number> => {
  const { text } = await at(service).get('/metrics');
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1) ?? NaN);
};

describe('the account of a business', () => {
  it('is tried by a purchase that is cancelled, and stored with its key sealed', async () => {
    const tenant = await newTenantAt(service);
    const { status, body } = await put(tenant);
    expect([status, body.data]).toEqual([
      200,
      {
        gateway: 'chip',
        mode: 'test',
        brand_id: FAKE_BRAND_ID,
        secret_hint: FAKE_SECRET_KEY.slice(-4),
        methods: [
          { method: 'duitnow_qr', min: 1, max: 50_000 },
          { method: 'fpx', min: 1, max: 30_000 },
          { method: 'card', min: 1, max: 50_000 },
          { method: 'ewallet', min: 1, max: 50_000 },
        ],
        callback_url: `https://usaha.example${callbackPath(tenant.id, 'chip')}`,
        signing_secret: null,
        verified_at: expect.any(String),
      },
    ]);
    const [tried] = [...chip.book.purchases.values()].slice(-1);
    expect(tried).toMatchObject({ status: 'cancelled', purchase: { total: 100, currency: 'MYR' } });
    expect(JSON.stringify(await stored(tenant))).not.toContain(FAKE_SECRET_KEY);
    expect(service.output()).not.toContain(FAKE_SECRET_KEY);
    expect(await figure('gateway_seconds_count{gateway="chip",call="abilities"}')).toBeGreaterThan(0);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['key', { secret_key: OTHER_KEY }, 'secret_key'],
    ['brand', { brand_id: '00000000-0000-4000-8000-000000000001' }, 'brand_id'],
    ['address that the guard refuses', { api_url: 'http://10.0.0.1/api/v1' }, 'api_url'],
  ])('is 400 for a %s that is refused, and nothing is stored', async (_, body, field) => {
    const tenant = await newTenantAt(service);
    const answer = await put(tenant, body);
    expect([answer.status, answer.body.error?.errors?.map((error: Json) => error.field)]).toEqual([400, [field]]);
    expect([await stored(tenant), (await account(tenant)).gateway]).toEqual([[], 'sandbox']);
    expect(service.output()).not.toContain(OTHER_KEY);
  });

  it.each(['500', 'cut', 'html'])('is 503 where CHIP answers %s, and nothing is stored', async (fault) => {
    const tenant = await newTenantAt(service);
    // The means and the key are asked for at once.
    chip.faults.push(fault, fault);
    const answer = await put(tenant);
    expect([answer.status, answer.body.error?.code]).toEqual([503, 'GATEWAY_SILENT']);
    expect(await stored(tenant)).toEqual([]);
  });
});

describe('the account of the platform', () => {
  let tenant: OwnTenant;
  let subscription: Json;
  beforeEach(async () => {
    tenant = await newTenantAt(service);
    const body = { tenant_id: tenant.id, plan_type: 'STARTER', billing_cycle: 'MONTHLY' };
    subscription = (await at(service).post('/v1/subscriptions', body, tenant.admin.token)).body;
  });
  const begin = async (): Promise<Json> => {
    const method = await at(service).post('/api/v1/payment-methods/', { type: 'fpx' }, tenant.admin.token);
    const body = {
      amount: subscription.amount,
      payment_method_id: method.body.data.id,
      metadata: { subscription_id: subscription.id },
    };
    const answer = await at(service).post('/api/v1/payments/', body, tenant.admin.token);
    expect([answer.status, answer.body.data.status]).toEqual([201, 'pending']);
    return answer.body.data;
  };
  const read = async ({ id }: Json): Promise<Json> =>
    (await at(service).get(`/api/v1/payments/${id}/`, tenant.admin.token)).body.data;
  const purchaseOf = (payment: Json) => {
    const found = [...chip.book.purchases.values()].find(({ reference }) => reference === payment.id);
    if (!found) throw new Error('There is no such purchase');
    return found;
  };
  /** CHIP's callback, by the address that a purchase has, to this service. */
  const callBack = async (payment: Json, sign = (body: string): string => chip.book.sign(body)): Promise<number> => {
    const purchase = purchaseOf(payment);
    const body = JSON.stringify({ event_type: 'purchase.paid', ...purchase });
    expect(purchase.success_callback).toBe(`https://usaha.example${callbackPath(tenant.id, 'chip')}`);
    const path = new URL(String(purchase.success_callback)).pathname;
    const headers = { 'content-type': 'application/json', 'x-signature': sign(body) };
    return (await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body })).status;
  };

  it('waits for the payer without being asked to, on both surfaces', async () => {
    const payment = await begin();
    const purchase = purchaseOf(payment);
    expect(payment.waiting).toMatchObject({
      method: 'fpx',
      qr: null,
      qr_svg: null,
      redirect_url: `${purchase.checkout_url}?preferred=fpx`,
    });
    expect(purchase).toMatchObject({
      client: { email: 'hello@example.com' },
      payment_method_whitelist: ['fpx', 'fpx_b2b1'],
      purchase: { total: subscription.amount * 100, due_strict: true },
    });
    const contract = await at(service).post(
      '/v1/payments',
      { subscription_id: subscription.id, amount: subscription.amount, payment_method: 'fpx' },
      tenant.admin.token,
    );
    expect([contract.status, contract.body.status]).toEqual([201, 'PENDING']);
    expect(Object.keys(contract.body)).not.toContain('waiting');
  });

  it('is booked once by callbacks that are signed by CHIP, however many come at once', async () => {
    const payment = await begin();
    await chip.payerDoes(purchaseOf(payment).id, { method: 'fpx', callback: false });
    const [followed, refused] = ['followed', 'refused'].map(
      (outcome) => `payment_callbacks_total{gateway="chip",outcome="${outcome}"}`,
    ) as [string, string];
    const before = [await figure(followed), await figure(refused)] as const;
    expect(await callBack(payment, () => Buffer.alloc(256, 1).toString('base64'))).toBe(401);
    expect((await read(payment)).status).toBe('pending');
    const statuses = await Promise.all(Array.from({ length: 10 }, () => callBack(payment)));
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await read(payment)).toMatchObject({ status: 'completed', payment_method: 'fpx', waiting: null });
    const after = (await at(service).get(`/api/v1/subscriptions/${subscription.id}/`, tenant.admin.token)).body.data;
    expect(after).toMatchObject({ terms_paid: 1, paid_amount: subscription.amount });
    await eventually('the callbacks are counted', async () => (await figure(followed)) === before[0] + 10);
    expect(await figure(refused)).toBe(before[1] + 1);
  });

  it('is booked by asking where no callback comes', async () => {
    const payment = await begin();
    await chip.payerDoes(purchaseOf(payment).id, { method: 'fpx', callback: false });
    await eventually('the payment is booked', async () => (await read(payment)).status === 'completed');
  });

  it('books nothing of which CHIP says that another amount was paid', async () => {
    const payment = await begin();
    const { id } = purchaseOf(payment);
    await chip.payerDoes(id, { method: 'fpx', callback: false });
    const purchase = purchaseOf(payment) as unknown as { payment: { amount: number } };
    purchase.payment.amount -= 1;
    expect(await callBack(payment)).toBe(200);
    expect((await read(payment)).status).toBe('pending');
    await eventually('the log tells of it', () =>
      service.output().includes('took something else than what was asked for'),
    );
  });

  it('takes no cards into its keeping, and gives back in parts', async () => {
    const payment = await begin();
    await chip.payerDoes(purchaseOf(payment).id, { method: 'fpx', callback: false });
    expect(await callBack(payment)).toBe(200);
    const refund = (amount: number): Promise<Answer> =>
      at(service).post(`/api/v1/payments/${payment.id}/refund/`, { amount }, tenant.admin.token);
    expect((await refund(10)).status).toBe(200);
    expect(purchaseOf(payment).refundable_amount).toBe(subscription.amount * 100 - 1_000);
    expect((await read(payment)).refunded_amount).toBe(10);
    const card = { type: 'credit_card', card_number: '4111111111111111', expiry_month: 12, expiry_year: 2099 };
    expect((await at(service).post('/api/v1/payment-methods/', card, tenant.admin.token)).status).toBe(409);
  });

  describe('A-471: by a payment request', () => {
    const paths = { requests: '/api/v1/payment-requests/', methods: '/api/v1/payment-methods/' };
    const post = (path: string, body: Json): Promise<Answer> => at(service).post(path, body, tenant.admin.token);
    const list = async (path: string): Promise<Json[]> =>
      (await at(service).get(path, tenant.admin.token)).body.data as Json[];
    const request = async (extra: Json = {}): Promise<Json> => {
      const subject = { subject_type: 'subscription', subject_id: subscription.id };
      const { status, body } = await post(paths.requests, { ...subject, method: 'card', keep_card: true, ...extra });
      expect([status, body.data.status]).toEqual([201, 'open']);
      return body.data;
    };
    /** Pays a request by card, which CHIP keeps. @returns the payment method that it is since */
    const keptCard = async (): Promise<Json> => {
      await request();
      const [payment] = await list('/api/v1/payments/');
      await chip.payerDoes(purchaseOf(payment).id, { method: 'visa', callback: false });
      expect(await callBack(payment)).toBe(200);
      const [kept] = await list(paths.methods);
      return kept;
    };
    const payBy = (method: Json): Promise<Answer> =>
      post('/api/v1/payments/', {
        amount: subscription.amount,
        payment_method_id: method.id,
        metadata: { subscription_id: subscription.id },
      });

    it('is booked by a callback that the key of the platform signs, and refunded at CHIP', async () => {
      const { id } = await request({ method: 'fpx', keep_card: false });
      const [payment] = (await list('/api/v1/payments/')) as [Json];
      const purchase = purchaseOf(payment);
      expect(purchase).toMatchObject({ client: { email: 'hello@example.com' }, force_recurring: false });
      await chip.payerDoes(purchase.id, { method: 'fpx', callback: false });
      expect(await callBack(payment, () => Buffer.alloc(256, 1).toString('base64'))).toBe(401);
      expect(await Promise.all(Array.from({ length: 10 }, () => callBack(payment)))).toEqual(Array(10).fill(200));
      expect(await read(payment)).toMatchObject({ status: 'completed', payment_method: 'fpx' });
      expect((await at(service).get(`${paths.requests}${id}/`, tenant.admin.token)).body.data.status).toBe('paid');
      expect((await post(`/api/v1/payments/${payment.id}/refund/`, { amount: 10 })).status).toBe(200);
      expect(purchaseOf(payment).refundable_amount).toBe(subscription.amount * 100 - 1_000);
      // in the night CHIP and the payment agree on the refund.
      const attempts = 'update core.payment_attempts set reconcile_at = $2 where tenant_id = $1';
      await sql(database.ownerUrl, attempts, [tenant.id, new Date(Date.now() - 1_000)]);
      await service.stop();
      service = await startOwnService(database, platform());
      await eventually('the attempt was compared', async () => {
        const left = 'select 1 from core.payment_attempts where tenant_id = $1 and reconcile_at < $2';
        return (await sql(database.ownerUrl, left, [tenant.id, new Date()])).length === 0;
      });
      expect(await list('/api/v1/payment-differences/')).toEqual([]);
    });

    it('keeps the card that paid, by which CHIP is paid later, and gives back', async () => {
      const kept = await keptCard();
      expect(kept).toMatchObject({ type: 'card', card_last_four: '1111', card_brand: 'visa', expiry_year: 2099 });
      const { status, body } = await payBy(kept);
      expect([status, body.data.status]).toEqual([201, 'completed']);
      expect((await post(`/api/v1/payments/${body.data.id}/refund/`, {})).body.data.status).toBe('refunded');
      expect(purchaseOf(body.data).status).toBe('refunded');
    });

    it('is 402 where CHIP declines the kept card: the purchase is cancelled', async () => {
      const kept = await keptCard();
      chip.faults.push(asItIs, asItIs, '400');
      const { status, body } = await payBy(kept);
      expect([status, body.error.details.reason]).toEqual([402, 'declined']);
      const found = [...chip.book.purchases.values()].find(
        ({ reference }) => reference === body.error.details.transaction_id,
      );
      expect(found?.status).toBe('cancelled');
    });

    it('is paid once where the answer of CHIP is lost after the card was charged', async () => {
      const kept = await keptCard();
      chip.faults.push(asItIs, asItIs, 'late-cut');
      expect((await payBy(kept)).status).toBe(503);
      await eventually('the payment is booked', async () =>
        (await list('/api/v1/payments/')).every(({ status }) => status === 'completed'),
      );
      const subscribed = (await at(service).get(`/api/v1/subscriptions/${subscription.id}/`, tenant.admin.token)).body;
      expect(subscribed.data).toMatchObject({ terms_paid: 2, paid_amount: 2 * subscription.amount });
      expect(chip.calls.filter((call) => call.endsWith('/charge/')).length).toBeGreaterThan(0);
    });
  });

  it('has a key that doctor tries', async () => {
    const environment = {
      ...platform(),
      DATABASE_URL: database.appUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      PORT: '0',
    };
    const doctor = async (more: Record<string, string>): Promise<string> =>
      (await execute(cli, ['doctor'], { ...environment, ...more })).out;
    expect(await doctor({})).toMatch(/^✓ Payments +CHIP accepts the key: duitnow_qr, fpx, card, ewallet$/m);
    const refused = await doctor({ CHIP_SECRET_KEY: OTHER_KEY });
    expect(refused).toMatch(/^✗ Payments +CHIP refuses CHIP_SECRET_KEY$/m);
    expect(refused).not.toContain(OTHER_KEY);
    expect(await doctor({ PUBLIC_URL: '' })).toMatch(/^✗ Payments +gateways cannot call back/m);
    expect(await doctor({ PAYMENT_GATEWAY: 'sandbox' })).toMatch(/^– Payments +go to the sandbox$/m);
  });
});
