import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { Controller, Module, type INestApplication } from '@nestjs/common';
import pino from 'pino';
import { createApp } from '../../apps/api/dist/app/app.js';
import { Needs, OfModule } from '../../apps/api/dist/wire/permissions.js';
import { Acts, Creates, Reads } from '../../apps/api/dist/wire/route.js';
import { RightsListener } from '../../apps/api/dist/database/rights-listener.js';
import { ModuleService, RightsCache, SubscriptionService, TermExpiry } from '@usaha/core';
import { Database } from '@usaha/shared';
import { contractSurface, referenceSurface, surfaces, type Surface } from '../support/core-surfaces.js';
import { expectRefusal } from '../support/core-shapes.js';
import { newTenant, newUser, type TestTenant } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { openDatabase } from '../support/opened-database.js';
import { workerState } from '../support/state.js';

/**
 * A-60 on controllers of a module that the product does not have: they stand in an instance of the application within
 * this process, over the worker's database, in addition to the worker's own server. So it is also shown that what is disabled
 * on one instance is disabled on the other.
 */

class ProbeView {
  done!: boolean;
}
const about = { summary: 'Probe', description: 'A probe.' };

@OfModule('retail')
@Controller('v1/retail/probe')
class ContractProbe {
  @Reads('', ProbeView, about)
  read() {
    return { done: true };
  }

  @Creates('', ProbeView, about)
  create() {
    return { done: true };
  }

  @Acts('close', ProbeView, about)
  @Needs('tenants.change')
  close() {
    return { done: true };
  }
}

@OfModule('retail')
@Controller('api/v1/retail/probe')
class ReferenceProbe {
  @Reads('', ProbeView, about)
  read() {
    return { done: true };
  }

  @Creates('', ProbeView, about)
  create() {
    return { done: true };
  }

  @Acts('close', ProbeView, about)
  @Needs('tenants.change')
  close() {
    return { done: true };
  }
}

@OfModule('beauty')
@Controller('api/v1/beauty/probe')
class BeautyProbe {
  @Reads('', ProbeView, about)
  read() {
    return { done: true };
  }
}

@Module({ controllers: [ContractProbe, ReferenceProbe, BeautyProbe] })
class ProbeModule {}

let app: INestApplication;
let database: Database;
let listener: RightsListener;
let server: string;
beforeAll(async () => {
  const url = workerState().databaseUrl as string;
  database = await openDatabase(url);
  const logger = pino({ level: 'silent' });
  app = await createApp({
    database,
    tokens: { keys: [['test', Buffer.from(testSecrets.JWT_KEYS.slice('test:'.length))]] },
    logger,
    corsOrigins: '*',
    trustProxy: false,
    requestTimeoutMs: 30_000,
    extraModules: [ProbeModule],
  });
  listener = new RightsListener(url, app.get(RightsCache), logger);
  await listener.start();
  await app.listen(0);
  server = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
});
afterAll(async () => {
  listener.stop();
  await app.close();
  await database.end();
});

