import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CoreModule,
  GIVE_UP_MS,
  PaymentService,
  SandboxGateway,
  Settlement,
  SubscriptionService,
  TenantService,
  type ChargeRequest,
} from '@usaha/core';
import { DatabaseModule, DomainError, NO_TENANT, type Context, type Database } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { SteeredGateway, refusedFor, sandboxAttempt, takenAs } from '../support/steered-gateway.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** The two transactions of payments and refunds, with a gateway that does what the test wants of it. */

let own: OwnDatabase;
let database: Database;
let gateway: SteeredGateway;
let app: INestApplicationContext;
let core: { payments: PaymentService; settlement: Settlement; subscriptions: SubscriptionService };
let tenant_id: string;
let subscription_id: string;
let price: number;
let troubles: unknown[];
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
  const tokens = { keys: [['test', Buffer.alloc(32, 1)]] as [string, Buffer][] };
  app = await NestFactory.createApplicationContext(
    { ...CoreModule.forRoot({ tokens, gateway }), imports: [DatabaseModule.forRoot(database)] },
    { logger: ['error', 'warn'], abortOnError: false },
  );
  core = {
    payments: app.get(PaymentService),
    settlement: app.get(Settlement),
    subscriptions: app.get(SubscriptionService),
  };
  troubles = [];
  const tenant = await database.work({ tenant_id: NO_TENANT, actor: null, now: new Date() }, (ctx) =>
    app.get(TenantService).create(ctx, { name: 'Kedai', business_type: 'retail' }),
  );
  tenant_id = tenant.id;
  const subscription = await as((ctx) => core.subscriptions.create(ctx, { plan_id: 'starter' }));
  ({ id: subscription_id, amount: price } = subscription);
});

afterEach(() => app.close());

const as = <T>(work: (ctx: Context) => Promise<T>, now = new Date()): Promise<T> =>
  database.work({ tenant_id, actor: null, now }, work);
const pay = (amount = price) =>
  as((ctx) => core.payments.create(ctx, { amount, subscription_id, payment_method: 'fpx' }));
const payments = async () => (await as((ctx) => core.payments.list(ctx, {}, { page: 1, size: 100 }))).rows;
const settle = (later = 0) =>
  core.settlement.settlePending({
    now: () => new Date(Date.now() + later),
    failed: (error) => troubles.push(error),
  });
const termsPaid = async () => (await as((ctx) => core.subscriptions.get(ctx, subscription_id))).terms_paid;

async function refusal(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => new Error('not refused'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof DomainError) return error;
  throw error;
}

describe('while the gateway thinks', () => {
  it('no transaction is open and no connection taken, and the attempt can be seen', async () => {
    let looked = 0;
    const look = async () => {
      const [{ open } = {}] = await sql<{ open: number }>(
        own.ownerUrl,
        `select count(*)::int as open from pg_stat_activity
         where datname = $1 and usename = 'usaha_app' and state <> 'idle'`,
        [own.name],
      );
      const { total, idle } = database.poolState;
      expect([open, total - idle]).toEqual([0, 0]);
      looked += 1;
    };
    gateway.charging = async (request) => {
      await look();
      expect((await payments())[0]).toMatchObject({ status: 'pending', amount: price });
      return takenAs(request);
    };
    const { id } = await pay();
    gateway.refunding = async () => {
      await look();
      expect((await payments())[0]).toMatchObject({ status: 'completed', reserved_amount: 10, refunded_amount: 0 });
      return { status: 'succeeded', reference: null };
    };
    const { payment } = await as((ctx) => core.payments.refund(ctx, id, { amount: 10 }));
    expect(payment).toMatchObject({ reserved_amount: 0, refunded_amount: 10 });
    expect(looked).toBe(2);
  });

  it('the job may settle the attempt first: the request says the same, and it counts once', async () => {
    gateway.charging = async (request) => {
      const outcome = await new SandboxGateway(database).charge(request);
      expect(await settle()).toBe(1);
      return outcome;
    };
    expect((await pay(price * 2)).status).toBe('completed');
    expect(await termsPaid()).toBe(2);
    const names = await sql(own.ownerUrl, 'select name from kernel.outbox where tenant_id = $1', [tenant_id]);
    expect(names).toEqual([{ name: 'payment.completed' }]);
  });

  it('a request that comes back after its attempt was given up is charged nothing', async () => {
    gateway.charging = async (request) => {
      expect(await settle(GIVE_UP_MS + 1_000)).toBe(1);
      return new SandboxGateway(database).charge(request);
    };
    const error = await refusal(pay());
    const [payment] = await payments();
    expect(error).toMatchObject({
      kind: 'payment_failed',
      details: { transaction_id: payment?.id, reason: 'not_charged' },
    });
    expect(payment).toMatchObject({ status: 'failed', failure_reason: 'not_charged' });
    expect(await termsPaid()).toBe(0);
  });
});

