import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CoreModule,
  NotificationService,
  PaymentGateway,
  PaymentMethodService,
  PaymentRequestService,
  PaymentService,
  PublicAddress,
  Renewals,
  Settlement,
  SubscriptionService,
  TenantService,
  TermExpiry,
  type Delivery,
  type Letter,
} from '@usaha/core';
import { DatabaseModule, NO_TENANT, type Context, type Database } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { SteeredGateway, refusedFor } from '../support/steered-gateway.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** renewal by the stored method, under a clock that the test moves. */

const DAY_MS = 86_400_000;
const START = new Date('2026-01-15T01:00:00Z');
const END = new Date('2026-02-15T01:00:00Z');
const days = (count: number, from = END): Date => new Date(from.getTime() + count * DAY_MS + 60_000);

let own: OwnDatabase;
let database: Database;
let gateway: SteeredGateway;
let app: INestApplicationContext;
let tenant_id: string;

const startApp = (over: Database, by: PaymentGateway): Promise<INestApplicationContext> => {
  const tokens = { keys: [['test', Buffer.alloc(32, 1)]] as [string, Buffer][] };
  const core = CoreModule.forRoot({ tokens, gateway: by });
  return NestFactory.createApplicationContext(
    { ...core, imports: [DatabaseModule.forRoot(over)] },
    { logger: ['error', 'warn'], abortOnError: false },
  );
};

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
  app = await startApp(database, gateway);
  // Jobs go through all tenants: those of other tests have none to do.
  await sql(own.ownerUrl, 'update core.tenants set deleted_at = now() where deleted_at is null');
  const tenant = await database.work({ tenant_id: NO_TENANT, actor: null, now: START }, (ctx) =>
    app.get(TenantService).create(ctx, { name: 'Kedai Aina', business_type: 'retail' }),
  );
  tenant_id = tenant.id;
});
afterEach(() => app.close());

const as = <T>(now: Date, work: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id, actor: null, now }, work);
const newMethod = async (type = 'fpx'): Promise<string> =>
  (await as(START, (ctx) => app.get(PaymentMethodService).create(ctx, { type }))).id;
async function subscribe(payment_method_id: string | null, plan_id = 'starter'): Promise<string> {
  return (await as(START, (ctx) => app.get(SubscriptionService).create(ctx, { plan_id, payment_method_id }))).id;
}
const read = async (id: string, now: Date) => {
  const subscription = await as(now, (ctx) => app.get(SubscriptionService).get(ctx, id));
  return {
    status: subscription.statusAt(now),
    renews_at: subscription.renewsAt(now),
    past_due: subscription.isPastDueAt(now),
    outstanding: subscription.outstandingAt(now),
    ends_at: subscription.ends_at,
    amount: subscription.amount,
  };
};
const failures: unknown[] = [];
const renew = (now: Date, by = app): Promise<number> =>
  by.get(Renewals).run({ now: () => now, failed: (error) => failures.push(error) });
const settle = (now: Date): Promise<number> =>
  app.get(Settlement).settlePending({ now: () => now, failed: (error) => failures.push(error) });
const expire = (now: Date): Promise<number> =>
  app.get(TermExpiry).run(() => now, { failed: (error) => failures.push(error) });
const payments = async (now: Date) =>
  (await as(now, (ctx) => app.get(PaymentService).list(ctx, {}, { page: 1, size: 100 }))).rows.map(
    ({ status, amount, failure_reason, is_renewal }) => ({ status, amount, failure_reason, is_renewal }),
  );
const kinds = async (id: string, now: Date) =>
  (await as(now, (ctx) => app.get(SubscriptionService).history(ctx, id, { page: 1, size: 100 }))).rows.map(
    ({ kind }) => kind,
  );
const PAID = { amount: 49, currency: 'MYR' };
const done = { status: 'completed', amount: 49, failure_reason: null, is_renewal: true };
afterEach(() => expect(failures.splice(0)).toEqual([]));

