import { randomUUID } from 'node:crypto';
import { SandboxGateway, type ChargeRequest, type PayMethod, type SandboxDecision } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { sandboxAttempt } from '../support/steered-gateway.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

/** The sandbox’s book of waiting attempts. */

const HOUR_MS = 3_600_000;

let own: OwnDatabase;
let database: Database;
let tenant_id: string;

beforeAll(async () => {
  own = await clonedDatabase();
  database = await openDatabase(own.appUrl);
  tenant_id = await plantTenant(own.ownerUrl);
});
afterAll(async () => {
  await database.end();
  await dropDatabases();
});

const decide = (id: string, decision: Partial<SandboxDecision>) =>
  new SandboxGateway(database).book.decide(tenant_id, id, {
    outcome: 'pay',
    reason: 'declined',
    late: false,
    ...decision,
  });

const request = (
  attempt_id: string,
  { amount = 25, method = 'fpx' }: { amount?: number; method?: PayMethod } = {},
): ChargeRequest => ({
  ...sandboxAttempt(tenant_id, attempt_id),
  amount,
  currency: 'MYR',
  method: { text: method, token: null, expiry: null },
  waiting: {
    method,
    expires_at: new Date(Date.now() + HOUR_MS),
    description: 'Bill 12',
    business: 'Kedai Aina',
    email: null,
    return_url: null,
    callback_url: null,
    keep_card: false,
  },
  at: new Date(),
});

it('has an attempt once, and pays it or abandons it, never both', async () => {
  const sandbox = new SandboxGateway(database);
  for (let round = 0; round < 20; round += 1) {
    const id = randomUUID();
    const begun = await Promise.all([sandbox.charge(request(id)), sandbox.charge(request(id))]);
    expect(begun[0]).toEqual(begun[1]);
    const [paid, abandoned] = await Promise.allSettled([
      decide(id, {}),
      sandbox.abandon(sandboxAttempt(tenant_id, id)),
    ]);
    const outcome = await sandbox.find(sandboxAttempt(tenant_id, id));
    expect(abandoned).toEqual({ status: 'fulfilled', value: outcome });
    expect(outcome).toMatchObject(
      paid.status === 'fulfilled' ? { status: 'succeeded', amount: 25 } : { status: 'refused', reason: 'not_charged' },
    );
  }
});

it('never begins what was abandoned before', async () => {
  const sandbox = new SandboxGateway(database);
  const id = randomUUID();
  await sandbox.abandon(sandboxAttempt(tenant_id, id));
  expect(await sandbox.charge(request(id))).toEqual({ status: 'refused', reason: 'not_charged' });
});

it.each([
  [0.99, 'card'],
  [30_000.01, 'fpx'],
  [50_000.01, 'ewallet'],
] as const)('refuses %d by %s', async (amount, method) => {
  const sandbox = new SandboxGateway(database);
  const refused = await sandbox.charge(request(randomUUID(), { amount, method }));
  expect(refused).toEqual({ status: 'refused', reason: 'amount_not_allowed' });
});

it('tells the same decision twice, and refuses another', async () => {
  const id = randomUUID();
  await new SandboxGateway(database).charge(request(id));
  expect([(await decide(id, {})).status, (await decide(id, {})).status]).toEqual(['paid', 'paid']);
  for (const outcome of ['refuse', 'expire'] as const)
    await expect(decide(id, { outcome })).rejects.toMatchObject({ kind: 'conflict' });
});

it('keeps neither the page’s address nor the texts in clear', async () => {
  const id = randomUUID();
  const outcome = await new SandboxGateway(database).charge(request(id));
  if (outcome.status !== 'waiting') throw new Error('It waits');
  const rows = await sql(
    own.ownerUrl,
    'select row_to_json(r)::text as text from core.sandbox_payments r where id = $1',
    [id],
  );
  const text = JSON.stringify(rows);
  for (const secret of ['Bill 12', 'Kedai Aina', outcome.redirect_url?.split('/').at(-1) ?? '?'])
    expect(text).not.toContain(secret);
});
