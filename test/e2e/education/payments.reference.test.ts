import pg from 'pg';
import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  INSTANT,
  not,
  UUID,
  withoutIds,
} from '../../support/core-shapes.js';
import {
  educationShapes as shapes,
  newFee,
  newFeePayment,
  newInvoices,
  newStudent,
  statementOf,
} from '../../support/education.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { atOnce, malaysianDay, withStatus } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const PATH = '/education/payments';
const CARD = '4111 1111 1111 1111';

let tenant: TestTenant;
let token: string;
let student_id: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  student_id = (await newStudent(tenant)).id;
});

const create = (body: unknown, by = token) => on.post(PATH, body, by);
const paid = (body: Record<string, unknown> = {}) => newFeePayment(tenant, { student_id, ...body });
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const voided = (id: string, reason: unknown = 'Dua kali', by = token) => on.post(`${PATH}/${id}/void`, { reason }, by);
const found = async (query: string): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, token), 200).map((row: Json) => row.id);

describe('POST /api/v1/education/payments/', () => {
  it('A-231: answers 201 with what was sent, in the currency of the fee', async () => {
    const { id: fee_id } = await newFee(tenant, { currency: 'SGD' });
    const sent = {
      student_id,
      fee_id,
      amount: 120.4,
      payment_method: 'fpx',
      payment_date: '2026-03-10',
      transaction_id: '4111111111111111',
      receipt_number: 'R-0042',
      notes: 'Dibayar oleh ibu',
    };
    const payment = must(await create(sent), 201);
    expectKeys(payment, shapes.payment);
    expect(payment).toEqual({
      ...sent,
      currency: 'SGD',
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      voided_at: null,
      received_by: tenant.admin.id,
      payment_request_id: null,
      void_reason: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: payment.created_at,
    });
    expect(await read(payment.id)).toEqual(payment);
    // not unique.
    expect((await paid({ receipt_number: 'R-0042' })).receipt_number).toBe('R-0042');
  });

  it('A-126, A-237: needs only student and amount: MYR, today, a receipt number', async () => {
    const payment = await paid();
    expect(payment).toMatchObject({ currency: 'MYR', payment_date: malaysianDay(), amount: 100 });
    expect(payment.receipt_number).toMatch(/^RCP-\d{4}-\d{6}$/);
    for (const name of ['fee_id', 'payment_method', 'transaction_id', 'notes'])
      expect([name, payment[name]]).toEqual([name, null]);
    expect(await found(`date_from=${malaysianDay()}&date_to=${malaysianDay()}`)).toContain(payment.id);
    expect((await paid({ payment_date: null })).payment_date).toBe(malaysianDay());
  });

  it.each([0, -1, 0.001, '5', true, 1e15])('A-126: an amount of %j is refused', async (amount) =>
    expectInvalid(on, await create({ student_id, amount }), 'amount'),
  );

  it('§14: refuses an empty body, and a payment without student or amount', async () => {
    expectInvalid(on, await create({}), 'student_id');
    expectInvalid(on, await create({ student_id }), 'amount');
  });

  it('A-126: an unknown student or fee is refused, and stores nothing', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expectInvalid(on, await create({ student_id: id, amount: 1 }), 'student_id');
      expectInvalid(on, await create({ student_id, fee_id: id, amount: 1 }), 'fee_id');
    }
    const other = await newTenant();
    const [theirs, fee] = [await newStudent(other), await newFee(other)];
    expectInvalid(on, await create({ student_id: theirs.id, amount: 1 }), 'student_id');
    expectInvalid(on, await create({ student_id, fee_id: fee.id, amount: 1 }), 'fee_id');
    expect(await found(`student_id=${theirs.id}`)).toEqual([]);
  });

  it.each(['payment_method', 'transaction_id', 'receipt_number', 'notes'])('%s is a text', async (name) => {
    for (const value of not.text) expectInvalid(on, await create({ student_id, amount: 1, [name]: value }), name);
  });

  it.each(['2026-02-30', '10/03/2026', 20260310])('A-23: %j is no payment_date', async (payment_date) =>
    expectInvalid(on, await create({ student_id, amount: 1, payment_date }), 'payment_date'),
  );

  it('A-231: masks card numbers in method and notes, and stores none', async () => {
    const payment = await paid({ payment_method: `kad ${CARD}`, notes: CARD });
    expect(payment).toMatchObject({ payment_method: 'kad •••• 1111', notes: '•••• 1111' });
    const rows = await sql(
      workerState().ownerUrl as string,
      'select p::text as row from education.payments p where id = $1',
      [payment.id],
    );
    expect(withoutIds(JSON.stringify(rows))).not.toMatch(/4111/);
    expect(await found(`payment_method=${encodeURIComponent(' KAD •••• 1111')}`)).toEqual([payment.id]);
  });

  it('A-205: seals notes and reason, and the trail names them without their values', async () => {
    const payment = await paid({ notes: 'Rahsia keluarga' });
    must(await voided(payment.id, 'Rahsia lain'), 200);
    const rows = await sql(
      workerState().ownerUrl as string,
      'select p::text as row from education.payments p where id = $1',
      [payment.id],
    );
    const trail = await trailOf(tenant, payment.id);
    expect(trail.map(({ action }) => action)).toEqual(['void', 'create']);
    expect(JSON.stringify([rows, trail])).not.toMatch(/Rahsia/);
    expect(await read(payment.id)).toMatchObject({ notes: 'Rahsia keluarga', void_reason: 'Rahsia lain' });
  });

  it('A-232: takes instalments and more than is owed, also with a scholarship, and moves nothing else', async () => {
    const scholarship_info = { has_scholarship: true, scholarship_percentage: 100 };
    const holder = await newStudent(tenant, { scholarship_info, current_grade: 'Form 1' });
    const fee = await newFee(tenant, { grade_level: 'Form 4' });
    for (const amount of [60, 150]) await paid({ student_id: holder.id, fee_id: fee.id, amount });
    expect(must(await on.get(`/education/fees/${fee.id}`, token), 200)).toEqual(fee);
    expect(await statementOf(tenant, holder.id)).toMatchObject({ paid: 210, balance: 0, unallocated: 210 });
  });

  it('A-231, A-239: payments are neither changed nor deleted: 405', async () => {
    const { id } = await paid();
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await on.send(method, `${PATH}/${id}`, { token, body: {} });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
    }
  });

  it('are made once, however often they are sent with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': unique('pay') };
    const send = () => on.send('POST', PATH, { token, body: { student_id, amount: 1 }, headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.body]).toEqual([201, first.body]);
  });
});

