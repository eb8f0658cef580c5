import fc from 'fast-check';
import { call, type Json } from '../../support/client.js';
import { everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import {
  newClass,
  newEnrollment,
  newFee,
  newFeePayment,
  newInvoices,
  newStudent,
  statementOf,
} from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { propertyRuns } from '../../support/property-runs.js';
import { atOnce, malaysianDay, withStatus } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let fee_id: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  fee_id = (await newFee(tenant)).id;
});

const asked = async (student_id: string, more: Record<string, unknown> = {}): Promise<Json> => {
  const [invoice] = await newInvoices(tenant, { fee_id, student_ids: [student_id], ...more });
  return invoice;
};
const paid = (student_id: string, amount: number) => newFeePayment(tenant, { student_id, amount });
const cancel = (id: string, body: unknown = { reason: 'Pelajar salah' }, by = token) =>
  on.post(`/education/invoices/${id}/cancel`, body, by);
const credit = (id: string, body: unknown, by = token) => on.post(`/education/invoices/${id}/credit-notes`, body, by);
const voided = async (id: string) =>
  must(await on.post(`/education/payments/${id}/void`, { reason: 'Dua kali' }, token), 200);
const read = async (id: string): Promise<Json> => must(await on.get(`/education/invoices/${id}`, token), 200);
const withdraw = async (student_id: string, refund_amount: number, class_id?: string): Promise<void> => {
  const { id } = await newEnrollment(tenant, { student_id, ...(class_id ? { class_id } : {}) });
  must(await on.post(`/education/enrollment/${id}/withdraw`, { refund_amount }, token), 200);
};

describe('A-361: a refund at withdrawal', () => {
  it('is an entry of the account: pay 180, withdraw with refund 180, next invoice 180 → owed 180', async () => {
    const { id } = await newStudent(tenant);
    await paid(id, 180);
    await withdraw(id, 180);
    expect(await asked(id)).toMatchObject({ amount: 180, settled: 0, balance: 180, state: 'open' });
    expect(await statementOf(tenant, id)).toMatchObject({
      charged: 180,
      paid: 180,
      refunded: 180,
      settled: 0,
      balance: 180,
      unallocated: 0,
      refunds: [{ withdrawal_date: malaysianDay(), amount: 180, from_account: 180, beyond_account: 0 }],
    });
  });

  it('takes from what settled nothing; the rest is recorded and shown, and in no balance', async () => {
    const { id } = await newStudent(tenant);
    const invoice = await asked(id);
    await paid(id, 200);
    await withdraw(id, 50);
    expect(await statementOf(tenant, id)).toMatchObject({
      settled: 180,
      refunded: 20,
      balance: 0,
      unallocated: 0,
      refunds: [{ amount: 50, from_account: 20, beyond_account: 30 }],
    });
    expect((await read(invoice.id)).state).toBe('paid');
  });

  it('that took from a payment made void takes from others, and the rest is beyond the account', async () => {
    const { id } = await newStudent(tenant);
    const first = await paid(id, 100);
    await withdraw(id, 90);
    await paid(id, 30);
    await voided(first.id);
    expect(await statementOf(tenant, id)).toMatchObject({
      paid: 30,
      refunded: 30,
      unallocated: 0,
      refunds: [{ amount: 90, from_account: 30, beyond_account: 60 }],
    });
  });

  it('takes nothing from payments in another currency', async () => {
    const { id } = await newStudent(tenant);
    const abroad = await newFee(tenant, { currency: 'SGD' });
    await newFeePayment(tenant, { student_id: id, fee_id: abroad.id, amount: 70 });
    await withdraw(id, 70);
    expect(await statementOf(tenant, id, '?currency=SGD')).toMatchObject({ paid: 70, refunded: 0, refunds: [] });
    expect(await statementOf(tenant, id)).toMatchObject({ refunds: [{ from_account: 0, beyond_account: 70 }] });
  });

  it('20 withdrawals and payments of one student at once add up', async () => {
    const { id } = await newStudent(tenant);
    const classes = await Promise.all(Array.from({ length: 10 }, () => newClass(tenant)));
    const enrolled = await Promise.all(classes.map((c) => newEnrollment(tenant, { student_id: id, class_id: c.id })));
    const [left] = await Promise.all([
      atOnce(10, (i) => on.post(`/education/enrollment/${enrolled[i]?.id}/withdraw`, { refund_amount: 30 }, token)),
      atOnce(10, () => on.post('/education/payments', { student_id: id, amount: 20 }, token)),
    ]);
    expect(withStatus(left, 200)).toHaveLength(10);
    const { refunded, unallocated, refunds } = await statementOf(tenant, id);
    expect(refunded + unallocated).toBe(200);
    const sum = (key: string): number => refunds.reduce((all: number, one: Json) => all + one[key], 0);
    expect([sum('from_account'), sum('amount')]).toEqual([refunded, 300]);
  });
});

