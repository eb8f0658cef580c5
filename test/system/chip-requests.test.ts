import {
  FAKE_BRAND_ID,
  FAKE_SECRET_KEY,
  startFakeChip,
  type FakeChip,
  type FakePurchase,
} from '../../tools/fake-chip.js';
import type { Answer, Json } from '../support/client.js';
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

/** Payment requests that are paid at CHIP Collect, played on this machine. */

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

let database: OwnDatabase;
let chip: FakeChip;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  chip = await startFakeChip();
  service = await startOwnService(database, { PUBLIC_URL: 'https://usaha.example' });
  tenant = await newTenantAt(service);
  const account = { gateway: 'chip', brand_id: FAKE_BRAND_ID, secret_key: FAKE_SECRET_KEY, api_url: chip.api_url };
  const { status } = await at(service).put('/api/v1/payment-account/', account, tenant.admin.token);
  expect(status).toBe(200);
});
afterAll(async () => {
  await stopOwnServices();
  await chip.stop();
  await dropDatabases();
});

const post = (path: string, body: Json): Promise<Answer> =>
  at(service).post(`/api/v1${path}/`, body, tenant.admin.token);
const made = async (path: string, body: Json): Promise<Json> => {
  const answer = await post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};
const get = async (path: string): Promise<Json> =>
  (await at(service).get(`/api/v1${path}/`, tenant.admin.token)).body.data;

/** A request of a bill of 80, with an attempt by FPX. */
async function requested(): Promise<Json> {
  const patient = await made('/healthcare/patients', {
    first_name: 'Aina',
    last_name: 'Roslan',
    date_of_birth: '1990-01-01',
    gender: 'female',
    phone: '0123456789',
  });
  const items = [{ description: 'Rundingan', quantity: 1, unit_price: 80 }];
  const bill = await made('/healthcare/billing', { patient_id: patient.id, items });
  return made('/payment-requests', { subject_type: 'healthcare.bill', subject_id: bill.id, method: 'fpx' });
}
const attemptOf = async ({ id }: Json): Promise<Json> => (await get(`/payment-requests/${id}/attempts`))[0];
async function purchaseOf(request: Json): Promise<FakePurchase> {
  const { id } = await attemptOf(request);
  const found = [...chip.book.purchases.values()].find(({ reference }) => reference === id);
  if (!found) throw new Error('There is no such purchase');
  return found;
}
const check = ({ id }: Json): Promise<Json> => made(`/payment-requests/${id}/check`, {});
/** A payer chooses at the page of a request. */
const choose = async ({ url }: Json, method: string): Promise<[number, string | undefined]> => {
  const answer = await fetch(`${service.baseUrl}${new URL(url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ method }),
  });
  const body = (await answer.json()) as Json;
  return [answer.status, body.error?.code];
};
/** CHIP's callback about a purchase, to this service. */
async function callBack(purchase: FakePurchase): Promise<number> {
  const body = JSON.stringify(purchase);
  const headers = { 'content-type': 'application/json', 'x-signature': chip.book.sign(body) };
  const path = new URL(String(purchase.success_callback)).pathname;
  return (await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body })).status;
}
const PROCESSING = [409, 'ATTEMPT_PROCESSING'];

describe('A-462: an attempt that the bank of the payer has in work', () => {
  it.each(['pending_execute', 'pending_charge'])(
    '%s: is processing, and no other is begun until it has ended',
    async (status) => {
      const request = await requested();
      const purchase = await purchaseOf(request);
      chip.book.set(purchase, status);
      expect((await check(request)).status).toBe('open');
      expect((await attemptOf(request)).status).toBe('processing');
      for (const method of ['card', 'fpx']) expect(await choose(request, method)).toEqual(PROCESSING);
      await chip.payerDoes(purchase.id, { callback: false });
      expect(await check(request)).toMatchObject({ status: 'paid', paid_amount: 80, means: 'fpx' });
      expect((await attemptOf(request)).status).toBe('succeeded');
    },
  );

  it('is found so by the payer who chooses another way', async () => {
    const request = await requested();
    chip.book.set(await purchaseOf(request), 'pending_execute');
    expect(await choose(request, 'card')).toEqual(PROCESSING);
    expect(chip.book.purchases.get((await purchaseOf(request)).id)?.status).toBe('pending_execute');
  });

  it('that the bank refuses leaves the request open for another', async () => {
    const request = await requested();
    const purchase = await purchaseOf(request);
    chip.book.set(purchase, 'pending_execute');
    await check(request);
    chip.book.set(purchase, 'blocked');
    expect((await check(request)).status).toBe('open');
    expect(await attemptOf(request)).toMatchObject({ status: 'refused', reason: 'blocked' });
    expect(await choose(request, 'card')).toEqual([200, undefined]);
  });
});

describe('A-470: money that the bank of the payer takes back', () => {
  const differencesOf = async ({ id }: Json): Promise<Json[]> =>
    (await get('/payment-differences')).filter((one: Json) => one.payment_request_id === id);

  it('after it was booked opens a difference, once, and leaves the books as they are', async () => {
    const request = await requested();
    const purchase = await purchaseOf(request);
    await chip.payerDoes(purchase.id, { callback: false });
    expect((await check(request)).status).toBe('paid');
    chip.book.set(purchase, 'chargeback');
    // CHIP tells of it as of a payment.
    for (let i = 0; i < 2; i += 1) expect(await callBack(purchase)).toBe(200);
    expect(await differencesOf(request)).toMatchObject([
      { kind: 'chargeback', amount: 80, expected: null, status: 'open' },
    ]);
    expect(await get(`/payment-requests/${request.id}`)).toMatchObject({ status: 'paid', paid_amount: 80 });
  });

  it('before it was booked is not booked', async () => {
    const request = await requested();
    const purchase = await purchaseOf(request);
    await chip.payerDoes(purchase.id, { callback: false });
    chip.book.set(purchase, 'chargeback');
    expect(await check(request)).toMatchObject({ status: 'open', paid_amount: 0, waiting: null });
    expect(await attemptOf(request)).toMatchObject({ status: 'refused', reason: 'chargeback' });
    expect(await differencesOf(request)).toMatchObject([{ kind: 'chargeback', amount: 80 }]);
  });
});

describe('A-470: refunds at the gateway', () => {
  const compare = () =>
    sql(
      database.ownerUrl,
      "update core.payment_attempts set reconcile_at = now() - interval '1 second' where reconcile_at is not null",
    );
  const differencesOf = async ({ id }: Json): Promise<Json[]> =>
    (await get('/payment-differences')).filter((one: Json) => one.payment_request_id === id);

  it('that the books do not have open a difference in the night; those that they have do not', async () => {
    const [known, unknown] = [await requested(), await requested()];
    for (const request of [known, unknown]) {
      await chip.payerDoes((await purchaseOf(request)).id, { callback: false });
      await check(request);
    }
    await made(`/payment-requests/${known.id}/refunds`, { amount: 20, reason: 'Rosak' });
    // A user gave 30 back on the gateway's own page.
    const purchase = await purchaseOf(unknown);
    purchase.refundable_amount -= 3_000;
    await compare();
    await service.stop();
    service = await startOwnService(database, { PUBLIC_URL: 'https://usaha.example' });
    const [found, ...more] = await eventually('the difference is open', async () => {
      const opened = await differencesOf(unknown);
      return opened.length > 0 && opened;
    });
    expect([found, more]).toMatchObject([{ kind: 'refund_differs', amount: 30, expected: 0, status: 'open' }, []]);
    expect(await differencesOf(known)).toEqual([]);
  });
});
