import fc from 'fast-check';
import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { healthcareShapes as shapes, must, newBill, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
});

const PATH = '/healthcare/billing';
const item = (unit_price: number, more: object = {}) => ({ description: 'Konsultasi', unit_price, ...more });
const made = (body: Record<string, unknown> = {}) => newBill(tenant, { patient_id: patient.id, ...body });
const act = (id: string, verb: string, body: unknown, by = token) => on.post(`${PATH}/${id}/${verb}`, body, by);
const paid = async (id: string, body: unknown = {}): Promise<Json> => must(await act(id, 'payments', body), 201);
const read = async (id: string, by = token): Promise<Json> => must(await on.get(`${PATH}/${id}`, by), 200);
const rows = async (id: string, what: string): Promise<Json[]> =>
  must(await on.get(`${PATH}/${id}/${what}?page_size=100`, token), 200);
const reason = 'Tersilap pesakit';
const voided = (id: string, payment_id: string, by = token) => act(id, `payments/${payment_id}/void`, { reason }, by);

describe('A-371: a payment of a bill is made void', () => {
  it('opens the bill again, keeps the receipt number, and happens once', async () => {
    const { id } = await made();
    const first = await paid(id, { amount: 40 });
    const second = await paid(id);
    const answer = must(await voided(id, second.payment.id), 200);
    expectKeys(answer, [...shapes.bill, 'payment', 'payments']);
    expect(answer).toMatchObject({ status: 'partially_paid', amount_paid: 40, outstanding_amount: 60 });
    expect(answer.payment).toMatchObject({
      receipt_number: second.payment.receipt_number,
      amount: 60,
      void_reason: reason,
      voided_at: expect.any(String),
    });
    expect(await rows(id, 'payments')).toMatchObject([{ amount: 60, void_reason: reason }, { voided_at: null }]);
    expectConflict(on, await voided(id, second.payment.id), 'voided_at');
    expect(must(await voided(id, first.payment.id), 200)).toMatchObject({ status: 'pending', amount_paid: 0 });
    expect((await paid(id)).payment).toMatchObject({ amount: 100, balance: 0 });
  });

  it('by administrators and managers, with a reason, of a payment of this bill', async () => {
    const { id } = await made();
    const { payment } = await paid(id);
    const people = await everyRole(tenant);
    for (const role of ['STAFF', 'VIEWER'] as const)
      expectRefusal(on, await voided(id, payment.id, people[role].token), 403);
    for (const sent of [{}, { reason: ' ' }, { reason: 1 }])
      expectInvalid(on, await act(id, `payments/${payment.id}/void`, sent), 'reason');
    const other = await made();
    for (const unknown of [UNKNOWN_ID, 'abc']) expectRefusal(on, await voided(id, unknown), 404);
    expectRefusal(on, await voided(other.id, payment.id), 404);
    expect((await voided(id, payment.id, people.MANAGER.token)).status).toBe(200);
    const seen = must(await on.get(`${PATH}/${id}/payments`, people.VIEWER.token), 200);
    expect(seen).toMatchObject([{ void_reason: null, voided_at: expect.any(String) }]);
  });

  it('20 at once next to 20 payments: every void once, and the sums agree', async () => {
    const { id } = await made({ items: [item(400)] });
    const before = [];
    for (let i = 0; i < 10; i += 1) before.push((await paid(id, { amount: 20 })).payment.id);
    const twice = [...before, ...before];
    const [voids, payments] = await Promise.all([
      Promise.all(twice.map((payment_id) => voided(id, payment_id))),
      atOnce(20, () => act(id, 'payments', { amount: 20 })),
    ]);
    expect([withStatus(voids, 200).length, withStatus(voids, 409).length]).toEqual([10, 10]);
    const taken = withStatus(payments, 201).length;
    expect(taken).toBeGreaterThanOrEqual(10);
    expect(taken + payments.filter(({ status }) => status === 409).length).toBe(20);
    const live = (await rows(id, 'payments')).filter(({ voided_at }) => voided_at === null);
    expect(live).toHaveLength(taken);
    const bill = await read(id);
    expect([bill.amount_paid, bill.outstanding_amount]).toEqual([20 * taken, 400 - 20 * taken]);
  });
});

