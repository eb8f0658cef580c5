import type { Answer, Json } from '../../support/client.js';
import { INSTANT, UUID, expectConflict, expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newFreightInvoice } from '../../support/logistics.js';
import { payableDocuments, type PayableDocument } from '../../support/payable-documents.js';
import { check, choose, decide, readRequest } from '../../support/payment-attempts.js';
import { REQUESTS, requestOf } from '../../support/payment-requests.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { eventually } from '../../support/system-service.js';

/** Refunds of payment requests. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const REASON = 'Pesanan dibatalkan';
const refund = ({ id }: Json, body: Json = {}, by = token, headers: Record<string, string> = {}): Promise<Answer> =>
  on.send('POST', `${REQUESTS}/${id}/refunds`, { body: { reason: REASON, ...body }, token: by, headers });
const refundsOf = async ({ id }: Json): Promise<Json[]> => must(await on.get(`${REQUESTS}/${id}/refunds`, token), 200);
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

/** A request whose payer has paid at the gateway. */
async function paid({ subject_type, subject_id }: Pick<PayableDocument, 'subject_type' | 'subject_id'>): Promise<Json> {
  const request = await requestOf(tenant, subject_type, subject_id, { method: 'fpx' });
  await decide(request, { outcome: 'pay', callback: false });
  return must(await check(tenant, request), 200);
}
const paidFreight = async (amount = 50): Promise<Json> =>
  paid({ subject_type: 'logistics.freight_invoice', subject_id: (await newFreightInvoice(tenant, amount)).id });
/** The sum of these refunds in the book of the gateway. */
const givenBack = async (refunds: readonly Json[]): Promise<number> => {
  const [row] = await sql<{ sum: string }>(
    workerState().ownerUrl as string,
    `select coalesce(sum(c.amount), 0) as sum from core.sandbox_charges c
      where c.tenant_id = $1 and c.kind = 'refund' and c.attempt_id = any($2)`,
    [tenant.id, refunds.map(({ id }) => id)],
  );
  return Number(row?.sum);
};

describe.each(payableDocuments)('A-469: money of %s', (_, newDocument) => {
  it('goes back by the gateway in parts, and is owed again', async () => {
    const document = await newDocument(tenant);
    const request = await paid(document);
    expect([await document.open(), await document.entries()]).toEqual([0, [50]]);
    const refunded = must(await refund(request, { amount: 20 }), 201);
    expect(refunded).toMatchObject({
      status: 'paid',
      paid_amount: 50,
      refunded_amount: 20,
      unapplied_amount: 0,
      refund: { amount: 20, reason: REASON, status: 'completed', by: 'gateway' },
    });
    expect([await document.open(), await document.entries()]).toEqual([20, [-20, 50]]);
    must(await refund(request), 201);
    expect(await readRequest(tenant, request)).toMatchObject({ status: 'paid', refunded_amount: 50 });
    expect([await document.open(), await document.entries()]).toEqual([50, [-30, -20, 50]]);
    expect(await givenBack(await refundsOf(request))).toBe(50);
    expectConflict(on, await refund(request), 'amount');
    // The debt can be asked for again.
    const again = await paid(document);
    expect(again).toMatchObject({ amount: 50, status: 'paid', refunded_amount: 0 });
    expect(await document.open()).toBe(0);
  });

  it('goes back by hand, with a reference', async () => {
    const document = await newDocument(tenant);
    const request = await paid(document);
    const reference = unique('IBG');
    const refunded = must(await refund(request, { amount: 50, by: 'transfer', reference }), 201);
    expect(refunded.refund).toMatchObject({ amount: 50, status: 'completed', by: 'transfer', reference });
    expect([await document.open(), await document.entries()]).toEqual([50, [-50, 50]]);
    expect(await givenBack(await refundsOf(request))).toBe(0);
  });
});