/** To the instance with the probe. */
const probe = async (on: Surface, token?: string, method = 'GET', path = '/retail/probe', payload?: string) => {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (payload !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(server + on.url(path), { method, headers, body: payload });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
};

/** Through the worker's server: another instance. */
const turn = async (tenant: TestTenant, what: 'enable' | 'disable', module = 'retail') => {
  const options = { token: tenant.admin.token };
  const answer = await referenceSurface.send('POST', `/modules/${module}/${what}`, options);
  if (answer.status !== 200) throw new Error(answer.text);
};

/** The other instance is told by NOTIFY, and knows by the clock after a second at the latest. */
async function eventually(status: number, ask: () => ReturnType<typeof probe>): Promise<ReturnType<typeof probe>> {
  const end = Date.now() + 1_500;
  for (;;) {
    const answer = await ask();
    if (answer.status === status || Date.now() > end) return answer;
  }
}

describe('a module (A-60)', () => {
  it.each(surfaces)('is usable by every business that never touched it: $name', async (on) => {
    const tenant = await newTenant({ business_type: 'HEALTHCARE' });
    expect((await probe(on, tenant.admin.token)).status).toBe(200);
    expect((await probe(on, tenant.admin.token, 'POST')).status).toBe(201);
  });

  it.each(surfaces)('that is disabled answers 403 MODULE_DISABLED until it is enabled again: $name', async (on) => {
    const [tenant, other] = [await newTenant({ business_type: 'HEALTHCARE' }), await newTenant()];
    const staff = await newUser(tenant, 'staff');
    for (const { token } of [tenant.admin, staff]) expect((await probe(on, token)).status).toBe(200);

    await turn(tenant, 'disable');
    for (const { token } of [tenant.admin, staff]) {
      const refused = await eventually(403, () => probe(on, token));
      expectRefusal(on, refused, 403, 'MODULE_DISABLED');
      expect(on.error(refused).message).toContain('retail');
      expectRefusal(on, await probe(on, token, 'POST'), 403, 'MODULE_DISABLED');
    }
    expect((await probe(on, other.admin.token)).status).toBe(200);
    expect((await probe(referenceSurface, tenant.admin.token, 'GET', '/beauty/probe')).status).toBe(200);

    await turn(tenant, 'enable');
    for (const { token } of [tenant.admin, staff])
      expect((await eventually(200, () => probe(on, token))).status).toBe(200);
  });

  it('is disabled on both surfaces at once, on the instance that is asked before it answers', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const modules = (what: string) => probe(referenceSurface, token, 'POST', `/modules/retail/${what}`);
    for (let i = 0; i < 5; i += 1) {
      expect((await modules('disable')).status).toBe(200);
      for (const on of surfaces) expectRefusal(on, await probe(on, token), 403, 'MODULE_DISABLED');
      expect((await modules('enable')).status).toBe(200);
      for (const on of surfaces) expect((await probe(on, token)).status).toBe(200);
    }
  });

  it.each(surfaces)('is asked for after the token, the body’s syntax and the role (A-15): $name', async (on) => {
    const tenant = await newTenant();
    const staff = await newUser(tenant, 'staff');
    await turn(tenant, 'disable');
    await eventually(403, () => probe(on, staff.token));
    expectRefusal(on, await probe(on, undefined, 'POST'), 401);
    expectRefusal(on, await probe(on, staff.token, 'POST', '/retail/probe', '{bad'), 400);
    expectRefusal(on, await probe(on, staff.token, 'POST', '/retail/probe/close'), 403, 'FORBIDDEN');
    expectRefusal(on, await probe(on, tenant.admin.token, 'POST', '/retail/probe/close'), 403, 'MODULE_DISABLED');
  });

  it('disabled before its account is ever asked is disabled for sessions that moved into the tenant, too', async () => {
    // The administrator's token was made before there was a tenant.
    const tenant = await newTenant();
    await turn(tenant, 'disable', 'beauty');
    const refused = await eventually(403, () => probe(referenceSurface, tenant.admin.token, 'GET', '/beauty/probe'));
    expectRefusal(referenceSurface, refused, 403, 'MODULE_DISABLED');
    expect((await probe(contractSurface, tenant.admin.token)).status).toBe(200);
  });
});

describe('the configuration of a module, for its own code', () => {
  const settings = (modules: ModuleService, { id }: TestTenant) =>
    database.work({ tenant_id: id, actor: null, now: new Date() }, (ctx) => modules.configuration(ctx, 'retail'));

  it('is the object under its key, and empty where there is none', async () => {
    const tenant = await newTenant();
    const modules = app.get(ModuleService);
    const enable = (configuration: unknown) =>
      referenceSurface.post('/modules/retail/enable', { configuration }, tenant.admin.token);
    expect(await settings(modules, tenant)).toEqual({});
    await enable({ retail: { enable_loyalty_program: true, loyalty_points_per_ringgit: 2 }, beauty: { a: 1 } });
    expect(await settings(modules, tenant)).toEqual({ enable_loyalty_program: true, loyalty_points_per_ringgit: 2 });
    await turn(tenant, 'disable');
    expect(await settings(modules, tenant)).toMatchObject({ enable_loyalty_program: true });
    await enable({});
    expect(await settings(modules, tenant)).toEqual({});
  });
});

