import { awaitEvents } from '../support/awaited-events.js';
import { createHash, randomUUID } from 'node:crypto';
import type { Json } from '../support/client.js';
import { CARD } from '../support/payments.js';
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

/**
 * A payment and a refund settle in two transactions, and the gateway is asked between them: after a kill at any point
 * what the gateway has done is written down in the end, once, and what it has not done is never done later.
 */

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** The gateway has written its book, and takes longer to say so than anybody lives here. */
const SLOW = { SANDBOX_DELAY_MS: '600000' };

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

interface Book {
  attempt_id: string;
  kind: string;
  amount: string | null;
  reason: string | null;
}

const book = (database: OwnDatabase, tenant: OwnTenant) =>
  sql<Book>(
    database.ownerUrl,
    'select attempt_id, kind, amount, reason from core.sandbox_charges where tenant_id = $1 order by at, attempt_id',
    [tenant.id],
  );

const kinds = async (database: OwnDatabase, tenant: OwnTenant) =>
  (await book(database, tenant)).map(({ kind }) => kind);

/** Not through the tests' client: a broken connection is what is wanted here. */
function begin(
  service: OwnService,
  path: string,
  body: unknown,
  token: string,
  key?: string,
): Promise<Response | null> {
  return fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  }).catch(() => null);
}

const repeat = (service: OwnService, path: string, body: unknown, token: string, key: string) =>
  at(service).send('POST', path, { body, token, headers: { 'idempotency-key': key } });

const paymentOf = async (service: OwnService, tenant: OwnTenant, id: string): Promise<Json> =>
  (await at(service).get(`/api/v1/payments/${id}/`, tenant.admin.token)).body.data;

const subscribed = async (service: OwnService, tenant: OwnTenant): Promise<Json> => {
  const body = { tenant_id: tenant.id, plan_type: 'STARTER', billing_cycle: 'MONTHLY' };
  return (await at(service).post('/v1/subscriptions', body, tenant.admin.token)).body;
};

const pair = async (database: OwnDatabase): Promise<[OwnService, OwnService]> =>
  Promise.all([startOwnService(database), startOwnService(database)]);

/** Its jobs have done their first round, in which they would settle what is begun meanwhile; the next is a minute later. */
async function atRest(service: OwnService): Promise<void> {
  let quiet = 0;
  await eventually('the jobs of the start are done', async () => {
    const { text } = await at(service).get('/metrics');
    quiet = /^database_pool_connections\{state="busy"\} 0$/m.test(text) ? quiet + 1 : 0;
    return quiet === 25;
  });
}

/** Work that was begun, for a separate tenant, and killed with all the others. */
interface Victim {
  tenant: OwnTenant;
  token: string;
  subscription: Json;
  /** What the gateway has written by then. */
  lines: Book[];
}

