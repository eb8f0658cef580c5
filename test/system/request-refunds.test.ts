import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { FAKE_BRAND_ID, FAKE_SECRET_KEY, startFakeChip, type FakeChip } from '../../tools/fake-chip.js';
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

/** Refunds of payment requests over instances that are killed, and by CHIP, which has no idempotency key. */

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(240_000);

/** The sandbox has written its book, and its answer takes longer than the instance lives. */
const SLOW = { SANDBOX_DELAY_MS: '600000' };
const TOTAL = 80;

let database: OwnDatabase;
let chip: FakeChip;
beforeAll(async () => {
  database = await clonedDatabase();
  chip = await startFakeChip();
});
afterAll(async () => {
  await stopOwnServices();
  await chip.stop();
  await dropDatabases();
});

interface Paid {
  tenant: OwnTenant;
  bill: Json;
  request: Json;
}

const send = (service: OwnService, tenant: OwnTenant, path: string, body: Json, headers = {}): Promise<Answer> =>
  at(service).send('POST', `/api/v1${path}/`, { body, token: tenant.admin.token, headers });
const post = async (service: OwnService, tenant: OwnTenant, path: string, body: Json): Promise<Json> => {
  const answer = await send(service, tenant, path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};
const get = async (service: OwnService, tenant: OwnTenant, path: string): Promise<Json> =>
  (await at(service).get(`/api/v1${path}/`, tenant.admin.token)).body.data;
const read = (service: OwnService, { tenant, request }: Paid): Promise<Json> =>
  get(service, tenant, `/payment-requests/${request.id}`);
const refundsOf = (service: OwnService, { tenant, request }: Paid): Promise<Json[]> =>
  get(service, tenant, `/payment-requests/${request.id}/refunds`);
const refund = (service: OwnService, { tenant, request }: Paid, amount: number, headers = {}): Promise<Answer> =>
  send(service, tenant, `/payment-requests/${request.id}/refunds`, { amount, reason: 'Dibatalkan' }, headers);

/** A bill of 80 of a patient, and a request of it. */
async function requested(service: OwnService, tenant: OwnTenant): Promise<Paid> {
  const person = {
    first_name: 'Aina',
    last_name: 'Roslan',
    date_of_birth: '1990-01-01',
    gender: 'female',
    phone: '0123456789',
  };
  const patient = await post(service, tenant, '/healthcare/patients', person);
  const items = [{ description: 'Rundingan', quantity: 1, unit_price: TOTAL }];
  const bill = await post(service, tenant, '/healthcare/billing', { patient_id: patient.id, items });
  const body = { subject_type: 'healthcare.bill', subject_id: bill.id, method: 'fpx' };
  return { tenant, bill, request: await post(service, tenant, '/payment-requests', body) };
}

/** The same, paid at the sandbox. */
async function paid(service: OwnService): Promise<Paid> {
  const made = await requested(service, await newTenantAt(service));
  await fetch(`${service.baseUrl}${new URL(made.request.waiting.redirect_url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ outcome: 'pay', callback: false }),
  });
  await post(service, made.tenant, `/payment-requests/${made.request.id}/check`, {});
  return made;
}

const bookOf = ({ tenant }: Paid) =>
  sql<{ amount: string }>(
    database.ownerUrl,
    "select amount from core.sandbox_charges where tenant_id = $1 and kind = 'refund'",
    [tenant.id],
  );
const set = ({ tenant }: Paid, column: 'ask_at' | 'begun_at', value: Date | null) =>
  sql(database.ownerUrl, `update core.payment_request_refunds set ${column} = $2 where tenant_id = $1`, [
    tenant.id,
    value,
  ]);

async function expectRefundedOnce(service: OwnService, made: Paid, amount: number): Promise<void> {
  await eventually('the refund is completed', async () => (await refundsOf(service, made))[0]?.status === 'completed');
  expect(await read(service, made)).toMatchObject({ status: 'paid', refunded_amount: amount, unapplied_amount: 0 });
  expect(await refundsOf(service, made)).toHaveLength(1);
  const { bill, tenant } = made;
  expect(await get(service, tenant, `/healthcare/billing/${bill.id}`)).toMatchObject({ outstanding_amount: amount });
  expect(await get(service, tenant, `/healthcare/billing/${bill.id}/refunds`)).toMatchObject([{ amount }]);
  expect((await bookOf(made)).map((line) => Number(line.amount))).toEqual([amount]);
}

describe('killed', () => {
  it('between the gateway’s answer and the booking: the job books it once, over two instances', async () => {
    const before = await startOwnService(database);
    const made = await paid(before);
    await before.stop();
    const slow = await startOwnService(database, SLOW);
    const cut = refund(slow, made, 30).catch(() => null);
    await eventually('the gateway has given it back', async () => (await bookOf(made)).length === 1);
    await slow.stop('SIGKILL');
    expect(await cut).toBeNull();
    await set(made, 'ask_at', new Date());
    const [one, two] = await Promise.all([startOwnService(database), startOwnService(database)]);
    await expectRefundedOnce(one, made, 30);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('before the gateway knows of it: it is carried out once no call can be under way, and by a repeated request', async () => {
    const before = await startOwnService(database);
    const [begun, reserved, repeated] = await Promise.all([paid(before), paid(before), paid(before)]);
    const headers = { 'idempotency-key': randomUUID() };
    const all = [begun, reserved, repeated];
    const lock = new pg.Client({ connectionString: database.ownerUrl });
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table core.sandbox_charges in share row exclusive mode');
    const cut = Promise.allSettled([
      refund(before, begun, 30),
      refund(before, reserved, 40),
      refund(before, repeated, 50, headers),
    ]);
    await eventually('all are reserved', async () => {
      const rows = await sql(
        database.ownerUrl,
        'select 1 from core.payment_request_refunds where tenant_id = any($1) and begun_at is not null',
        [all.map(({ tenant }) => tenant.id)],
      );
      return rows.length === 3;
    });
    await before.stop('SIGKILL');
    await cut;
    await lock.query('rollback');
    await lock.end();
    for (const made of all) expect(await bookOf(made)).toEqual([]);
    // As if the first had been begun a minute ago, and the others not at all.
    await set(begun, 'begun_at', new Date(Date.now() - 61_000));
    await set(begun, 'ask_at', new Date());
    await set(reserved, 'begun_at', null);
    await set(reserved, 'ask_at', new Date());
    await set(repeated, 'begun_at', null);
    const after = await startOwnService(database);
    const answer = await refund(after, repeated, 50, headers);
    expect([answer.status, answer.body.data?.refund]).toMatchObject([201, { amount: 50 }]);
    await expectRefundedOnce(after, begun, 30);
    await expectRefundedOnce(after, reserved, 40);
    await expectRefundedOnce(after, repeated, 50);
    await after.stop();
  });
});

describe('A-467: by CHIP', () => {
  let service: OwnService;
  beforeAll(async () => {
    service = await startOwnService(database, { PUBLIC_URL: 'https://usaha.example' });
  });
  afterAll(async () => {
    await service.stop();
  });

  const purchaseOf = async ({ tenant, request }: Paid) => {
    const [attempt] = await sql<{ gateway_id: string }>(
      database.ownerUrl,
      'select gateway_id from core.payment_attempts where tenant_id = $1 and request_id = $2',
      [tenant.id, request.id],
    );
    const purchase = chip.book.purchases.get(attempt?.gateway_id ?? '');
    if (!purchase) throw new Error('CHIP has no purchase of the attempt');
    return purchase;
  };
  const paidAtChip = async (): Promise<Paid> => {
    const tenant = await newTenantAt(service);
    const account = { gateway: 'chip', brand_id: FAKE_BRAND_ID, secret_key: FAKE_SECRET_KEY, api_url: chip.api_url };
    expect((await at(service).put('/api/v1/payment-account/', account, tenant.admin.token)).status).toBe(200);
    const made = await requested(service, tenant);
    await chip.payerDoes((await purchaseOf(made)).id, { method: 'fpx', callback: false });
    await post(service, tenant, `/payment-requests/${made.request.id}/check`, {});
    return made;
  };
  const refundCalls = (id: string): number =>
    chip.calls.filter((call) => call.endsWith(`/purchases/${id}/refund/`)).length;

  it('is given back in parts, by one call each', async () => {
    const made = await paidAtChip();
    expect((await refund(service, made, 30)).status).toBe(201);
    expect((await refund(service, made, 50)).body.data).toMatchObject({
      refunded_amount: 80,
      refund: { status: 'completed', reference: expect.any(String) },
    });
    const { id, status } = await purchaseOf(made);
    expect([status, refundCalls(id)]).toEqual(['refunded', 2]);
  });

  it('whose answer is lost is found in the purchase, and not asked for again', async () => {
    const made = await paidAtChip();
    const { id } = await purchaseOf(made);
    // The reading before it is answered, the refund itself is not.
    chip.faults.push((body) => body, 'late-cut');
    expect((await refund(service, made, 30)).status).toBe(503);
    await set(made, 'ask_at', new Date());
    await eventually('it is completed', async () => (await refundsOf(service, made))[0]?.status === 'completed');
    expect([(await purchaseOf(made)).refundable_amount, refundCalls(id)]).toEqual([5_000, 1]);
  });

  it('stays pending while the acquirer takes its time, and a second one waits for it', async () => {
    const made = await paidAtChip();
    const purchase = await purchaseOf(made);
    chip.slowRefunds = true;
    const first = await refund(service, made, 30);
    expect([first.status, first.body.data.refund.status]).toEqual([201, 'pending']);
    chip.slowRefunds = false;
    const second = await refund(service, made, 20);
    expect([second.status, second.body.data.refund.status]).toEqual([201, 'pending']);
    expect((await refund(service, made, 31)).status).toBe(400);
    expect(refundCalls(purchase.id)).toBe(1);
    Object.assign(purchase, { status: 'paid', refundable_amount: 5_000 });
    await set(made, 'ask_at', new Date());
    await eventually('both are completed', async () =>
      (await refundsOf(service, made)).every(({ status }) => status === 'completed'),
    );
    expect([purchase.refundable_amount, refundCalls(purchase.id)]).toEqual([3_000, 2]);
    expect(await read(service, made)).toMatchObject({ refunded_amount: 50 });
  });

  it('is refused where CHIP’s book is not ours: nothing is given back', async () => {
    const made = await paidAtChip();
    const purchase = await purchaseOf(made);
    purchase.refundable_amount -= 1_000;
    const answer = await refund(service, made, 30);
    expect([answer.status, answer.body.error?.details?.reason]).toEqual([402, 'refund_differs']);
    expect(refundCalls(purchase.id)).toBe(0);
    expect(await read(service, made)).toMatchObject({ refunded_amount: 0 });
    expect(await refundsOf(service, made)).toMatchObject([{ status: 'failed', amount: 30 }]);
    purchase.refund_availability = 'none';
    purchase.refundable_amount = 8_000;
    const unable = await refund(service, made, 30);
    expect([unable.status, unable.body.error?.code]).toEqual([409, 'REFUND_NOT_SUPPORTED']);
  });
});