describe('terms that have ended', () => {
  /** As if that number of days had passed since. */
  const subscribeBefore = async (tenant: TestTenant, plan_id: string, days: number) => {
    const subscriptions = app.get(SubscriptionService);
    const now = new Date(Date.now() - days * 86_400_000);
    return database.work({ tenant_id: tenant.id, actor: null, now }, (ctx) => subscriptions.create(ctx, { plan_id }));
  };
  const plan = async ({ id, admin }: TestTenant) =>
    (await contractSurface.get(`/tenants/${id}`, admin.token)).body.subscription_plan;

  it('are expired wherever they are shown, before and after they are written down; then the plan follows', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const subscriptions = app.get(SubscriptionService);
    const active = await subscribeBefore(tenant, 'growth', 1);
    const { id } = await subscribeBefore(tenant, 'pro', 32);
    expect(await plan(tenant)).toBe('GROWTH');
    const check = async () => {
      expect((await contractSurface.get(`/subscriptions/${id}`, token)).body.status).toBe('EXPIRED');
      expect((await referenceSurface.get(`/subscriptions/${id}`, token)).body.data.status).toBe('expired');
      for (const on of surfaces) {
        const found = async (status: string) =>
          on.rows(await on.get(`/subscriptions?status=${status}`, token), 'subscriptions').map((row) => row.id);
        expect([await found('expired'), await found('active')]).toEqual([[id], [active.id]]);
      }
      const cancelled = await referenceSurface.send('POST', `/subscriptions/${id}/cancel`, { token });
      expect(cancelled.status).toBe(409);
    };
    await check();

    const expire = () =>
      database.work({ tenant_id: tenant.id, actor: null, now: new Date() }, (ctx) => subscriptions.expireDue(ctx));
    const counts = await Promise.all([expire(), expire()]);
    expect(counts.sort()).toEqual([0, 1]);
    await check();
    expect(await plan(tenant)).toBe('GROWTH');
  });

  it('leave the tenant with the starter plan when nothing active is left, and a payment brings plan and term back', async () => {
    const tenant = await newTenant();
    const subscriptions = app.get(SubscriptionService);
    const { id, amount } = await subscribeBefore(tenant, 'pro', 40);
    const work = <T>(act: (ctx: Parameters<typeof subscriptions.expireDue>[0]) => Promise<T>) =>
      database.work({ tenant_id: tenant.id, actor: null, now: new Date() }, act);
    const fail = (error: unknown) => {
      throw error;
    };
    // As housekeeping does, for all tenants there are.
    expect(await app.get(TermExpiry).run(() => new Date(), { failed: fail })).toBeGreaterThan(0);
    expect(await plan(tenant)).toBe('STARTER');
    // Twenty parts of the price at the same time: each is counted, and together they are one term.
    const part = amount / 20;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        work((ctx) => subscriptions.pay(ctx, id, { payment_id: randomUUID(), amount: part, currency: 'MYR' })),
      ),
    );
    expect(await plan(tenant)).toBe('PRO');
    const paid = (await contractSurface.get(`/subscriptions/${id}`, tenant.admin.token)).body;
    expect(paid.status).toBe('ACTIVE');
    const days = (Date.parse(paid.ends_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    // A refund takes its time back, and paid again it buys a term from now on.
    const whole = { payment_id: randomUUID(), amount, currency: 'MYR' };
    await work((ctx) => subscriptions.takeBack(ctx, id, whole, new Date()));
    await work((ctx) => subscriptions.pay(ctx, id, whole));
    const again = (await contractSurface.get(`/subscriptions/${id}`, tenant.admin.token)).body;
    expect(Date.parse(again.ends_at) - Date.parse(paid.ends_at)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(again.ends_at) - Date.parse(paid.ends_at)).toBeLessThan(60_000);
  });
});