describe('A-332: a stored method', () => {
  it('is charged once when the term ends, and the next term runs from then', async () => {
    const id = await subscribe(await newMethod());
    expect(await renew(days(-1))).toBe(0);
    expect(await renew(days(0))).toBe(1);
    expect([await renew(days(0)), await renew(days(1)), await expire(days(1))]).toEqual([0, 0, 0]);
    expect(await payments(days(1))).toEqual([done]);
    const next = new Date('2026-03-15T01:00:00Z');
    expect(await read(id, days(1))).toMatchObject({
      status: 'active',
      renews_at: next,
      ends_at: next,
      past_due: false,
    });
    expect(await renew(days(0, next))).toBe(1);
    expect(await payments(days(0, next))).toEqual([done, done]);
    expect(await kinds(id, days(0, next))).toEqual(['paid', 'paid', 'created']);
  });

  it('A-471: that is the card kept from a payment request is charged like every other', async () => {
    const id = await subscribe(null);
    const card = { token: 'sandbox_ok', last_four: '1111', brand: 'visa', expiry: { month: 12, year: 2099 } };
    await as(START, async (ctx) => {
      const kept = await app.get(PaymentMethodService).keep(ctx, card);
      await app.get(SubscriptionService).renewWith(ctx, id, String(kept?.id));
    });
    const tokens: unknown[] = [];
    gateway.charging = (request) => {
      tokens.push(request.method.token);
      return gateway.sandbox.charge(request);
    };
    expect(await renew(days(0))).toBe(1);
    expect(tokens).toEqual(['sandbox_ok']);
    expect(await payments(days(0))).toEqual([done]);
  });

  it('is charged once by two instances that run at once', async () => {
    const id = await subscribe(await newMethod());
    const second = await openDatabase(own.appUrl);
    const other = await startApp(second, gateway);
    try {
      let asked = 0;
      gateway.charging = async (request) => {
        asked += 1;
        return gateway.sandbox.charge(request);
      };
      const runs = await Promise.all([renew(days(0)), renew(days(0), other), renew(days(0)), renew(days(0), other)]);
      expect([runs.reduce((sum, one) => sum + one, 0), asked]).toEqual([1, 1]);
      expect(await payments(days(0))).toEqual([done]);
      expect(await kinds(id, days(0))).toEqual(['paid', 'created']);
    } finally {
      await other.close();
      await second.end();
    }
  });

  it('keeps it active beyond its end until it is charged', async () => {
    const id = await subscribe(await newMethod());
    const now = days(2);
    expect(await expire(now)).toBe(0);
    expect(await read(id, now)).toMatchObject({ status: 'active', past_due: false, outstanding: 49, renews_at: END });
    const listed = await as(now, (ctx) =>
      app.get(SubscriptionService).list(ctx, { status: 'active' }, { page: 1, size: 9 }),
    );
    expect(listed.total).toBe(1);
    expect(await renew(now)).toBe(1);
    // Two days late, and counted from the end of the term all the same.
    expect((await read(id, now)).ends_at).toEqual(new Date('2026-03-15T01:00:00Z'));
  });

  it('that is refused is tried again after 1, 3 and 5 days, and then the subscription expires', async () => {
    gateway.charging = () => Promise.resolve(refusedFor('declined'));
    const id = await subscribe(await newMethod());
    for (const [day, charges] of [
      [0, 1],
      [0.5, 0],
      [1, 1],
      [2, 0],
      [3, 1],
      [4, 0],
    ] as const) {
      expect(await renew(days(day))).toBe(charges);
      expect(await read(id, days(day))).toMatchObject({
        status: 'active',
        past_due: true,
        outstanding: 49,
        ends_at: END,
      });
    }
    expect(await renew(days(5))).toBe(1);
    expect(await read(id, days(5))).toMatchObject({
      status: 'expired',
      past_due: false,
      renews_at: null,
      outstanding: 0,
    });
    expect(await renew(days(6))).toBe(0);
    const refused = { status: 'failed', amount: 49, failure_reason: 'declined', is_renewal: true };
    expect(await payments(days(6))).toEqual([refused, refused, refused, refused]);
    expect(await kinds(id, days(6))).toEqual([
      'expired',
      'renewal_refused',
      'renewal_refused',
      'renewal_refused',
      'created',
    ]);
    // A method alone revives nothing.
    const other = await newMethod();
    await as(days(6), (ctx) => app.get(SubscriptionService).update(ctx, id, { payment_method_id: other }));
    expect([await renew(days(7)), (await read(id, days(7))).status]).toEqual([0, 'expired']);
  });

  it('is not asked four times at once where no instance ran for a week', async () => {
    gateway.charging = () => Promise.resolve(refusedFor('declined'));
    const id = await subscribe(await newMethod());
    expect([await renew(days(7)), await renew(days(7)), (await read(id, days(7))).status]).toEqual([1, 0, 'expired']);
  });

  it('is charged once where a crash comes between charge and outcome', async () => {
    const id = await subscribe(await newMethod());
    gateway.charging = async (request) => {
      await gateway.sandbox.charge(request);
      throw new Error('killed');
    };
    expect(await renew(days(0))).toBe(0);
    expect(failures.splice(0)).toHaveLength(1);
    expect([await renew(days(0)), await settle(days(0)), await renew(days(0))]).toEqual([0, 1, 0]);
    expect(await payments(days(0))).toEqual([done]);
    expect((await read(id, days(0))).ends_at).toEqual(new Date('2026-03-15T01:00:00Z'));
  });

  it('is charged once where a crash comes between claim and charge', async () => {
    const id = await subscribe(await newMethod());
    gateway.charging = () => Promise.reject(new Error('killed'));
    await renew(days(0));
    expect(failures.splice(0)).toHaveLength(1);
    gateway.charging = (request) => gateway.sandbox.charge(request);
    expect(await renew(days(0))).toBe(0);
    const later = new Date(days(0).getTime() + 120_000);
    expect(await settle(later)).toBe(1);
    // It was never asked: that is no refusal, and counts as no try.
    expect(await read(id, later)).toMatchObject({ status: 'active', past_due: false });
    expect([await renew(later), await renew(later)]).toEqual([1, 0]);
    expect(await payments(later)).toEqual([done, { ...done, status: 'failed', failure_reason: 'not_charged' }]);
  });

  it('that is stored by a new card while it is past due is tried at once', async () => {
    gateway.charging = () => Promise.resolve(refusedFor('declined'));
    const id = await subscribe(await newMethod());
    await renew(days(0));
    gateway.charging = (request) => gateway.sandbox.charge(request);
    const other = await newMethod();
    expect(await renew(days(0.5))).toBe(0);
    await as(days(0.5), (ctx) => app.get(SubscriptionService).update(ctx, id, { payment_method_id: other }));
    expect(await renew(days(0.5))).toBe(1);
    expect(await read(id, days(0.5))).toMatchObject({ past_due: false, ends_at: new Date('2026-03-15T01:00:00Z') });
  });

  it('pays the price of a plan that was chosen while it was past due, and no time is given for the choice', async () => {
    gateway.charging = () => Promise.resolve(refusedFor('declined'));
    const id = await subscribe(await newMethod(), 'pro');
    await renew(days(0));
    gateway.charging = (request) => gateway.sandbox.charge(request);
    await as(days(0.5), (ctx) => app.get(SubscriptionService).update(ctx, id, { plan_id: 'growth' }));
    expect(await read(id, days(0.5))).toMatchObject({ status: 'active', amount: 129, outstanding: 129, ends_at: END });
    expect(await renew(days(1))).toBe(1);
    expect((await payments(days(1)))[0]).toMatchObject({ status: 'completed', amount: 129 });
    expect((await read(id, days(1))).ends_at).toEqual(new Date('2026-03-15T01:00:00Z'));
  });
});