describe('GET /api/v1/education/payments/', () => {
  it('A-24, A-208: finds by student, fee, method and day, newest first', async () => {
    const { id } = await newStudent(tenant);
    const fee = await newFee(tenant);
    const [first, second] = [
      await paid({ student_id: id, fee_id: fee.id, payment_method: 'Cash', payment_date: '2026-01-31' }),
      await paid({ student_id: id, payment_method: 'fpx', payment_date: '2026-02-01' }),
    ];
    const own = `student_id=${id}`;
    expect(await found(own)).toEqual([second.id, first.id]);
    expect(await found(`fee_id=${fee.id}`)).toEqual([first.id]);
    expect(await found(`${own}&payment_method=%20cash`)).toEqual([first.id]);
    expect(await found(`${own}&date_to=2026-01-31`)).toEqual([first.id]);
    expect(await found(`${own}&date_from=2026-02-01&date_to=2026-02-01`)).toEqual([second.id]);
    expect(await found(`${own}&date_from=2026-03-01&date_to=2026-01-01`)).toEqual([]);
    expect(await found('student_id=x')).toEqual([]);
    expect((await on.get(`${PATH}?date_from=2026-02-30`, token)).status).toBe(400);
  });

  it('A-207: keeps those of a deleted student and a deleted fee', async () => {
    const [{ id }, fee] = [await newStudent(tenant), await newFee(tenant)];
    const payment = await paid({ student_id: id, fee_id: fee.id });
    await on.send('DELETE', `/education/students/${id}`, { token });
    await on.send('DELETE', `/education/fees/${fee.id}`, { token });
    expect(await read(payment.id)).toEqual(payment);
    expect(await found(`student_id=${id}`)).toEqual([payment.id]);
    expectInvalid(on, await create({ student_id: id, amount: 1 }), 'student_id');
    expectRefusal(on, await on.get(`/education/students/${id}/statement`, token), 404);
    expect(must(await voided(payment.id), 200).voided_at).toMatch(INSTANT);
  });
});