describe('killed between the gateway and the second transaction', () => {
  const [keyOfPayment, keyOfRefusal, keyOfRefund] = [randomUUID(), randomUUID(), randomUUID()];
  let database: OwnDatabase;
  let victims: Record<'payment' | 'keyed' | 'refused' | 'refund' | 'keyedRefund', Victim>;
  let refunded: Record<'refund' | 'keyedRefund', Json>;
  let service: OwnService;

  const twoTerms = ({ subscription }: Pick<Victim, 'subscription'>) => ({
    subscription_id: subscription.id,
    amount: subscription.amount * 2,
    payment_method: 'fpx',
  });
  const declined = (victim: Victim) => ({ ...twoTerms(victim), payment_method: 'card_declined' });
  const refundPath = (paid: Json) => `/api/v1/payments/${paid.id}/refund/`;

  // One service prepares, one is killed amid everything, and two at once look after what it has left.
  beforeAll(async () => {
    database = await clonedDatabase();
    const before = await startOwnService(database);
    const victim = async (): Promise<Victim> => {
      const tenant = await newTenantAt(before);
      await awaitEvents(tenant.id, ['payment.completed'], database.ownerUrl);
      return { tenant, token: tenant.admin.token, subscription: await subscribed(before, tenant), lines: [] };
    };
    const [payment, keyed, refused, refund, keyedRefund] = await Promise.all([
      victim(),
      victim(),
      victim(),
      victim(),
      victim(),
    ]);
    victims = { payment, keyed, refused, refund, keyedRefund };
    const pay = async (by: Victim) =>
      (await at(before).post('/v1/payments', { ...twoTerms(by), amount: 100 }, by.token)).body;
    refunded = { refund: await pay(refund), keyedRefund: await pay(keyedRefund) };
    await before.stop();

    const slow = await startOwnService(database, SLOW);
    await atRest(slow);
    const answers = [
      begin(slow, '/v1/payments', twoTerms(payment), payment.token),
      begin(slow, '/v1/payments', twoTerms(keyed), keyed.token, keyOfPayment),
      begin(slow, '/v1/payments', declined(refused), refused.token, keyOfRefusal),
      begin(slow, refundPath(refunded.refund), { amount: 60 }, refund.token),
      begin(slow, refundPath(refunded.keyedRefund), { amount: 60 }, keyedRefund.token, keyOfRefund),
    ];
    for (const [by, count] of [
      [payment, 1],
      [keyed, 1],
      [refused, 1],
      [refund, 2],
      [keyedRefund, 2],
    ] as const)
      by.lines = await eventually('the gateway has done it', async () => {
        const found = await book(database, by.tenant);
        return found.length === count && found;
      });
    await slow.stop('SIGKILL');
    expect(await Promise.all(answers)).toEqual(answers.map(() => null));
    const left = await sql(database.ownerUrl, 'select id, status from core.payments where tenant_id = $1', [
      payment.tenant.id,
    ]);
    expect(left).toEqual([{ id: payment.lines[0]?.attempt_id, status: 'pending' }]);
    [service] = await pair(database);
  });

  it('without a key: the payment is completed at the next start, counted and charged once', async () => {
    const { tenant, token, subscription, lines } = victims.payment;
    const payment = await eventually('the payment is settled', async () => {
      const found = await paymentOf(service, tenant, lines[0]?.attempt_id as string);
      return found.status !== 'pending' && found;
    });
    expect(payment).toMatchObject({ status: 'completed', amount: subscription.amount * 2, failure_reason: null });
    const after = (await at(service).get(`/v1/subscriptions/${subscription.id}`, token)).body;
    const days = (Date.parse(after.ends_at) - Date.parse(after.starts_at)) / 86_400_000;
    expect([days > 55, days < 63]).toEqual([true, true]);
    expect(await kinds(database, tenant)).toEqual(['charge']);
    const events = await sql(database.ownerUrl, 'select name from kernel.outbox where tenant_id = $1', [tenant.id]);
    expect(events).toEqual([{ name: 'payment.completed' }]);
  });

  it('with a key: the request sent again answers that payment, and is charged once', async () => {
    const { tenant, token, lines } = victims.keyed;
    const send = () => repeat(service, '/v1/payments', twoTerms(victims.keyed), token, keyOfPayment);
    const answers = await Promise.all(Array.from({ length: 5 }, send));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([201, expect.objectContaining({ id: lines[0]?.attempt_id, status: 'COMPLETED' })]);
    const again = await send();
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      answers[0]?.text,
      'true',
    ]);
    expect(await kinds(database, tenant)).toEqual(['charge']);
    expect((await at(service).get('/api/v1/payments/', token)).body.pagination.total).toBe(1);
  });

  it('with a key, after a refusal: the request sent again answers 402 for that payment', async () => {
    const { tenant, token, subscription, lines } = victims.refused;
    const answer = await repeat(service, '/v1/payments', declined(victims.refused), token, keyOfRefusal);
    expect([answer.status, answer.body.details]).toEqual([
      402,
      { transaction_id: lines[0]?.attempt_id, reason: 'declined' },
    ]);
    expect(await paymentOf(service, tenant, lines[0]?.attempt_id as string)).toMatchObject({ status: 'failed' });
    expect((await at(service).get(`/v1/subscriptions/${subscription.id}`, token)).body.ends_at).toBe(
      subscription.ends_at,
    );
  });

  it.each([
    ['without a key', 'refund', undefined],
    ['with a key', 'keyedRefund', keyOfRefund],
  ] as const)('a refund, %s: it is given back once', async (_, which, key) => {
    const { tenant, token } = victims[which];
    const paid = refunded[which];
    if (key === undefined) {
      await eventually(
        'the refund is settled',
        async () => (await paymentOf(service, tenant, paid.id)).refunded_amount === 60,
      );
    } else {
      const answer = await repeat(service, refundPath(paid), { amount: 60 }, token, key);
      expect([answer.status, answer.body.data.refunded_amount]).toEqual([200, 60]);
    }
    const payment = await paymentOf(service, tenant, paid.id);
    expect(payment).toMatchObject({ status: 'completed', refunds: [{ amount: 60, status: 'completed' }] });
    expect((await book(database, tenant)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', '100.00'],
      ['refund', '60.00'],
    ]);
    // The rest can be given back, and no more.
    const post = (body: unknown) => at(service).post(refundPath(paid), body, token);
    expect((await post({ amount: 41 })).status).toBe(400);
    expect((await post({})).body.data).toMatchObject({ status: 'refunded', refunded_amount: 100 });
  });
});