describe('A-361: a cancelled invoice', () => {
  it('keeps its number, is owed no longer, and what settled it settles other invoices', async () => {
    const { id } = await newStudent(tenant);
    const [wrong, right] = [await asked(id), await asked(id, { period: '2026-04' })];
    await paid(id, 200);
    const made = must(await cancel(wrong.id), 200);
    expect(made).toMatchObject({
      invoice_number: wrong.invoice_number,
      state: 'cancelled',
      cancel_reason: 'Pelajar salah',
      amount: 180,
      credited: 180,
      settled: 0,
      balance: 0,
    });
    expect(await read(right.id)).toMatchObject({ settled: 180, state: 'paid' });
    expect(await statementOf(tenant, id)).toMatchObject({ charged: 360, credited: 180, balance: 0, unallocated: 20 });
    expectConflict(on, await cancel(wrong.id), 'cancelled_at');
    expectConflict(on, await credit(wrong.id, { amount: 1, reason: 'x' }), 'cancelled_at');
  });

  it('can be asked for again, and is in no report of what is owed', async () => {
    const { id } = await newStudent(tenant);
    const own = { fee_id: (await newFee(tenant)).id };
    const first = await asked(id, own);
    must(await cancel(first.id), 200);
    const owed = await on.get(`/education/reports/outstanding?fee_id=${own.fee_id}`, token);
    expect(must(owed, 200).rows).toEqual([]);
    const second = await asked(id, own);
    expect(second.invoice_number).not.toBe(first.invoice_number);
    const listed = async (state: string) =>
      must(await on.get(`/education/invoices?state=${state}&student_id=${id}`, token), 200).map((i: Json) => i.id);
    expect([await listed('cancelled'), await listed('paid'), await listed('open')]).toEqual([
      [first.id],
      [],
      [second.id],
    ]);
  });

  it('needs a reason, and is for administrators and managers', async () => {
    const { id } = await newStudent(tenant);
    const invoice = await asked(id);
    expectInvalid(on, await cancel(invoice.id, {}), 'reason');
    const people = await everyRole(tenant);
    expectRefusal(on, await cancel(invoice.id, { reason: 'x' }, people.STAFF.token), 403);
    expectRefusal(on, await cancel(invoice.id, { reason: 'x' }, (await newTenant()).admin.token), 404);
    must(await cancel(invoice.id, { reason: 'x' }, people.MANAGER.token), 200);
  });

  it('prints as cancelled, with its credit notes', async () => {
    const { id } = await newStudent(tenant);
    const invoice = await asked(id);
    const note = must(await credit(invoice.id, { amount: 30, reason: 'Kelas dibatalkan' }), 201);
    must(await cancel(invoice.id), 200);
    for (const path of ['', `/credit-notes/${note.id}`]) {
      const file = await call('GET', on.url(`/education/invoices/${invoice.id}${path}/pdf`), { token });
      expect([file.status, file.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    }
    expect((await call('GET', on.url(`/education/students/${id}/statement/pdf`), { token })).status).toBe(200);
    const other = await asked(id, { period: 'x' });
    const elsewhere = await call('GET', on.url(`/education/invoices/${other.id}/credit-notes/${note.id}/pdf`), {
      token,
    });
    expect(elsewhere.status).toBe(404);
  });

  it('at once with payments: one cancellation, and no payment settles it', async () => {
    const { id } = await newStudent(tenant);
    const invoice = await asked(id);
    const [cancels, payments] = await Promise.all([
      atOnce(10, () => cancel(invoice.id)),
      atOnce(10, () => on.post('/education/payments', { student_id: id, amount: 30 }, token)),
    ]);
    expect([withStatus(cancels, 200).length, withStatus(cancels, 409).length]).toEqual([1, 9]);
    expect(withStatus(payments, 201)).toHaveLength(10);
    const sums = { charged: 180, credited: 180, paid: 300, settled: 0, balance: 0, unallocated: 300 };
    expect(await statementOf(tenant, id)).toMatchObject(sums);
  });
});

describe('A-361: a credit note', () => {
  it('takes a part off; what was paid beyond the rest becomes unallocated', async () => {
    const { id } = await newStudent(tenant);
    const invoice = await asked(id);
    await paid(id, 170);
    const note = must(await credit(invoice.id, { amount: 60, reason: 'Kelas dibatalkan' }), 201);
    expectKeys(note, ['id', 'credit_note_number', 'invoice_id', 'amount', 'reason', 'created_at']);
    expect(note.credit_note_number).toMatch(/^CN-\d{4}-\d{6}$/);
    expect(await read(invoice.id)).toMatchObject({
      amount: 180,
      credited: 60,
      settled: 120,
      balance: 0,
      state: 'paid',
    });
    expect(await statementOf(tenant, id)).toMatchObject({ unallocated: 50 });
    const second = must(await credit(invoice.id, { lines: [{ line: 1, amount: 20 }], reason: 'x' }), 201);
    const listed = must(await on.get(`/education/invoices/${invoice.id}/credit-notes`, token), 200);
    expect(listed).toEqual([second, note]);
  });

  it('is refused beyond what is left, without an amount, with two, and of another line', async () => {
    const invoice = await asked((await newStudent(tenant)).id);
    const reason = 'x';
    expectInvalid(on, await credit(invoice.id, { amount: 180.01, reason }), 'amount');
    expectInvalid(on, await credit(invoice.id, { amount: 0, reason }), 'amount');
    expectInvalid(on, await credit(invoice.id, { reason }), 'amount');
    expectInvalid(on, await credit(invoice.id, { amount: 1, lines: [{ line: 1, amount: 1 }], reason }), 'amount');
    expectInvalid(on, await credit(invoice.id, { lines: [{ line: 2, amount: 1 }], reason }), 'lines.0.line');
    expectInvalid(on, await credit(invoice.id, { amount: 1 }), 'reason');
    expect((await read(invoice.id)).credited).toBe(0);
  });

  it('20 at once never take off more than the invoice, and their numbers have no gaps', async () => {
    const own = await newTenant();
    const { id } = await newStudent(own);
    const [invoice] = await newInvoices(own, { fee_id: (await newFee(own)).id, student_ids: [id] });
    const answers = await atOnce(20, () => credit(invoice?.id, { amount: 18, reason: 'x' }, own.admin.token));
    const numbers = withStatus(answers, 201).map((answer) => on.data(answer).credit_note_number.slice(-6));
    expect(numbers.sort()).toEqual(Array.from({ length: 10 }, (_, i) => String(i + 1).padStart(6, '0')));
    expect(withStatus(answers, 400)).toHaveLength(10);
  });
});

describe('A-361: a discount', () => {
  it('of an amount or a percentage is taken off after the scholarship, with its reason', async () => {
    const own = (await newFee(tenant, { amount: 100, scholarship_applicable: true })).id;
    const scholarship_info = { has_scholarship: true, scholarship_percentage: 50 };
    const { id } = await newStudent(tenant, { scholarship_info });
    const of = (period: string, discount: Record<string, unknown>) =>
      asked(id, { fee_id: own, period, discount: { reason: 'Bayaran awal', ...discount } });
    expect(await of('1', { percent: 10 })).toMatchObject({
      full_amount: 100,
      amount: 45,
      discounts: [{ reason: 'Bayaran awal', percent: 10, amount: 5 }],
    });
    expect(await of('2', { amount: 80 })).toMatchObject({ amount: 0, discounts: [{ amount: 50 }], state: 'paid' });
  });

  it('needs a reason and exactly one of the two, and is at most the fee', async () => {
    const { id } = await newStudent(tenant);
    const body = (discount: unknown) => ({ fee_id, period: '9', due_date: '2999-12-31', student_ids: [id], discount });
    const sent = (discount: unknown) => on.post('/education/invoices', body(discount), token);
    expectInvalid(on, await sent({ percent: 10 }), 'discount.reason');
    expectInvalid(on, await sent({ reason: 'x' }), 'discount');
    expectInvalid(on, await sent({ reason: 'x', percent: 10, amount: 1 }), 'discount');
    expectInvalid(on, await sent({ reason: 'x', amount: 180.01 }), 'discount.amount');
    expectInvalid(on, await sent({ reason: 'x', percent: 101 }), 'discount.percent');
  });
});

it('A-361: an open invoice of a deleted student is listed as such', async () => {
  const { id } = await newStudent(tenant);
  const invoice = await asked(id);
  expect(invoice.student_deleted).toBe(false);
  await on.send('DELETE', `/education/students/${id}`, { token });
  const listed = must(await on.get(`/education/invoices?student_id=${id}&state=open`, token), 200);
  expect(listed).toMatchObject([{ id: invoice.id, student_deleted: true, state: 'open' }]);
});

/** An account in whole sen, worked out on its own: oldest payments and invoices first. */
class Model {
  invoices: { amount: number; credited: number; cancelled: boolean }[] = [];
  payments: { amount: number; isVoid: boolean; settled: Map<number, number>; refunded: Map<number, number> }[] = [];
  refunds: number[] = [];

  sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);
  settledOf = (invoice: number): number => this.sum(this.payments.map((p) => p.settled.get(invoice) ?? 0));
  rest = (p: Model['payments'][number]): number =>
    p.isVoid ? 0 : p.amount - this.sum(p.settled.values()) - this.sum(p.refunded.values());

  settle(): void {
    for (const p of this.payments)
      this.invoices.forEach(({ amount, credited }, i) => {
        const part = Math.min(this.rest(p), amount - credited - this.settledOf(i));
        if (part > 0) p.settled.set(i, (p.settled.get(i) ?? 0) + part);
      });
  }

  refund(number: number, amount: number): void {
    let open = amount;
    for (const p of this.payments) {
      const part = Math.min(this.rest(p), open);
      if (part > 0) p.refunded.set(number, (p.refunded.get(number) ?? 0) + part);
      open -= Math.max(part, 0);
    }
  }

  credit(i: number, amount: number): void {
    const invoice = this.invoices[i];
    if (!invoice) return;
    invoice.credited += amount;
    let beyond = this.settledOf(i) - (invoice.amount - invoice.credited);
    for (const p of [...this.payments].reverse()) {
      const part = Math.min(p.settled.get(i) ?? 0, beyond);
      if (part > 0) p.settled.set(i, (p.settled.get(i) ?? 0) - part);
      beyond -= Math.max(part, 0);
    }
    this.settle();
  }

  void(p: Model['payments'][number]): void {
    const given = [...p.refunded];
    p.isVoid = true;
    p.settled.clear();
    p.refunded.clear();
    for (const [number, amount] of given) this.refund(number, amount);
    this.settle();
  }

  get sums(): Record<string, number> {
    const valid = this.payments.filter(({ isVoid }) => !isVoid);
    const charged = this.sum(this.invoices.map(({ amount }) => amount));
    const credited = this.sum(this.invoices.map((i) => i.credited));
    const settled = this.sum(this.invoices.map((_, i) => this.settledOf(i)));
    const refunded = this.sum(valid.map((p) => this.sum(p.refunded.values())));
    const paid = this.sum(valid.map(({ amount }) => amount));
    const [balance, unallocated] = [charged - credited - settled, paid - settled - refunded];
    return { charged, credited, paid, settled, refunded, balance, unallocated };
  }
}

const sen = fc.integer({ min: 1, max: 18_000 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ pay: sen }) },
  { weight: 3, arbitrary: fc.record({ ask: sen }) },
  { weight: 2, arbitrary: fc.record({ refund: sen }) },
  { weight: 2, arbitrary: fc.record({ credit: fc.nat(9), part: fc.integer({ min: 1, max: 100 }) }) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ void: fc.nat(9) }) },
);