it('A-205: of an erased student stay whole for seven years, and are exported with one who is not erased', async () => {
  const { id } = await newStudent(tenant);
  const payment = await paid({ student_id: id, notes: 'Dibayar oleh ibu' });
  const [invoice] = await newInvoices(tenant, { fee_id: (await newFee(tenant)).id, student_ids: [id] });
  const exported = must(await on.get(`/education/students/${id}/export`, token), 200);
  expect(exported.payments).toMatchObject([{ id: payment.id, notes: 'Dibayar oleh ibu' }]);
  expect(exported.invoices).toMatchObject([
    { id: invoice?.id, settlements: [{ payment_id: payment.id, amount: 100 }] },
  ]);
  const before = await read(payment.id);
  const erased = must(await on.post(`/education/students/${id}/erase`, {}, token), 200);
  expect(erased).toMatchObject({ payments_kept: 1, invoices_kept: 1 });
  expect(await read(payment.id)).toEqual(before);
  const kept = { ...invoice, student_deleted: true };
  expect(must(await on.get(`/education/invoices/${invoice?.id}`, token), 200)).toEqual(kept);
});

describe('addition: a payment that is void', () => {
  it('is still listed, says why, and cannot be made void again', async () => {
    const payment = await paid();
    const made = must(await voided(payment.id, `Kad ${CARD}`), 200);
    expect(made).toEqual({
      ...payment,
      voided_at: expect.stringMatching(INSTANT),
      void_reason: 'Kad •••• 1111',
      updated_at: made.voided_at,
    });
    expect(await found(`student_id=${student_id}`)).toContain(payment.id);
    expectConflict(on, await voided(payment.id), 'voided_at');
    expect(await read(payment.id)).toEqual(made);
  });

  it('needs a reason', async () => {
    const { id } = await paid();
    expectInvalid(on, await on.post(`${PATH}/${id}/void`, {}, token), 'reason');
    for (const reason of [...not.text, ' ', '', null]) expectInvalid(on, await voided(id, reason), 'reason');
    expect((await read(id)).voided_at).toBeNull();
  });

  it('is the business of administrators and managers', async () => {
    const people = await everyRole(tenant);
    const { id } = await paid();
    for (const role of ['STAFF', 'VIEWER'] as const) expectRefusal(on, await voided(id, 'x', people[role].token), 403);
    must(await voided(id, 'x', people.MANAGER.token), 200);
  });

  it('A-15, A-51: of another tenant, or unknown, is not found, for any body', async () => {
    const { admin } = await newTenant();
    const { id } = await paid();
    expectRefusal(on, await voided(id, null, admin.token), 404);
    expectRefusal(on, await voided(UNKNOWN_ID, null), 404);
  });

  it('gives back what it settled; other money of the student settles it again', async () => {
    const { id } = await newStudent(tenant);
    const fee_id = (await newFee(tenant, { amount: 100 })).id;
    const [invoice] = await newInvoices(tenant, { fee_id, student_ids: [id] });
    const first = await paid({ student_id: id });
    expect(await statementOf(tenant, id)).toMatchObject({ balance: 0, settled: 100 });
    const second = await paid({ student_id: id, amount: 30 });
    expect(await statementOf(tenant, id)).toMatchObject({ paid: 130, settled: 100, balance: 0, unallocated: 30 });
    must(await voided(first.id), 200);
    expect(await statementOf(tenant, id)).toMatchObject({ paid: 30, settled: 30, balance: 70, unallocated: 0 });
    must(await voided(second.id), 200);
    const statement = await statementOf(tenant, id);
    expect(statement).toMatchObject({ paid: 0, settled: 0, balance: 100, unallocated: 0 });
    expect(statement.payments.map((p: Json) => p.id)).toEqual([second.id, first.id]);
    expect(statement.invoices).toEqual([{ ...invoice }]);
  });
});

