import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  AttemptAsking,
  CoreModule,
  GIVE_UP_MS,
  PaymentBooking,
  PaymentService,
  Settlement,
  SubscriptionService,
  TakenDiffers,
  TenantService,
  type SandboxDecision,
} from '@usaha/core';
import { DatabaseModule, NO_TENANT, type Context, type Database } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { SteeredGateway } from '../support/steered-gateway.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** Payments that wait for their payer, and the gateway that is asked about them. */

const HOUR_MS = 3_600_000;

let own: OwnDatabase;
let database: Database;
let gateway: SteeredGateway;
let app: INestApplicationContext;
let tenant_id: string;
let subscription_id: string;
let price: number;
let failures: unknown[];

beforeAll(async () => {
  own = await clonedDatabase();
  database = await openDatabase(own.appUrl);
});
afterAll(async () => {
  await database.end();
  await dropDatabases();
});
beforeEach(async () => {
  gateway = new SteeredGateway(database);
  failures = [];
  app = await NestFactory.createApplicationContext(
    {
      ...CoreModule.forRoot({ tokens: { keys: [['test', Buffer.alloc(32, 1)]] }, gateway }),
      imports: [DatabaseModule.forRoot(database)],
    },
    { logger: ['error', 'warn'], abortOnError: false },
  );
  // Jobs go through all tenants: those of other tests have none to do.
  await sql(own.ownerUrl, 'update core.tenants set deleted_at = now() where deleted_at is null');
  const tenant = await database.work({ tenant_id: NO_TENANT, actor: null, now: new Date() }, (ctx) =>
    app.get(TenantService).create(ctx, { name: 'Kedai', business_type: 'retail' }),
  );
  tenant_id = tenant.id;
  ({ id: subscription_id, amount: price } = await as((ctx) =>
    app.get(SubscriptionService).create(ctx, { plan_id: 'starter' }),
  ));
});
afterEach(() => app.close());

const as = <T>(work: (ctx: Context) => Promise<T>, now = new Date()): Promise<T> =>
  database.work({ tenant_id, actor: null, now }, work);
const begin = (payment_method = 'fpx') =>
  as((ctx) => app.get(PaymentService).create(ctx, { amount: price, subscription_id, payment_method, wait: true }));
const read = (id: string) => as((ctx) => app.get(PaymentService).get(ctx, id));
const decide = (id: string, decision: Partial<SandboxDecision>) =>
  gateway.book.decide(tenant_id, id, { outcome: 'pay', reason: 'declined', late: false, ...decision });
const later = (ms: number) => ({
  now: () => new Date(Date.now() + ms),
  failed: (error: unknown) => failures.push(error),
});
const askDue = (ms: number) => app.get(AttemptAsking).askDue(later(ms));
const settle = (ms: number) => app.get(Settlement).settlePending(later(ms));
const termsPaid = async () => (await as((ctx) => app.get(SubscriptionService).get(ctx, subscription_id))).terms_paid;
const events = async () =>
  (
    await sql<{ name: string }>(own.ownerUrl, 'select name from kernel.outbox where tenant_id = $1 order by id', [
      tenant_id,
    ])
  )
    .map(({ name }) => name)
    .filter((name) => name.startsWith('payment.'));

it('stays pending with what its payer needs, and settlement leaves it alone', async () => {
  const payment = await begin('duitnow_qr');
  expect(payment).toMatchObject({ status: 'pending', waiting: { method: 'duitnow_qr' } });
  expect(payment.waiting?.qr).toMatch(/^000201010212.*6304[0-9A-F]{4}$/);
  expect(payment.waiting?.redirect_url).toMatch(/^\/sandbox\/pay\/[\w-]{68}$/);
  expect([await settle(0), await settle(10 * GIVE_UP_MS)]).toEqual([0, 0]);
  expect(await read(payment.id)).toMatchObject({ status: 'pending' });
  expect([await termsPaid(), await events(), failures]).toEqual([0, [], []]);
});

it('is completed once, however often and at once the gateway is asked', async () => {
  const { id } = await begin();
  expect(await askDue(11_000)).toBe(1);
  expect((await read(id)).status).toBe('pending');
  await decide(id, {});
  const asking = app.get(AttemptAsking);
  expect(await Promise.all(Array.from({ length: 10 }, () => asking.ask(tenant_id, id, new Date())))).toEqual(
    Array.from({ length: 10 }, () => true),
  );
  expect(await read(id)).toMatchObject({ status: 'completed', waiting: null, payment_method: 'fpx' });
  expect([await termsPaid(), await events(), failures]).toEqual([1, ['payment.completed'], []]);
  // Nothing is asked about it any more.
  expect(await askDue(30 * 24 * HOUR_MS)).toBe(0);
});

it.each([
  ['refuse', 'insufficient_funds', 'insufficient_funds'],
  ['expire', 'declined', 'expired'],
] as const)('that its payer lets %s (%s) becomes failed', async (outcome, reason, failure_reason) => {
  const { id } = await begin();
  await decide(id, { outcome, reason });
  expect(await askDue(11_000)).toBe(1);
  expect(await read(id)).toMatchObject({ status: 'failed', failure_reason, waiting: null });
  expect([await termsPaid(), await events()]).toEqual([0, ['payment.failed']]);
});

