import { randomInt } from 'node:crypto';
import type { Json } from '../support/client.js';
import { callbackPath, signature } from '../support/payment-callbacks.js';
import { propertyRuns } from '../support/property-runs.js';
import { numbersFrom } from '../support/seeded-numbers.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  pause,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/**
 * Payers, gateways and staff act in any order and at once, while instances are killed amid it: the money taken, less what was given back,
 * equals the money booked and unapplied, no document is paid beyond its amount, and no attempt is booked twice (A-463, A-469).
 */

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(600_000);

const SEED = Number(process.env.MONEY_SEED ?? randomInt(2 ** 31));
/** Instances that are killed; each takes some seconds to start. */
const KILLS = Math.ceil(propertyRuns(40) / 5);
const DOCUMENTS = 3;
const ROUNDS_OF_VICTIM = 3;
const AT_ONCE = 6;
const TOTAL = 90;
const METHODS = ['duitnow_qr', 'fpx', 'card', 'ewallet'];
const ACTS = [
  ...['choose', 'choose', 'choose', 'pay', 'pay', 'pay', 'refuse', 'expire', 'late'],
  ...['callback', 'replay', 'forge', 'counter', 'cancel', 'ask', 'ask', 'check', 'look', 'refund', 'refund'],
] as const;

const next = numbersFrom(SEED);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
const sum = (numbers: readonly number[]): number => Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100;

interface Document {
  bill: string;
  requests: { id: string; url: string }[];
  /** Where payers decide. */
  pages: string[];
}

let database: OwnDatabase;
let steady: OwnService;
let victim: OwnService;
let tenant: OwnTenant;
let documents: Document[];
/** Callbacks as they were sent: each may come again, and after later ones. */
const sent: { body: string; signed: string }[] = [];

/** What an instance answered; null where it was killed first. */
async function ask(method: string, path: string, body?: Json, by: 'staff' | 'visitor' = 'staff') {
  const service = next() < 0.6 ? victim : steady;
  const said: Record<string, string> = by === 'staff' ? { authorization: `Bearer ${tenant.admin.token}` } : {};
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...said };
  try {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read = (await answer.json()) as Json;
    // An instance that is busy, and one whose gateway is cut off, says so.
    if (answer.status >= 500 && answer.status !== 503) throw new UnexpectedAnswer(`${path}: ${JSON.stringify(read)}`);
    return { status: answer.status, body: read };
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
    return null;
  }
}

class UnexpectedAnswer extends Error {}

async function callBack(body: string, signed: string): Promise<void> {
  const service = next() < 0.6 ? victim : steady;
  const headers = { 'content-type': 'application/json', 'usaha-signature': signed };
  await fetch(`${service.baseUrl}${callbackPath(tenant.id)}`, { method: 'POST', headers, body }).catch(() => null);
}

/** Something that may happen; refusals are as good as successes, errors of the service are not. */
async function happen(): Promise<void> {
  const document = oneOf(documents);
  const request = oneOf(document.requests);
  const page = document.pages.length > 0 ? oneOf(document.pages) : null;
  const link = new URL(request.url).pathname;
  const decide = async (decision: Json) => page && (await ask('POST', page, decision, 'visitor'));
  const act = oneOf(ACTS);
  switch (act) {
    case 'choose': {
      const chosen = await ask('POST', link, { method: oneOf(METHODS) }, 'visitor');
      if (chosen?.body.waiting) document.pages.push(new URL(chosen.body.waiting.redirect_url).pathname);
      return;
    }
    case 'pay':
      return void (await decide({ outcome: 'pay', callback: next() < 0.5 }));
    case 'refuse':
    case 'expire':
      return void (await decide({ outcome: act, callback: next() < 0.5 }));
    case 'late':
      return void (await decide({ outcome: 'pay', late: true, callback: false }));
    case 'callback': {
      const [attempt] = (await ask('GET', `/api/v1/payment-requests/${request.id}/attempts/`))?.body.data ?? [];
      const body = JSON.stringify({ id: 'any', type: 'payment.updated', attempt_id: attempt?.id ?? request.id });
      const signed = signature(tenant.id, body);
      sent.push({ body, signed });
      return void (await Promise.all([callBack(body, signed), callBack(body, signed)]));
    }
    case 'replay': {
      if (sent.length === 0) return;
      const { body, signed } = oneOf(sent);
      return callBack(body, signed);
    }
    case 'forge': {
      const body = JSON.stringify({ id: 'any', type: 'payment.updated', attempt_id: request.id });
      return callBack(body, `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`);
    }
    case 'counter': {
      const paid = { amount: oneOf([10, 25, TOTAL]), payment_method: 'card' };
      return void (await ask('POST', `/api/v1/healthcare/billing/${document.bill}/payments/`, paid));
    }
    case 'cancel':
      return void (await ask('POST', `/api/v1/payment-requests/${request.id}/cancel/`, {}));
    case 'ask': {
      const subject = { subject_type: 'healthcare.bill', subject_id: document.bill, replace: next() < 0.7 };
      const asked = await ask('POST', '/api/v1/payment-requests/', subject);
      if (asked?.status === 201) document.requests.push(asked.body.data);
      return;
    }
    case 'refund': {
      const told = { amount: oneOf([10, 25, TOTAL]), reason: 'Dibatalkan' };
      return void (await ask('POST', `/api/v1/payment-requests/${request.id}/refunds/`, told));
    }
    case 'check':
      return void (await ask('POST', `/api/v1/payment-requests/${request.id}/check/`, {}));
    case 'look':
      return void (await ask('GET', link, undefined, 'visitor'));
  }
}