describe('A-332: nothing is charged', () => {
  it.each(['pm_1', null, randomUUID()])('without a stored method: %s', async (method) => {
    const id = await subscribe(method);
    expect(await renew(days(0))).toBe(0);
    expect((await read(id, days(0))).status).toBe('expired');
    expect([await expire(days(0)), await payments(days(0))]).toEqual([1, []]);
  });

  it('once it is cancelled, also between two tries', async () => {
    gateway.charging = () => Promise.resolve(refusedFor('declined'));
    const [first, second] = [await subscribe(await newMethod()), await subscribe(await newMethod())];
    await as(days(-1), (ctx) => app.get(SubscriptionService).cancel(ctx, first));
    expect(await renew(days(0))).toBe(1);
    await as(days(0.5), (ctx) => app.get(SubscriptionService).cancel(ctx, second));
    expect([await renew(days(1)), await renew(days(9))]).toEqual([0, 0]);
    for (const id of [first, second])
      expect(await read(id, days(9))).toMatchObject({ status: 'cancelled', renews_at: null });
  });

  it('once the method is deleted: it expires with its term', async () => {
    const method = await newMethod();
    const id = await subscribe(method);
    await as(days(-3), (ctx) => app.get(PaymentMethodService).remove(ctx, method));
    expect([await renew(days(0)), (await read(id, days(0))).status, await expire(days(0))]).toEqual([0, 'expired', 1]);
  });

  it('where it was paid by hand meanwhile, and its money is in no other’s way', async () => {
    gateway.charging = () => Promise.resolve(refusedFor('declined'));
    const id = await subscribe(await newMethod());
    await renew(days(0));
    gateway.charging = (request) => gateway.sandbox.charge(request);
    const paid = { subscription_id: id, amount: 49, payment_method: 'cash' };
    await as(days(0.5), (ctx) => app.get(PaymentService).create(ctx, paid));
    expect(await read(id, days(0.5))).toMatchObject({ past_due: false, ends_at: new Date('2026-03-15T01:00:00Z') });
    expect([await renew(days(1)), await renew(days(5))]).toEqual([0, 0]);
  });
});