describe('A-371: a bill is cancelled', () => {
  it('with a reason: its number stays, nothing is owed, and nothing more happens to it', async () => {
    const { id, bill_number } = await made({ due_date: '2020-01-01' });
    const answer = must(await act(id, 'cancel', { reason }), 200);
    expectKeys(answer, shapes.bill);
    expect(answer).toMatchObject({
      bill_number,
      status: 'cancelled',
      cancellation_reason: reason,
      credited_amount: 100,
      outstanding_amount: 0,
    });
    expect(await rows(id, 'credit-notes')).toMatchObject([{ amount: 100, cancels: true, reason }]);
    expectConflict(on, await act(id, 'cancel', { reason }), 'status');
    expectConflict(on, await act(id, 'payments', {}), 'status');
    expectConflict(on, await act(id, 'credit-notes', { amount: 1, reason }), 'status');
    expect(must(await on.get(`${PATH}?status=cancelled`, token), 200).map((row: Json) => row.id)).toContain(id);
    const { status, headers } = await on.get(`${PATH}/${id}/receipt`, token);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  it('after its money was made void, not before; not as a status that is sent', async () => {
    const { id } = await made();
    const { payment } = await paid(id, { amount: 30 });
    expectConflict(on, await act(id, 'cancel', { reason }), 'amount_paid');
    must(await voided(id, payment.id), 200);
    expect(must(await act(id, 'cancel', { reason }), 200).status).toBe('cancelled');
    expectInvalid(on, await act(id, 'cancel', {}), 'reason');
    const body = { patient_id: patient.id, items: [item(1)], status: 'cancelled' };
    expectInvalid(on, await on.post(PATH, body, token), 'status');
  });
});

describe('A-371: a bill is credited in part', () => {
  it('by lines: the tax goes in proportion, and what was paid beyond the rest is given back', async () => {
    const { id } = await made({ items: [item(100, { tax_rate: 6 }), item(50)], payment_method: 'card' });
    await paid(id);
    const answer = must(await act(id, 'credit-notes', { lines: [{ line: 0, amount: 53 }], reason }), 201);
    expectKeys(answer, [...shapes.bill, 'credit_note']);
    expectKeys(answer.credit_note, shapes.billCreditNote);
    expect(answer).toMatchObject({
      status: 'paid',
      total: 156,
      credited_amount: 53,
      in_credit: 53,
      outstanding_amount: 0,
      credit_note: {
        credit_note_number: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
        items: [{ line: 0, tax_rate: 6, subtotal: 50, tax_amount: 3, amount: 53 }],
        amount: 53,
      },
    });
    expectInvalid(on, await act(id, 'refund', { amount: 53.01, reason }), 'amount');
    const back = must(await act(id, 'refund', { amount: 50, method: 'card', reason }), 200);
    expectKeys(back.refund, shapes.billRefund);
    expect(back).toMatchObject({ amount_paid: 106, in_credit: 3, refund: { amount: 50, refund_method: 'card' } });
    expect(must(await act(id, 'refund', { reason }), 200)).toMatchObject({ amount_paid: 103, in_credit: 0 });
    expectConflict(on, await act(id, 'refund', { reason }), 'in_credit');
    expect((await rows(id, 'refunds')).map(({ amount }) => amount)).toEqual([3, 50]);
    const note = `${PATH}/${id}/credit-notes/${answer.credit_note.id}/receipt`;
    expect((await on.get(note, token)).headers.get('content-type')).toBe('application/pdf');
    expectRefusal(on, await on.get(`${PATH}/${id}/credit-notes/${UNKNOWN_ID}/receipt`, token), 404);
  });

  it('by an amount of the whole, and no more than is left', async () => {
    const { id } = await made({ items: [item(10), item(20), item(0.01)] });
    const { credit_note } = must(await act(id, 'credit-notes', { amount: 10, reason }), 201);
    expect(credit_note.items.map((part: Json) => part.amount)).toEqual([3.33, 6.67]);
    expectInvalid(on, await act(id, 'credit-notes', { amount: 20.02, reason }), 'amount');
    expectInvalid(on, await act(id, 'credit-notes', { lines: [{ line: 0, amount: 6.68 }], reason }), 'lines.0.amount');
    expectInvalid(on, await act(id, 'credit-notes', { lines: [{ line: 3, amount: 1 }], reason }), 'lines.0.line');
    const twice = [1, 1].map((amount) => ({ line: 1, amount }));
    expectInvalid(on, await act(id, 'credit-notes', { lines: twice, reason }), 'lines.1.line');
    expectInvalid(on, await act(id, 'credit-notes', { lines: [], reason }), 'lines');
    expectInvalid(on, await act(id, 'credit-notes', { reason }), 'amount');
    expectInvalid(on, await act(id, 'credit-notes', { amount: 1, lines: twice, reason }), 'amount');
    expectInvalid(on, await act(id, 'credit-notes', { amount: 1 }), 'reason');
    expect(must(await act(id, 'credit-notes', { amount: 20.01, reason }), 201)).toMatchObject({
      status: 'paid',
      outstanding_amount: 0,
    });
    expectConflict(on, await act(id, 'credit-notes', { amount: 1, reason }), 'credited_amount');
  });

  it('of a payment whose money was given back nothing more is made void', async () => {
    const { id } = await made();
    const { payment } = await paid(id);
    must(await act(id, 'credit-notes', { amount: 30, reason }), 201);
    must(await act(id, 'refund', { reason }), 200);
    expectConflict(on, await voided(id, payment.id), 'amount_paid');
  });
});

describe('A-371: lines, amounts and cash', () => {
  it('a line below 0 is a discount with a reason, and never more than is billed', async () => {
    const items = [item(100, { tax_rate: 6 }), item(-20.5, { description: 'Diskaun', reason: 'Warga emas' })];
    const bill = await made({ items });
    expect(bill).toMatchObject({ subtotal: 79.5, tax_amount: 6, total: 85.5 });
    expect(bill.items[1]).toMatchObject({ unit_price: -20.5, total: -20.5, reason: 'Warga emas' });
    expect((await read(bill.id)).items).toEqual(bill.items);
    const { VIEWER } = await everyRole(tenant);
    expect((await read(bill.id, VIEWER.token)).items[1]).toMatchObject({ description: '***', reason: null });
    const create = (sent: unknown[]) => on.post(PATH, { patient_id: patient.id, items: sent }, token);
    expectInvalid(on, await create([item(100), item(-20)]), 'items.1.unit_price');
    expectInvalid(on, await create([item(100), item(-20, { reason: ' ' })]), 'items.1.unit_price');
    expectInvalid(on, await create([item(10), item(-10.01, { reason })]), 'items');
    expectInvalid(on, await create([item(10), item(-5, { tax_rate: 6, reason })]), 'items');
  });

  it('a bill that comes to 0 is paid at once', async () => {
    expect(await made({ items: [item(0)] })).toMatchObject({ status: 'paid', total: 0, outstanding_amount: 0 });
    expect(await made({ items: [item(5), item(-5, { reason })], status: 'pending' })).toMatchObject({ status: 'paid' });
  });

  it.each([
    [100.02, -0.02, 100],
    [100.03, 0.02, 100.05],
    [100.05, 0, 100.05],
    [0.02, -0.02, 0],
  ])('cash settles %p by %p to %p', async (price, rounding, received_amount) => {
    const { id } = await made({ items: [item(price)] });
    const answer = await paid(id, { payment_method: 'Tunai' });
    expect(answer).toMatchObject({ status: 'paid', amount_paid: price, rounding, outstanding_amount: 0 });
    expect(answer.payment).toMatchObject({ amount: price, rounding, received_amount, balance: 0 });
    expect(must(await voided(id, answer.payment.id), 200)).toMatchObject({ rounding: 0, amount_paid: 0 });
  });

  it('a rest in cash is taken exact or rounded; other ways of paying are exact', async () => {
    for (const amount of [100.03, 100.05]) {
      const { id } = await made({ items: [item(100.03)] });
      expect((await paid(id, { amount, payment_method: 'cash' })).payment).toMatchObject({
        amount: 100.03,
        rounding: 0.02,
      });
    }
    const { id } = await made({ items: [item(100.03)] });
    expectInvalid(on, await act(id, 'payments', { amount: 100.05, payment_method: 'card' }), 'amount');
    expect((await paid(id, { payment_method: 'card' })).payment).toMatchObject({ amount: 100.03, rounding: 0 });
  });
});

const step = fc.oneof(
  fc.record({ verb: fc.constant('pay' as const), sen: fc.integer({ min: 1, max: 12_000 }), cash: fc.boolean() }),
  fc.record({ verb: fc.constant('credit' as const), sen: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({ verb: fc.constant('void' as const), nth: fc.nat(20) }),
  fc.record({ verb: fc.constant('refund' as const), sen: fc.integer({ min: 1, max: 6_000 }) }),
);

it('A-371: after any sequence the ledgers come to the figures of the bill, to the sen', async () => {
  const sen = (amount: number): number => Math.round(amount * 100);
  const sum = (list: Json[]): number => list.reduce((all, { amount }) => all + sen(amount), 0);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { id } = await made({
        items: [item(33.33, { tax_rate: 6 }), item(66.67), item(-9.99, { reason, tax_rate: 3 })],
      });
      const payments: string[] = [];
      for (const one of steps) {
        if (one.verb === 'pay') {
          const method = { amount: one.sen / 100, payment_method: one.cash ? 'cash' : 'card' };
          const answer = await act(id, 'payments', method);
          if (answer.status === 201) payments.push(on.data(answer).payment.id);
        } else if (one.verb === 'void') {
          const payment = payments[one.nth % Math.max(payments.length, 1)];
          if (payment) await voided(id, payment);
        } else await act(id, one.verb === 'credit' ? 'credit-notes' : 'refund', { amount: one.sen / 100, reason });
      }
      const [bill, taken, credited, refunds] = await Promise.all([
        read(id),
        rows(id, 'payments'),
        rows(id, 'credit-notes'),
        rows(id, 'refunds'),
      ]);
      const live = taken.filter(({ voided_at }) => voided_at === null);
      expect(sum(live) - sum(refunds)).toBe(sen(bill.amount_paid));
      expect(sum(credited)).toBe(sen(bill.credited_amount));
      expect(sen(bill.total) - sen(bill.credited_amount) - sen(bill.amount_paid)).toBe(
        sen(bill.outstanding_amount) - sen(bill.in_credit),
      );
      for (const note of credited) {
        expect(sum(note.items)).toBe(sen(note.amount));
        expect(sen(note.subtotal) + sen(note.tax_amount)).toBe(sen(note.amount));
      }
      expect(bill.status === 'paid').toBe(bill.outstanding_amount === 0);
    }),
    { numRuns: 15 },
  );
}, 180_000);

it('A-371: a vaccination is made void once, with a reason, and stays listed', async () => {
  const body = { patient_id: patient.id, vaccine_type: 'MMR', dose_number: 1, total_doses: 2 };
  const { id } = must(await on.post('/healthcare/vaccinations', body, token), 201);
  const send = (sent: unknown, by = token) => on.post(`/healthcare/vaccinations/${id}/void`, sent, by);
  const people = await everyRole(tenant);
  expectRefusal(on, await send({ reason }, people.STAFF.token), 403);
  expectInvalid(on, await send({}), 'reason');
  expect(must(await send({ reason }), 200)).toMatchObject({ id, void_reason: reason, voided_at: expect.any(String) });
  expectConflict(on, await send({ reason }), 'voided_at');
  expectRefusal(on, await on.post(`/healthcare/vaccinations/${UNKNOWN_ID}/void`, { reason }, token), 404);
  const listed = must(await on.get(`/healthcare/vaccinations?patient_id=${patient.id}`, people.VIEWER.token), 200);
  expect(listed).toMatchObject([{ id, void_reason: null, voided_at: expect.any(String) }]);
});