const must = async (method: string, path: string, body?: Json): Promise<Json> => {
  const options = { token: tenant.admin.token, ...(body === undefined ? {} : { body }) };
  const [name, query = ''] = path.split('?');
  const answer = await at(steady).send(method, `/api/v1/${name}/${query && `?${query}`}`, options);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};
/** The sandbox has written or read its book, and its answer takes a moment in which the instance may be killed. */
const startVictim = (): Promise<OwnService> => startOwnService(database, { SANDBOX_DELAY_MS: '150' });

beforeAll(async () => {
  database = await clonedDatabase();
  [steady, victim] = await Promise.all([startOwnService(database), startVictim()]);
  tenant = await newTenantAt(steady);
  const patient = await must('POST', 'healthcare/patients', { first_name: 'Siti', last_name: 'Nur' });
  documents = [];
  for (let i = 0; i < DOCUMENTS; i += 1) {
    const items = [{ description: 'Rundingan', quantity: 1, unit_price: TOTAL }];
    const bill = await must('POST', 'healthcare/billing', { patient_id: patient.id, items });
    const subject = { subject_type: 'healthcare.bill', subject_id: bill.id };
    documents.push({
      bill: bill.id,
      requests: [(await must('POST', 'payment-requests', subject)) as never],
      pages: [],
    });
  }
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

it(`holds for any order of things and any kill (MONEY_SEED=${SEED})`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const acts = Array.from({ length: AT_ONCE }, async () => {
      for (let round = 0; round < ROUNDS_OF_VICTIM; round += 1) await happen();
    });
    await pause(next() * 1_000);
    await victim.stop('SIGKILL');
    await Promise.all(acts);
    victim = await startVictim();
  }
  // Each request is looked up, also one of which no client was told that it was made.
  const requests = await must('GET', 'payment-requests?page_size=100');
  for (const { id } of requests) await must('POST', `payment-requests/${id}/check`, {});
  await eventually(
    'every refund has ended',
    async () => {
      const text = "select 1 from core.payment_request_refunds where tenant_id = $1 and status = 'pending'";
      return (await sql(database.ownerUrl, text, [tenant.id])).length === 0;
    },
    150,
  );
  await eventually('every attempt of which the gateway has the money is booked', async () => {
    const [{ open } = { open: 1 }] = await sql<{ open: number }>(
      database.ownerUrl,
      `select count(*)::integer as open from core.sandbox_payments p
         join core.payment_attempts a on a.tenant_id = p.tenant_id and a.id = p.id
        where p.tenant_id = $1 and p.status = 'paid' and a.status <> 'succeeded'`,
      [tenant.id],
    );
    return open === 0;
  });
  const gatewaySum = async (text: string): Promise<number> => {
    const [row] = await sql<{ sum: number }>(database.ownerUrl, text, [tenant.id]);
    return row?.sum ?? 0;
  };
  const taken = await gatewaySum(
    "select coalesce(sum(amount), 0)::float8 as sum from core.sandbox_payments where tenant_id = $1 and status = 'paid'",
  );
  const given = await gatewaySum(
    "select coalesce(sum(amount), 0)::float8 as sum from core.sandbox_charges where tenant_id = $1 and kind = 'refund' and reason is null",
  );
  const ended: Json[] = [];
  for (const { id } of requests) {
    const request = await must('GET', `payment-requests/${id}`);
    const refunds = (await must('GET', `payment-requests/${id}/refunds?page_size=100`)) as unknown as Json[];
    const completed = refunds.filter(({ status }) => status === 'completed').map(({ amount }) => amount);
    expect([id, request.refunded_amount]).toEqual([id, sum(completed)]);
    ended.push(request);
  }
  expect(sum(ended.map(({ refunded_amount }) => refunded_amount))).toBe(given);
  expect(sum(ended.map(({ paid_amount }) => paid_amount))).toBe(taken);

  const entries: Json[] = [];
  const owed: number[] = [];
  for (const { bill } of documents) {
    entries.push(...((await must('GET', `healthcare/billing/${bill}/payments?page_size=100`)) as unknown as Json[]));
    const { total, amount_paid, outstanding_amount } = await must('GET', `healthcare/billing/${bill}`);
    expect(amount_paid).toBeLessThanOrEqual(total);
    expect(outstanding_amount).toBe(sum([total, -amount_paid]));
    owed.push(amount_paid);
  }
  const booked = entries.filter(({ payment_request_id }) => payment_request_id !== null);
  const atCounter = entries.filter(({ payment_request_id }) => payment_request_id === null).map(({ amount }) => amount);
  const unapplied = ended.map(({ unapplied_amount }) => unapplied_amount);
  expect(sum([...owed, ...unapplied, -sum(atCounter)])).toBe(sum([taken, -given]));
  const references = booked.map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
});