describe('A-469: a refund', () => {
  it('has its fields, and is listed, the last first', async () => {
    const request = await paidFreight();
    const first = must(await refund(request, { amount: 10 }), 201).refund;
    const second = must(await refund(request, { amount: 15 }), 201).refund;
    expectKeys(first, ['id', 'amount', 'reason', 'status', 'by', 'reference', 'created_by', 'created_at']);
    expect(first).toMatchObject({
      id: expect.stringMatching(UUID),
      reference: first.id,
      created_by: tenant.admin.id,
      created_at: expect.stringMatching(INSTANT),
    });
    expect(await refundsOf(request)).toEqual([second, first]);
  });

  it('of 20, five times at once of 50: two succeed', async () => {
    const request = await paidFreight();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(request, { amount: 20 })));
    expect(statuses(answers)).toEqual([201, 201, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) expectInvalid(on, answer, 'amount');
    await eventually('both are given back', async () => (await readRequest(tenant, request)).refunded_amount === 40);
    expect(await givenBack(await refundsOf(request))).toBe(40);
  });

  it('takes unapplied money first, and resolves the difference', async () => {
    const invoice = await newFreightInvoice(tenant, 50);
    const request = await requestOf(tenant, 'logistics.freight_invoice', invoice.id, { method: 'fpx' });
    const path = `/logistics/shipments/${invoice.shipment_id}/invoice/payments`;
    await decide(request, { outcome: 'pay', callback: false });
    // Paid at the counter meanwhile: of the 50 that come, 20 fit.
    must(await on.post(path, { amount: 30, payment_method: 'card' }, token), 201);
    expect(must(await check(tenant, request), 200)).toMatchObject({ status: 'paid', unapplied_amount: 30 });
    expect(must(await refund(request, { amount: 25 }), 201)).toMatchObject({
      unapplied_amount: 5,
      refunded_amount: 25,
    });
    const open = async (): Promise<Json[]> => {
      const all = must(await on.get('/payment-differences?page_size=100&status=open', token), 200);
      return all.filter(({ payment_request_id }: Json) => payment_request_id === request.id);
    };
    expect(await open()).toHaveLength(1);
    expect(must(await refund(request, { amount: 10 }), 201)).toMatchObject({
      unapplied_amount: 0,
      refunded_amount: 35,
    });
    expect(await open()).toEqual([]);
    const entries: Json[] = must(await on.get(path, token), 200);
    expect(entries.map(({ amount }) => amount)).toEqual([-5, 20, 30]);
  });

  it('is of money that came, and of no more than remains', async () => {
    const request = await paidFreight();
    expectInvalid(on, await refund(request, { amount: 50.01 }), 'amount');
    expectInvalid(on, await refund(request, { amount: 0 }), 'amount');
    expectInvalid(on, await on.post(`${REQUESTS}/${request.id}/refunds`, {}, token), 'reason');
    expectInvalid(on, await refund(request, { by: 'transfer' }), 'reference');
    expectInvalid(on, await refund(request, { by: 'cash' }), 'by');
    expect((await refund({ id: UNKNOWN_ID })).status).toBe(404);
    const open = await requestOf(tenant, 'logistics.freight_invoice', (await newFreightInvoice(tenant)).id);
    expectConflict(on, await refund(open), 'status');
    expect(await refundsOf(request)).toEqual([]);
    expect(await readRequest(tenant, request)).toMatchObject({ refunded_amount: 0 });
  });

  it('by the gateway needs money that the gateway took', async () => {
    const invoice = await newFreightInvoice(tenant, 50);
    const request = await requestOf(tenant, 'logistics.freight_invoice', invoice.id);
    must(await on.post(`${REQUESTS}/${request.id}/confirm`, { reference: unique('QR') }, token), 200);
    const refused = await refund(request);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'REFUND_NOT_SUPPORTED']);
    must(await refund(request, { by: 'transfer', reference: unique('IBG') }), 201);
  });

  it('is made once with an Idempotency-Key', async () => {
    const request = await paidFreight();
    const headers = { 'idempotency-key': unique('key') };
    const [first, second] = await Promise.all([
      refund(request, { amount: 20 }, token, headers),
      refund(request, { amount: 20 }, token, headers),
    ]);
    expect([201, 409]).toContain(second.status);
    const third = must(await refund(request, { amount: 20 }, token, headers), 201);
    expect([first, second].filter(({ status }) => status === 201).map((answer) => on.data(answer).refund.id)).toContain(
      third.refund.id,
    );
    expect(await refundsOf(request)).toHaveLength(1);
  });

  it('is a manager’s, and in no other business', async () => {
    const request = await paidFreight();
    const [manager, staff, other] = await Promise.all([
      newUser(tenant, 'manager'),
      newUser(tenant, 'staff'),
      newTenant(),
    ]);
    expect((await refund(request, { amount: 10 }, staff.token)).status).toBe(403);
    expect((await on.get(`${REQUESTS}/${request.id}/refunds`, staff.token)).status).toBe(403);
    expect((await refund(request, { amount: 10 }, other.admin.token)).status).toBe(404);
    expect(must(await refund(request, { amount: 10 }, manager.token), 201).refund.created_by).toBe(manager.id);
  });

  it('is told as an event, and stands on the audit trail', async () => {
    must(await on.send('POST', '/events/enable', { token }), 200);
    const request = await paidFreight();
    must(await refund(request, { amount: 20 }), 201);
    const told = await eventually('the event', async () => {
      const events: Json[] = must(await on.get('/events?page_size=100', token), 200);
      return events.find(({ type, data }) => type === 'core.payment_request.refunded' && data.id === request.id);
    });
    expect(told.data).toMatchObject({ refunded_amount: 20, paid_amount: 50, status: 'paid' });
    const trail: Json[] = must(await on.get(`/audit?record_id=${request.id}`, token), 200);
    expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(['reserve', 'refund']));
  });

  it('of two payments that came is of one of them', async () => {
    const invoice = await newFreightInvoice(tenant, 50);
    const request = await requestOf(tenant, 'logistics.freight_invoice', invoice.id, { method: 'fpx' });
    const late = { waiting: request.waiting };
    const other = (await choose(request, 'card')).body;
    await decide(other, { outcome: 'pay', callback: false });
    must(await check(tenant, request), 200);
    await decide(late, { outcome: 'pay', late: true, callback: true });
    await eventually('both came', async () => (await readRequest(tenant, request)).paid_amount === 100);
    expectInvalid(on, await refund(request, { amount: 60 }), 'amount');
    expect(must(await refund(request), 201)).toMatchObject({ refunded_amount: 50, unapplied_amount: 0 });
    expect(must(await refund(request), 201)).toMatchObject({ refunded_amount: 100 });
  });
});