it('that is paid after its end is completed after all, once', async () => {
  const { id } = await begin();
  await decide(id, { outcome: 'expire' });
  expect(await askDue(11_000)).toBe(1);
  expect((await read(id)).status).toBe('failed');
  await decide(id, { late: true });
  // One hour after its end, and not before.
  expect([await askDue(HOUR_MS / 2), await askDue(HOUR_MS + 60_000)]).toEqual([0, 1]);
  expect(await read(id)).toMatchObject({ status: 'completed', failure_reason: null });
  expect([await termsPaid(), await events()]).toEqual([1, ['payment.failed', 'payment.completed']]);
});

it.each([
  ['amount', { amount: 1 }],
  ['currency', { currency: 'SGD' }],
  ['mode', { is_test: false }],
])(
  'of which the gateway says that another %s was taken is not booked, told, and asked about again',
  async (_, other) => {
    const { id } = await begin();
    await decide(id, {});
    const told: unknown[] = [];
    app.get(PaymentBooking).failed = (error, tenant) => told.push([error.constructor, tenant]);
    gateway.finding = async (attempt) => {
      const found = await gateway.sandbox.find(attempt);
      return found !== 'unknown' && found.status === 'succeeded' ? { ...found, ...other } : found;
    };
    expect(await askDue(11_000)).toBe(1);
    expect(told).toEqual([[TakenDiffers, tenant_id]]);
    expect([(await read(id)).status, await termsPaid()]).toEqual(['pending', 0]);
    gateway.finding = (attempt) => gateway.sandbox.find(attempt);
    expect(await askDue(11_000)).toBe(0);
    expect(await askDue(31_000)).toBe(1);
    expect([(await read(id)).status, await termsPaid()]).toEqual(['completed', 1]);
  },
);

it('whose gateway hangs keeps no other tenant waiting, and is asked once in a round', async () => {
  await begin();
  await begin();
  const hanging = tenant_id;
  const other = await database.work({ tenant_id: NO_TENANT, actor: null, now: new Date() }, (ctx) =>
    app.get(TenantService).create(ctx, { name: 'Kedai lain', business_type: 'retail' }),
  );
  tenant_id = other.id;
  ({ id: subscription_id } = await as((ctx) => app.get(SubscriptionService).create(ctx, { plan_id: 'starter' })));
  const { id } = await begin();
  await decide(id, {});
  let asked = 0;
  let tell = (): void => undefined;
  const otherWasAsked = new Promise<void>((done) => (tell = done));
  gateway.finding = async (attempt) => {
    if (attempt.tenant_id !== hanging) {
      tell();
      return gateway.sandbox.find(attempt);
    }
    asked += 1;
    await otherWasAsked;
    throw new Error('The gateway hangs');
  };
  expect(await askDue(11_000)).toBe(1);
  expect([(await read(id)).status, asked, failures.length]).toEqual(['completed', 1, 1]);
});

it('whose gateway is silent is asked about again when the schedule says so', async () => {
  const { id } = await begin();
  await decide(id, {});
  gateway.finding = () => Promise.reject(new Error('down'));
  expect([await askDue(11_000), failures.length]).toEqual([0, 1]);
  // Every round of the job would ask again otherwise.
  expect([await askDue(16_000), failures.length]).toEqual([0, 1]);
  expect([await askDue(31_000), failures.length]).toEqual([0, 2]);
  gateway.finding = (attempt) => gateway.sandbox.find(attempt);
  expect([await askDue(46_000), await askDue(61_000)]).toEqual([0, 1]);
  expect((await read(id)).status).toBe('completed');
});

it('whose gateway is silent when it is asked for the last time is asked until it answers', async () => {
  const { id } = await begin();
  await decide(id, { outcome: 'expire' });
  expect(await askDue(11_000)).toBe(1);
  await decide(id, { late: true });
  gateway.finding = () => Promise.reject(new Error('down'));
  const end = 11_000;
  expect([await askDue(end + HOUR_MS), await askDue(end + 24 * HOUR_MS), failures.length]).toEqual([0, 0, 2]);
  gateway.finding = (attempt) => gateway.sandbox.find(attempt);
  expect(await askDue(end + 24.2 * HOUR_MS)).toBe(0);
  expect(await askDue(end + 24.3 * HOUR_MS)).toBe(1);
  expect((await read(id)).status).toBe('completed');
});

it('of which the service has not written down that it waits is found waiting, and charged once', async () => {
  gateway.charging = async (request) => {
    await gateway.sandbox.charge(request);
    throw new Error('killed');
  };
  await expect(begin()).rejects.toMatchObject({ kind: 'unavailable' });
  const [{ id } = { id: '' }] = await sql<{ id: string }>(
    own.ownerUrl,
    'select id from core.payments where tenant_id = $1',
    [tenant_id],
  );
  expect(await settle(0)).toBe(1);
  const found = await read(id);
  expect(found).toMatchObject({ status: 'pending', waiting: { method: 'fpx' } });
  await decide(id, {});
  expect(await askDue(11_000)).toBe(1);
  expect([(await read(id)).status, await termsPaid()]).toEqual(['completed', 1]);
});