describe('killed before the gateway was asked', () => {
  it('what is older than a minute is given up and never charged later; what is younger is left alone', async () => {
    const database = await clonedDatabase();
    const before = await startOwnService(database);
    const tenant = await newTenantAt(before);
    const { token } = tenant.admin;
    const subscription = await subscribed(before, tenant);
    const pay = { subscription_id: subscription.id, amount: 100, payment_method: 'fpx' };
    const paid = (await at(before).post('/v1/payments', pay, token)).body;
    await before.stop();
    // As the first transactions leave them.
    const [old, young, refund] = [randomUUID(), randomUUID(), randomUUID()];
    const plant = (id: string, age: string) =>
      sql(
        database.ownerUrl,
        `insert into core.payments (tenant_id, id, created_at, updated_at, type, amount, currency, status, payment_method, metadata,
           refunded_amount, reserved_amount)
         values ($1, $2, now() - $3::interval, now(), 'charge', 50, 'MYR', 'pending', 'fpx', '{}', 0, 0)`,
        [tenant.id, id, age],
      );
    await plant(old, '2 minutes');
    await plant(young, '1 second');
    await sql(database.ownerUrl, 'update core.payments set reserved_amount = 30 where id = $1', [paid.id]);
    await sql(
      database.ownerUrl,
      `insert into core.refunds (tenant_id, id, created_at, updated_at, payment_id, amount, status)
       values ($1, $2, now() - interval '2 minutes', now(), $3, 30, 'pending')`,
      [tenant.id, refund, paid.id],
    );

    const service = await startOwnService(database);
    const given = await eventually('the old attempt is given up', async () => {
      const found = await paymentOf(service, tenant, old);
      return found.status !== 'pending' && found;
    });
    expect(given).toMatchObject({ status: 'failed', failure_reason: 'not_charged' });
    expect(await paymentOf(service, tenant, young)).toMatchObject({ status: 'pending', failure_reason: null });
    const whole = await eventually('the refund is given up', async () => {
      const found = await paymentOf(service, tenant, paid.id);
      return found.refunds.length === 0 && found;
    });
    expect(whole).toMatchObject({ status: 'completed', refunded_amount: 0 });
    const lines = await book(database, tenant);
    expect(lines.filter(({ kind }) => kind === 'charge').map(({ attempt_id }) => attempt_id)).toEqual([paid.id]);
    expect(
      lines
        .filter(({ kind }) => kind === 'none')
        .map(({ attempt_id }) => attempt_id)
        .sort(),
    ).toEqual([old, refund].sort());
    expect(lines.some(({ kind }) => kind === 'refund')).toBe(false);

    for (const id of [old, young])
      expect((await at(service).post(`/api/v1/payments/${id}/refund/`, {}, token)).status).toBe(409);
    const back = await at(service).post(`/api/v1/payments/${paid.id}/refund/`, {}, token);
    expect(back.body.data).toMatchObject({ status: 'refunded', refund: { amount: 100 } });
  });
});

describe('a card', () => {
  it('is neither in any table nor in the log, by number, code or hash', async () => {
    const database = await clonedDatabase();
    const service = await startOwnService(database, { LOG_LEVEL: 'trace' });
    const tenant = await newTenantAt(service);
    const { token } = tenant.admin;
    const [digits, cvv] = ['5105105105105100', '7391'];
    const written = '5105 1051 0510-5100';
    const post = (path: string, body: unknown) => at(service).post(`/api/v1${path}`, body, token);
    const kept = await post('/payment-methods/', { ...CARD, card_number: written, cvv });
    expect([kept.status, kept.body.data.card_last_four]).toEqual([201, '5100']);
    for (const wrong of [{ expiry_month: 13 }, { card_number: `${written}99999` }, { type: 5 }])
      expect((await post('/payment-methods/', { ...CARD, card_number: written, cvv, ...wrong })).status).toBe(400);
    const refused = await post('/payment-methods/', { ...CARD, card_number: '4000000000000002', cvv });
    expect((await post('/payments/', { amount: 5, payment_method_id: kept.body.data.id })).status).toBe(201);
    expect((await post('/payments/', { amount: 5, payment_method_id: refused.body.data.id })).status).toBe(402);
    await service.stop();

    const tables = await sql<{ path: string }>(
      database.ownerUrl,
      `select n.nspname || '.' || c.relname as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const rows: string[] = [];
    for (const { path } of tables)
      for (const { row } of await sql<{ row: string }>(
        database.ownerUrl,
        `select row_to_json(t)::text as row from ${path} t`,
      ))
        rows.push(row);
    const dump = rows.join('\n');
    const log = service.output();
    expect(dump).toContain('sandbox_declined');

    const secrets = [digits, written, '4000000000000002'];
    const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
      [...secrets, cvv].flatMap((secret) => {
        const hash = createHash(algorithm).update(secret).digest();
        return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')];
      }),
    );
    for (const text of [dump, log]) {
      for (const secret of [...secrets, ...hashes]) expect(text.includes(secret)).toBe(false);
      expect(text).not.toMatch(/card_number|"cvv"/);
      // Four digits stand by chance in ids, times and figures; the code would stand alone or in words.
      const bare = text
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
        .replace(/[\d.:T+-]{8,}Z?/g, '')
        .replace(/[\w-]{20,}/g, '');
      expect(bare).not.toMatch(/"7391"|\b7391\b(?!\.\d)/);
    }
  });
});
