import { randomInt } from 'node:crypto';
import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newFreightInvoice } from '../../support/logistics.js';
import { attemptsOf, check, choose, decide, openPage, readRequest } from '../../support/payment-attempts.js';
import { callBack } from '../../support/payment-callbacks.js';
import { REQUESTS, requestOf } from '../../support/payment-requests.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { numbersFrom } from '../../support/seeded-numbers.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { eventually } from '../../support/system-service.js';

/**
 * Payers, gateways and staff act in any order and at once: the money taken, less what was given back, equals the money booked and
 * unapplied, no document is paid beyond its amount, and no attempt is booked twice.
 */

const SEED = Number(process.env.MONEY_SEED ?? randomInt(2 ** 31));
const DOCUMENTS = 4;
const ROUNDS = 6;
const AT_ONCE = 4;

const next = numbersFrom(SEED);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
const METHODS = ['duitnow_qr', 'fpx', 'card', 'ewallet'];

let tenant: TestTenant;
let token: string;
/** By document: its invoice, its requests, and what the payers were shown last. */
let documents: { invoice: Json; requests: Json[]; pages: Json[] }[];
let confirmed = 0;

beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  documents = [];
  for (let i = 0; i < DOCUMENTS; i += 1) {
    const invoice = await newFreightInvoice(tenant, 90);
    documents.push({
      invoice,
      requests: [await requestOf(tenant, 'logistics.freight_invoice', invoice.id)],
      pages: [],
    });
  }
});