describe('at once', () => {
  it('A-231: 50 payments have 50 consecutive receipt numbers, though others drew some and were rolled back', async () => {
    const own = await newTenant();
    const students = await Promise.all([1, 2, 3, 4, 5].map(async () => (await newStudent(own)).id));
    const year = malaysianDay().slice(0, 4);
    const drawn = `select kernel.draw_number('${own.id}', 'education.receipt', ${year}, 'RCP-${year}-')`;
    const drawnInVain = async (): Promise<void> => {
      const client = new pg.Client({ connectionString: workerState().databaseUrl as string });
      await client.connect();
      try {
        for (const text of ['begin', `set local app.tenant_id = '${own.id}'`, drawn, 'rollback'])
          await client.query(text);
      } finally {
        await client.end();
      }
    };
    const [answers] = await Promise.all([
      atOnce(50, (i) => on.post(PATH, { student_id: students[i % 5], amount: 1 }, own.admin.token)),
      atOnce(20, drawnInVain),
    ]);
    const numbers = withStatus(answers, 201).map((answer) => on.data(answer).receipt_number);
    const wanted = Array.from({ length: 50 }, (_, i) => `RCP-${year}-${String(i + 1).padStart(6, '0')}`);
    expect(numbers.sort()).toEqual(wanted);
  });

  it('20 payments of one invoice never settle more than it', async () => {
    const { id } = await newStudent(tenant);
    const fee_id = (await newFee(tenant, { amount: 100 })).id;
    const [invoice] = await newInvoices(tenant, { fee_id, student_ids: [id] });
    const answers = await atOnce(20, () => create({ student_id: id, amount: 15 }));
    expect(withStatus(answers, 201)).toHaveLength(20);
    expect(must(await on.get(`/education/invoices/${invoice?.id}`, token), 200)).toMatchObject({
      settled: 100,
      balance: 0,
      state: 'paid',
    });
    expect(await statementOf(tenant, id)).toMatchObject({ paid: 300, settled: 100, unallocated: 200 });
  });

  it('voids, payments and invoices of one student agree in the end; one void of many succeeds', async () => {
    const { id } = await newStudent(tenant);
    const fee_id = (await newFee(tenant, { amount: 50 })).id;
    await newInvoices(tenant, { fee_id, period: '0', student_ids: [id] });
    const payments = await Promise.all([1, 2, 3].map(() => paid({ student_id: id, amount: 40 })));
    const [voids, paidMeanwhile, asked] = await Promise.all([
      atOnce(9, (i) => voided(payments[i % 3]?.id as string)),
      atOnce(6, () => create({ student_id: id, amount: 40 })),
      atOnce(4, (i) =>
        on.post('/education/invoices', { fee_id, period: `${i}`, due_date: '2999-12-31', student_ids: [id] }, token),
      ),
    ]);
    expect([withStatus(voids, 200).length, withStatus(voids, 409).length]).toEqual([3, 6]);
    expect([withStatus(paidMeanwhile, 201).length, withStatus(asked, 201).length]).toEqual([6, 4]);
    expect(await statementOf(tenant, id)).toMatchObject({
      charged: 200,
      paid: 240,
      settled: 200,
      balance: 0,
      unallocated: 40,
    });
    const [sum] = await sql(
      workerState().ownerUrl as string,
      `select sum(s.amount)::float8 as amount from education.invoice_settlements s
         join education.invoices i on i.tenant_id = s.tenant_id and i.id = s.invoice_id where i.student_id = $1`,
      [id],
    );
    expect(sum).toEqual({ amount: 200 });
  });
});