describe('when the gateway does not answer', () => {
  it('the payment stays pending, and is completed once it turns out that it was charged', async () => {
    gateway.charging = async (request) => {
      await new SandboxGateway(database).charge(request);
      throw new Error('socket hang up');
    };
    const error = await refusal(pay());
    expect(error).toMatchObject({ kind: 'unavailable', retry_after: 1 });
    expect(error.message).not.toContain('socket');
    expect((await payments())[0]).toMatchObject({ status: 'pending' });
    expect(await settle()).toBe(1);
    expect((await payments())[0]).toMatchObject({ status: 'completed' });
    expect([await termsPaid(), await settle()]).toEqual([1, 0]);
  });

  it('nothing is given up while it does not say whether it knows of the attempt', async () => {
    gateway.charging = () => Promise.reject(new Error('down'));
    gateway.finding = () => Promise.reject(new Error('down'));
    await refusal(pay());
    expect(await settle(GIVE_UP_MS * 10)).toBe(0);
    expect((await payments())[0]).toMatchObject({ status: 'pending' });
    expect(troubles).toHaveLength(1);
  });

  it('an attempt that cannot be settled is in no other’s way', async () => {
    const asked: string[] = [];
    gateway.charging = async (request) => {
      asked.push(request.attempt_id);
      if (asked.length > 1) await new SandboxGateway(database).charge(request);
      throw new Error('down');
    };
    await refusal(pay());
    await refusal(pay());
    gateway.finding = (attempt) =>
      attempt.attempt_id === asked[0] ? Promise.reject(new Error('down')) : new SandboxGateway(database).find(attempt);
    expect([await settle(), troubles.length]).toEqual([1, 1]);
    const byId = Object.fromEntries((await payments()).map(({ id, status }) => [id, status]));
    expect(asked.map((id) => byId[id])).toEqual(['pending', 'completed']);
  });

  it('a pending payment is not refunded, and its money is not counted', async () => {
    gateway.charging = () => Promise.reject(new Error('down'));
    await refusal(pay());
    const [payment] = await payments();
    const error = await refusal(as((ctx) => core.payments.refund(ctx, payment?.id as string, {})));
    expect([error.kind, await termsPaid()]).toEqual(['conflict', 0]);
  });
});

describe('a refund that the gateway refuses', () => {
  it('is told, kept as failed, and gives its amount free again', async () => {
    const { id } = await pay();
    gateway.refunding = () => Promise.resolve(refusedFor('account_closed'));
    // The refusal is the one that is committed: the interceptor that answers the request does the same.
    const error = await as((ctx) => core.payments.refund(ctx, id, {}).catch((thrown: unknown) => thrown));
    expect(error).toMatchObject({ kind: 'payment_failed', details: { reason: 'account_closed' } });
    const [payment] = await payments();
    expect(payment).toMatchObject({ status: 'completed', reserved_amount: 0, refunded_amount: 0, refunds: [] });
    const rows = await sql(own.ownerUrl, 'select status, failure_reason from core.refunds where payment_id = $1', [id]);
    expect(rows).toEqual([{ status: 'failed', failure_reason: 'account_closed' }]);
    gateway.refunding = () => Promise.resolve({ status: 'succeeded', reference: null });
    const again = await as((ctx) => core.payments.refund(ctx, id, {}));
    expect(again.payment).toMatchObject({ status: 'refunded', refunded_amount: price });
  });
});

describe('the database itself', () => {
  it('refuses to give back more than was taken, for any request', async () => {
    const { id } = await pay();
    for (const column of ['refunded_amount', 'reserved_amount'])
      await expect(
        sql(own.ownerUrl, `update core.payments set ${column} = amount + 0.01 where id = $1`, [id]),
      ).rejects.toThrow('payments_refunded');
  });
});

describe('the sandbox’s book', () => {
  const request = (attempt_id: string, text = 'fpx'): ChargeRequest => ({
    ...sandboxAttempt(tenant_id, attempt_id),
    amount: 5,
    currency: 'MYR',
    method: { text, token: null, expiry: null },
    waiting: null,
    at: new Date(),
  });
  const lines = (attempt_id: string) =>
    sql(own.ownerUrl, 'select kind, amount, reason from core.sandbox_charges where attempt_id = $1', [attempt_id]);

  it('has an attempt once, however often it is asked for at once, and the first word stands', async () => {
    const sandbox = new SandboxGateway(database);
    const id = randomUUID();
    expect(await sandbox.find(sandboxAttempt(tenant_id, id))).toBe('unknown');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) => sandbox.charge(request(id, i % 2 ? 'fpx' : 'card_declined'))),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await sandbox.find(sandboxAttempt(tenant_id, id))).toEqual(outcomes[0]);
    expect(await lines(id)).toHaveLength(1);
  });

  it('never carries out what was given up, and never gives up what was carried out', async () => {
    const sandbox = new SandboxGateway(database);
    for (let round = 0; round < 20; round += 1) {
      const id = randomUUID();
      const both = await Promise.all([sandbox.charge(request(id)), sandbox.abandon(sandboxAttempt(tenant_id, id))]);
      expect(both[0]).toEqual(both[1]);
      expect(await lines(id)).toEqual([
        both[0].status === 'succeeded'
          ? { kind: 'charge', amount: '5.00', reason: null }
          : { kind: 'none', amount: null, reason: 'not_charged' },
      ]);
    }
  });
});