/** Something that may happen; refusals are as good as successes, errors of the service are not. */
async function happen(): Promise<void> {
  const document = oneOf(documents);
  const { invoice, requests, pages } = document;
  const request = oneOf(requests);
  const page = pages.length > 0 ? oneOf(pages) : null;
  const amount = oneOf([10, 25, 90]);
  const act = oneOf([
    'choose',
    'choose',
    'pay',
    'pay',
    'refuse',
    'expire',
    'late',
    'callback',
    'forge',
    'counter',
    'cancel',
    'ask',
    'confirm',
    'refund',
    'refund',
    'transfer',
    'check',
    'look',
  ]);
  const answer = await done();
  if (answer) expect([act, answer.status < 500 || answer.status === 503]).toEqual([act, true]);

  async function done(): Promise<Answer | null> {
    switch (act) {
      case 'choose': {
        const chosen = await choose(request, oneOf(METHODS));
        if (chosen.body.waiting) pages.push(chosen.body);
        return chosen;
      }
      case 'pay':
        return page && decide(page, { outcome: 'pay', callback: next() < 0.5 });
      case 'refuse':
        return page && decide(page, { outcome: 'refuse' });
      case 'expire':
        return page && decide(page, { outcome: 'expire', callback: false });
      case 'late':
        return page && decide(page, { outcome: 'pay', late: true, callback: next() < 0.5 });
      case 'callback':
      case 'forge': {
        const [attempt] = await attemptsOf(tenant, request);
        const sent = { attempt_id: attempt?.id ?? request.id };
        const forged = { headers: { 'usaha-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` } };
        const answers = await Promise.all([
          callBack(tenant.id, { ...sent, ...(act === 'forge' ? forged : {}) }),
          callBack(tenant.id, { ...sent, ...(act === 'forge' ? forged : {}) }),
        ]);
        return answers[0];
      }
      case 'counter':
        return on.post(`/logistics/shipments/${invoice.shipment_id}/invoice/payments`, { amount }, token);
      case 'cancel':
        return on.post(`${REQUESTS}/${request.id}/cancel`, {}, token);
      case 'ask': {
        const body = { subject_type: 'logistics.freight_invoice', subject_id: invoice.id, replace: next() < 0.5 };
        const asked = await on.post(REQUESTS, body, token);
        if (asked.status === 201) requests.push(on.data(asked));
        return asked;
      }
      case 'confirm': {
        const answered = await on.post(`${REQUESTS}/${request.id}/confirm`, { reference: unique('QR'), amount }, token);
        if (answered.status === 200) confirmed += amount;
        return answered;
      }
      case 'refund':
        return on.post(`${REQUESTS}/${request.id}/refunds`, { amount, reason: 'Dibatalkan' }, token);
      case 'transfer': {
        const told = { amount, reason: 'Dibatalkan', by: 'transfer', reference: unique('IBG') };
        return on.post(`${REQUESTS}/${request.id}/refunds`, told, token);
      }
      case 'check':
        return check(tenant, request);
      default:
        return openPage(request);
    }
  }
}

const sum = (numbers: readonly number[]): number => Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100;

it(`holds for any order of things (MONEY_SEED=${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) await Promise.all(Array.from({ length: AT_ONCE }, happen));
  await eventually('every refund has ended', async () => {
    const pending = await sql(
      workerState().ownerUrl as string,
      "select 1 from core.payment_request_refunds r where r.tenant_id = $1 and r.status = 'pending'",
      [tenant.id],
    );
    return pending.length === 0;
  });
  const requests: Json[] = [];
  const entries: Json[] = [];
  for (const { invoice, requests: asked } of documents) {
    for (const request of asked) {
      must(await check(tenant, request), 200);
      requests.push(await readRequest(tenant, request));
    }
    const path = `/logistics/shipments/${invoice.shipment_id}/invoice`;
    const made = must(await on.get(`${path}/payments?page_size=100`, token), 200);
    const { total, amount_paid, outstanding_amount } = must(await on.send('POST', path, { body: {}, token }), 200);
    expect(amount_paid).toBeLessThanOrEqual(total);
    expect([sum(made.map(({ amount }: Json) => amount)), outstanding_amount]).toEqual([
      amount_paid,
      sum([total, -amount_paid]),
    ]);
    entries.push(...made);
  }
  const [{ taken } = { taken: '0' }] = await sql<{ taken: string }>(
    workerState().ownerUrl as string,
    "select coalesce(sum(p.amount), 0) as taken from core.sandbox_payments p where p.tenant_id = $1 and p.status = 'paid'",
    [tenant.id],
  );
  const received = sum(requests.map(({ paid_amount }) => paid_amount));
  expect(received).toBe(sum([Number(taken), confirmed]));
  const refunds: Json[] = [];
  for (const request of requests) {
    const made = must(await on.get(`${REQUESTS}/${request.id}/refunds?page_size=100`, token), 200);
    const completed = made.filter(({ status }: Json) => status === 'completed');
    expect(request.refunded_amount).toBe(sum(completed.map(({ amount }: Json) => amount)));
    refunds.push(...completed);
  }
  const [{ given } = { given: '0' }] = await sql<{ given: string }>(
    workerState().ownerUrl as string,
    "select coalesce(sum(c.amount), 0) as given from core.sandbox_charges c where c.tenant_id = $1 and c.kind = 'refund'",
    [tenant.id],
  );
  const byGateway = refunds.filter(({ by }) => by === 'gateway');
  expect(sum(byGateway.map(({ amount }) => amount))).toBe(Number(given));
  const refunded = sum(refunds.map(({ amount }) => amount));
  const byRequests = entries.filter(({ payment_request_id }) => payment_request_id !== null);
  const unapplied = sum(requests.map(({ unapplied_amount }) => unapplied_amount));
  expect(sum([...byRequests.map(({ amount }) => amount), unapplied])).toBe(sum([received, -refunded]));
  const references = byRequests.map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
  const differences = must(await on.get('/payment-differences?page_size=100&status=open', token), 200);
  const named = new Set(differences.map(({ payment_request_id }: Json) => payment_request_id));
  expect([...named].sort()).toEqual(requests.flatMap((one) => (one.unapplied_amount > 0 ? [one.id] : [])).sort());
  for (const { kind } of differences) expect(kind).toBe('unapplied');
});