describe('A-332: letters to the administrators', () => {
  const letters: Letter[] = [];
  const mailer = {
    send: (letter: Letter): Promise<Delivery> => {
      letters.push(letter);
      return Promise.resolve({ kind: 'accepted' });
    },
  };
  const send = async (now: Date): Promise<string[]> => {
    letters.splice(0);
    const failed = (error: unknown) => failures.push(error);
    await app.get(NotificationService).sendDue({ mailer, now: () => now, failed, leastAge: DAY_MS, limitsNew: true });
    return letters.map(({ to, subject }) => `${to.address}: ${subject.split(' / ')[1]}`).sort();
  };
  const member = (email: string, role = 'admin', status = 'active') =>
    sql(
      own.ownerUrl,
      `insert into core.users (tenant_id, id, created_at, updated_at, version, username, email, first_name, role, status, permissions, mfa_enabled)
       values ($1, gen_random_uuid(), now(), now(), 1, $2, $2, 'Aina', $3, $4, '{}', false)`,
      [tenant_id, email, role, status],
    );
  const ADMINS = ['aina@example.com', 'siti@example.com'];
  beforeEach(async () => {
    for (const email of ADMINS) await member(email);
    await member('manager@example.com', 'manager');
    await member('gone@example.com', 'admin', 'inactive');
  });
  const toAll = (subject: string): string[] => ADMINS.map((email) => `${email}: ${subject}: Kedai Aina`);

  it('go out seven days and one day before an end that nothing will pay, and at the end, each once', async () => {
    await subscribe(null);
    expect(await send(days(-8))).toEqual([]);
    expect(await send(days(-7))).toEqual(toAll('Your subscription ends soon'));
    expect(letters[0]?.text).toContain('Salam Aina,');
    expect(letters[0]?.text).toContain('The subscription of Kedai Aina to the plan Starter ends on 15/02/2026');
    expect(letters[0]?.text).toContain('MYR 49.00');
    expect(letters[0]?.stop_url).toBeNull();
    expect([await send(days(-6)), await send(days(-2))]).toEqual([[], []]);
    expect(await send(days(-1))).toEqual(toAll('Your subscription ends soon'));
    expect(await send(days(-0.5))).toEqual([]);
    await expire(days(0));
    expect(await send(days(0))).toEqual(toAll('Your subscription has ended'));
    expect([await send(days(0)), await send(days(1))]).toEqual([[], []]);
  });

  it('A-471: carry a link to pay, one for all administrators and notices; none once nothing is open', async () => {
    app.get(PublicAddress).listensOn(3_999);
    const id = await subscribe(null);
    await as(START, (ctx) => app.get(SubscriptionService).pay(ctx, id, { ...PAID, payment_id: randomUUID() }));
    const links = () =>
      letters.map(({ text }) =>
        ['Bayar di sini', 'Pay here'].map((said) => text.split(`${said}: `)[1]?.split('\n')[0]),
      );
    await send(days(-7));
    const [[link] = []] = links();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3999\/pay\/[\w-]+$/);
    expect(links()).toEqual(ADMINS.map(() => [link, link]));
    const requests = await as(days(-1), (ctx) =>
      app.get(PaymentRequestService).list(ctx, { subject_id: id }, { page: 1, size: 9 }),
    );
    expect(requests.rows).toMatchObject([
      { amount: 49, status: 'open', created_by: null, subject_type: 'subscription' },
    ]);
    await send(days(-1));
    expect(links()).toEqual(ADMINS.map(() => [link, link]));
    await expire(days(0));
    await send(days(0));
    expect(links()).toEqual(ADMINS.map(() => [link, link]));
    await as(days(1), (ctx) => app.get(SubscriptionService).pay(ctx, id, { ...PAID, payment_id: randomUUID() }));
    const [settled] = (
      await as(days(1), (ctx) => app.get(PaymentRequestService).list(ctx, { subject_id: id }, { page: 1, size: 9 }))
    ).rows;
    expect(settled).toMatchObject({ status: 'cancelled', status_reason: 'settled_elsewhere' });
  });

  it('tell each refusal and the end, with the reason, and no end before it', async () => {
    gateway.charging = () => Promise.resolve(refusedFor('insufficient_funds'));
    await subscribe(await newMethod());
    expect([await send(days(-7)), await send(days(-1))]).toEqual([[], []]);
    for (const day of [0, 1, 3]) {
      await renew(days(day));
      expect(await send(days(day))).toEqual(toAll('A payment for your subscription was refused'));
      expect(letters[0]?.text).toContain('there are not enough funds');
      expect(await send(days(day))).toEqual([]);
    }
    expect(letters).toEqual([]);
    await renew(days(5));
    expect(await send(days(5))).toEqual(toAll('Your subscription has ended'));
    expect(await send(days(5))).toEqual([]);
  });

  it('are not written for what is renewed, cancelled or paid meanwhile', async () => {
    const renewed = await subscribe(await newMethod());
    const cancelled = await subscribe(null);
    await as(days(-9), (ctx) => app.get(SubscriptionService).cancel(ctx, cancelled));
    const paid = await subscribe(null);
    await as(days(-9), (ctx) =>
      app.get(PaymentService).create(ctx, { subscription_id: paid, amount: 98, payment_method: 'cash' }),
    );
    for (const day of [-7, -1, 0, 1]) {
      await renew(days(day));
      await expire(days(day));
      expect(await send(days(day))).toEqual([]);
    }
    expect((await read(renewed, days(1))).status).toBe('active');
  });
});