it('A-361: after any steps the account is that of a model', async () => {
  const class_id = (await newClass(tenant)).id;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
      const { id } = await newStudent(tenant);
      const [model, invoices, payments]: [Model, string[], string[]] = [new Model(), [], []];
      for (const one of steps) {
        if ('pay' in one) {
          payments.push((await paid(id, one.pay / 100)).id);
          model.payments.push({ amount: one.pay, isVoid: false, settled: new Map(), refunded: new Map() });
          model.settle();
        } else if ('ask' in one) {
          const discount = { amount: (18_000 - one.ask) / 100, reason: 'x' };
          invoices.push((await asked(id, { period: String(invoices.length), discount })).id);
          model.invoices.push({ amount: one.ask, credited: 0, cancelled: false });
          model.settle();
        } else if ('refund' in one) {
          await withdraw(id, one.refund / 100, class_id);
          model.refund(model.refunds.push(one.refund), one.refund);
        } else if ('void' in one) {
          const payment = model.payments[one.void];
          if (!payment || payment.isVoid) continue;
          await voided(payments[one.void] as string);
          model.void(payment);
        } else {
          const i = 'credit' in one ? one.credit : one.cancel;
          const invoice = model.invoices[i];
          if (!invoice || invoice.cancelled) continue;
          const left = invoice.amount - invoice.credited;
          const amount = 'credit' in one ? Math.ceil((left * one.part) / 100) : left;
          if ('credit' in one && amount === 0) continue;
          if ('credit' in one) must(await credit(invoices[i] as string, { amount: amount / 100, reason: 'x' }), 201);
          else must(await cancel(invoices[i] as string), 200);
          invoice.cancelled = 'cancel' in one;
          model.credit(i, amount);
        }
        const { refunds, ...statement } = await statementOf(tenant, id);
        const sums = Object.fromEntries(Object.keys(model.sums).map((key) => [key, Math.round(statement[key] * 100)]));
        expect(sums).toEqual(model.sums);
        expect(refunds).toHaveLength(model.refunds.length);
      }
    }),
    { numRuns: propertyRuns(4) },
  );
}, 180_000);
