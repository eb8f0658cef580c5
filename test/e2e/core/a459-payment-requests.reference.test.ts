import type { INestApplicationContext } from '@nestjs/common';
import { PaymentRequestExpiry } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { call, type Answer, type Json } from '../../support/client.js';
import { openContexts } from '../../support/contexts.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { newBeautyAppointment, newService } from '../../support/beauty.js';
import { must, newBill, newPatient } from '../../support/healthcare.js';
import { newFreightInvoice } from '../../support/logistics.js';
import { openDatabase } from '../../support/opened-database.js';
import { REQUESTS, newPaymentRequest, requestOf } from '../../support/payment-requests.js';
import { giveBack, newCustomer, newProduct, sell } from '../../support/retail.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** Payment requests, and money that a user confirms. */

const fields = [
  ...['id', 'subject_type', 'subject_id', 'subject_number', 'description', 'amount', 'currency', 'status'],
  ...[
    'status_reason',
    'expires_at',
    'paid_at',
    'paid_amount',
    'refunded_amount',
    'unapplied_amount',
    'means',
    'receipt_number',
  ],
  ...['methods', 'url', 'waiting', 'message_id', 'created_by', 'created_at', 'updated_at'],
];
const MINUTE_MS = 60_000;

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

/** A document that can be paid: its type, its id, and where payments are taken at the counter. */
interface Subject {
  subject_type: string;
  subject_id: string;
  record: Json;
  payments: string;
  outstanding(): Promise<number>;
  /** Its payments, the last first; unless told, those of `payments`. */
  entries?(): Promise<Json[]>;
}

const bill = async (amount: number): Promise<Subject> => {
  const { id: patient_id } = await newPatient(tenant);
  const items = [{ description: 'Consultation', unit_price: amount }];
  const record = await newBill(tenant, { patient_id, items });
  const path = `/healthcare/billing/${record.id}`;
  return {
    subject_type: 'healthcare.bill',
    subject_id: record.id,
    record,
    payments: `${path}/payments`,
    outstanding: async () => must(await on.get(path, token), 200).outstanding_amount,
  };
};
const freight = async (amount: number): Promise<Subject> => {
  const record = await newFreightInvoice(tenant, amount);
  const path = `/logistics/shipments/${record.shipment_id}/invoice`;
  return {
    subject_type: 'logistics.freight_invoice',
    subject_id: record.id,
    record,
    payments: `${path}/payments`,
    outstanding: async () => must(await on.send('POST', path, { body: {}, token }), 200).outstanding_amount,
  };
};
const sale = async (amount: number): Promise<Subject> => {
  const [{ id: product_id }, { id: customer_id }] = await Promise.all([
    newProduct(tenant, { current_stock: 10, tax_rate: 0 }),
    newCustomer(tenant),
  ]);
  const item = { product_id, quantity: 1, unit_price: amount };
  const record = await sell(tenant, [item], { customer_id, on_account: true });
  const read = async (): Promise<Json> => must(await on.get(`/retail/sales/${record.id}`, token), 200);
  return {
    subject_type: 'retail.sale',
    subject_id: record.id,
    record,
    payments: `/retail/sales/${record.id}/payments`,
    outstanding: async () => (await read()).outstanding_amount,
    entries: async () => (await read()).payments.toReversed(),
  };
};
const visit = async (amount: number): Promise<Subject> => {
  const { id: service_id } = await newService(tenant, { price: amount });
  const record = await newBeautyAppointment(tenant, { services: [{ service_id }] });
  const path = `/beauty/appointments/${record.id}`;
  return {
    subject_type: 'beauty.appointment',
    subject_id: record.id,
    record: { ...record, number: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    payments: `${path}/payments`,
    outstanding: async () => {
      const { total_price, amount_paid } = must(await on.get(path, token), 200);
      return total_price - amount_paid;
    },
  };
};
const subjects: [string, (amount: number) => Promise<Subject>][] = [
  ['a sale on account', sale],
  ['a bill', bill],
  ['an appointment', visit],
  ['a freight invoice', freight],
];

const ask = ({ subject_type, subject_id }: Subject, extra: Json = {}, by = token): Promise<Answer> =>
  on.post(REQUESTS, { subject_type, subject_id, ...extra }, by);
const asked = async (subject: Subject, extra: Json = {}): Promise<Json> => must(await ask(subject, extra), 201);
const by = (payments: string): Json =>
  payments.startsWith('/retail') ? { method: 'card' } : { payment_method: 'card' };
const pay = async ({ payments }: Subject, amount: number): Promise<Json> =>
  must(await on.post(payments, { amount, ...by(payments) }, token), 201);
const confirm = (id: string, body: Json = {}): Promise<Answer> =>
  on.post(`${REQUESTS}/${id}/confirm`, { reference: unique('QR'), ...body }, token);
const cancel = (id: string, body: Json = {}): Promise<Answer> => on.post(`${REQUESTS}/${id}/cancel`, body, token);
const read = async (id: string): Promise<Json> => must(await on.get(`${REQUESTS}/${id}`, token), 200);
const ledger = async ({ payments, entries }: Subject): Promise<Json[]> =>
  entries ? entries() : must(await on.get(payments, token), 200);
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

describe.each(subjects)('A-459: a payment request of %s', (_, newSubject) => {
  it('asks for what is open, under the number of the document', async () => {
    const subject = await newSubject(80);
    await pay(subject, 30);
    const request = await asked(subject);
    expectKeys(request, fields);
    expect(request).toMatchObject({
      id: expect.stringMatching(UUID),
      subject_type: subject.subject_type,
      subject_id: subject.subject_id,
      subject_number: subject.record.number ?? subject.record.bill_number ?? subject.record.invoice_number,
      amount: 50,
      currency: 'MYR',
      status: 'open',
      status_reason: null,
      paid_at: null,
      paid_amount: 0,
      unapplied_amount: 0,
      means: null,
      receipt_number: null,
      created_by: tenant.admin.id,
      created_at: expect.stringMatching(INSTANT),
    });
    expect(request.description).toContain(request.subject_number);
    expect(Date.parse(request.expires_at) - Date.parse(request.created_at)).toBe(7 * 24 * 60 * MINUTE_MS);
    expect(await read(request.id)).toEqual(request);
    const found = await on.get(`${REQUESTS}?status=open&subject_id=${subject.subject_id}`, token);
    expect(must(found, 200)).toEqual([request]);
    expect(must(await on.get(`${REQUESTS}?status=paid&subject_id=${subject.subject_id}`, token), 200)).toEqual([]);
  });

  it('is one at a time, also when two come at once; replace cancels the one before', async () => {
    const subject = await newSubject(80);
    const answers = await Promise.all([ask(subject), ask(subject), ask(subject)]);
    expect(statuses(answers)).toEqual([201, 409, 409]);
    const first = must(answers.find(({ status }) => status === 201) as Answer, 201);
    for (const refused of answers.filter(({ status }) => status === 409))
      expect(refused.body.error).toMatchObject({
        code: 'PAYMENT_REQUEST_OPEN',
        details: { payment_request_id: first.id },
      });
    const next = await asked(subject, { replace: true, amount: 20 });
    expect(next).toMatchObject({ status: 'open', amount: 20 });
    expect(await read(first.id)).toMatchObject({ status: 'cancelled', status_reason: 'replaced' });
  });

  it('refuses amounts and times that are out of bounds, by the name of the field', async () => {
    const subject = await newSubject(80);
    for (const amount of [80.01, 0.99, 0, -5, 'x']) expectInvalid(on, await ask(subject, { amount }), 'amount');
    for (const minutes of [-1, 14, 91 * 24 * 60]) {
      const expires_at = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
      expectInvalid(on, await ask(subject, { expires_at }), 'expires_at');
    }
    expectInvalid(on, await ask(subject, { description: 'x'.repeat(201) }), 'description');
    expect(must(await on.get(`${REQUESTS}?subject_id=${subject.subject_id}`, token), 200)).toEqual([]);
  });

  it('of one of which nothing is open, or of none, is refused', async () => {
    const subject = await newSubject(80);
    await pay(subject, 80);
    const refused = await ask(subject);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'NOTHING_OPEN']);
    expectRefusal(on, await ask({ ...subject, subject_id: UNKNOWN_ID }), 404);
    const other = await newTenant();
    expectRefusal(on, await ask(subject, {}, other.admin.token), 404);
  });

  it('A-460: falls to what is left, and is cancelled with nothing left, by payments at the counter', async () => {
    const subject = await newSubject(80);
    const { id } = await asked(subject, { amount: 50 });
    await pay(subject, 20);
    expect(await read(id)).toMatchObject({ status: 'open', amount: 50 });
    await pay(subject, 20);
    expect(await read(id)).toMatchObject({ status: 'open', amount: 40 });
    await pay(subject, 40);
    expect(await read(id)).toMatchObject({ status: 'cancelled', status_reason: 'settled_elsewhere', paid_amount: 0 });
    expectConflict(on, await cancel(id), 'status');
  });

  it('A-463: is booked once: one payment, nothing open, on the trail', async () => {
    const subject = await newSubject(80);
    const { id } = await asked(subject);
    const reference = unique('QR');
    const paid = must(await confirm(id, { reference }), 200);
    expect(paid).toMatchObject({
      status: 'paid',
      paid_amount: 80,
      unapplied_amount: 0,
      means: 'duitnow_qr',
      paid_at: expect.stringMatching(INSTANT),
    });
    const [entry, ...more] = await ledger(subject);
    expect(more).toEqual([]);
    expect(entry.receipt_number ?? subject.record.invoice_number).toBe(paid.receipt_number);
    expect(entry.payment_method ?? entry.method).toBe('duitnow_qr');
    expect(entry).toMatchObject({
      amount: 80,
      reference,
      payment_request_id: id,
    });
    expect(await subject.outstanding()).toBe(0);
    expectConflict(on, await confirm(id), 'status');
    expect(await ledger(subject)).toHaveLength(1);
    const trail = must(await on.get(`/audit?record_id=${id}`, token), 200).map(({ action }: Json) => action);
    expect(trail.sort()).toEqual(['create', 'pay']);
  });

  it('A-463: what no longer fits is not booked, but unapplied; money after the end makes it paid', async () => {
    const subject = await newSubject(80);
    const { id } = await asked(subject);
    must(await cancel(id, { reason: 'Pelanggan menunggu' }), 200);
    await pay(subject, 50);
    expect(must(await confirm(id, { amount: 80 }), 200)).toMatchObject({
      status: 'paid',
      status_reason: null,
      paid_amount: 80,
      unapplied_amount: 50,
    });
    expect((await ledger(subject)).map(({ amount }) => amount)).toEqual([30, 50]);
    expect(await subject.outstanding()).toBe(0);
    const again = await newSubject(10);
    const other = await asked(again);
    await pay(again, 10);
    expect(must(await confirm(other.id), 200)).toMatchObject({
      status: 'paid',
      paid_amount: 10,
      unapplied_amount: 10,
      receipt_number: null,
    });
    expect(await ledger(again)).toHaveLength(1);
  });

  it('A-463: a payment at the counter during a confirmation never pays more than is owed', async () => {
    const subject = await newSubject(80);
    const { id } = await asked(subject);
    const [confirmed, ...counter] = await Promise.all([
      confirm(id, { amount: 80 }),
      on.post(subject.payments, { amount: 50, ...by(subject.payments) }, token),
      on.post(subject.payments, { amount: 50, ...by(subject.payments) }, token),
    ]);
    expect(counter.every(({ status }) => [201, 400, 409].includes(status))).toBe(true);
    const request = must(confirmed, 200);
    const entries = await ledger(subject);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(80);
    expect(await subject.outstanding()).toBe(0);
    const booked = entries.filter(({ payment_request_id }) => payment_request_id === id);
    expect(booked.reduce((sum, { amount }) => sum + amount, 0) + request.unapplied_amount).toBe(80);
  });

  it('A-463: two confirmations at once book one payment; cancel against confirm ends as paid', async () => {
    const subject = await newSubject(80);
    const { id } = await asked(subject);
    expect(statuses(await Promise.all([confirm(id), confirm(id), confirm(id)]))).toEqual([200, 409, 409]);
    expect(await ledger(subject)).toHaveLength(1);
    const other = await newSubject(40);
    const request = await asked(other);
    const [, settled] = await Promise.all([cancel(request.id), confirm(request.id)]);
    expect(settled.status).toBe(200);
    expect(await read(request.id)).toMatchObject({ status: 'paid', paid_amount: 40, unapplied_amount: 0 });
    expect(await ledger(other)).toHaveLength(1);
  });
});

describe('A-460: a payment request of a sale', () => {
  it('falls with a refund, and is cancelled with its void', async () => {
    const subject = await sale(80);
    const { id } = await asked(subject);
    const path = `/retail/sales/${subject.subject_id}`;
    must(await on.post(`${path}/void`, { reason: 'Salah' }, token), 200);
    expect(await read(id)).toMatchObject({ status: 'cancelled', status_reason: 'subject_cancelled' });
    const other = await sale(80);
    const request = await asked(other);
    expect((await giveBack(tenant, other.subject_id)).status).toBeLessThan(300);
    expect(await read(request.id)).toMatchObject({ status: 'cancelled', paid_amount: 0 });
  });

  it('is refused of a sale that was paid at once', async () => {
    const { id: product_id } = await newProduct(tenant, { current_stock: 10 });
    const paid = await sell(tenant, [{ product_id, quantity: 1, unit_price: 20 }]);
    const refused = await ask({ subject_type: 'retail.sale', subject_id: paid.id } as Subject);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'NOTHING_OPEN']);
  });
});

describe('A-460: the life of a payment request', () => {
  it('A-468: a reference is recorded once, also when two come at once', async () => {
    const made = await Promise.all([newPaymentRequest(tenant), newPaymentRequest(tenant), newPaymentRequest(tenant)]);
    const reference = unique('Qr');
    const answers = await Promise.all(made.map(({ id }) => confirm(id, { reference })));
    expect(statuses(answers)).toEqual([200, 409, 409]);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.error).toMatchObject({ code: 'REFERENCE_USED', errors: [{ field: 'reference' }] });
    const next = await newPaymentRequest(tenant);
    const refused = await confirm(next.id, { reference: ` ${reference.toUpperCase()} ` });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'REFERENCE_USED']);
    expect(await read(next.id)).toEqual(next);
  });

  it('refuses a reference that is missing or too long, an amount of nothing, and a time to come', async () => {
    const { id } = await newPaymentRequest(tenant);
    expectInvalid(on, await on.post(`${REQUESTS}/${id}/confirm`, {}, token), 'reference');
    expectInvalid(on, await confirm(id, { reference: 'x'.repeat(101) }), 'reference');
    expectInvalid(on, await confirm(id, { amount: 0 }), 'amount');
    const paid_at = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
    expectInvalid(on, await confirm(id, { paid_at }), 'paid_at');
    expect(await read(id)).toMatchObject({ status: 'open' });
  });

  it('is cancelled once, and the reason is sealed', async () => {
    const { id } = await newPaymentRequest(tenant, { description: 'Untuk Cik Rahsia' });
    expect(must(await cancel(id, { reason: 'Sebab rahsia' }), 200)).toMatchObject({
      status: 'cancelled',
      status_reason: 'Sebab rahsia',
      description: 'Untuk Cik Rahsia',
    });
    expectConflict(on, await cancel(id), 'status');
    const rows = await sql<{ row: string }>(
      workerState().ownerUrl as string,
      `select to_jsonb(r)::text as row from core.payment_requests r where r.id = $1
       union all select to_jsonb(a)::text from kernel.audit_entries a where a.record_id = $1`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/rahsia/i);
  });

  it('is cancelled with its document', async () => {
    const { subject_id, id } = await newPaymentRequest(tenant);
    const [{ shipment_id } = { shipment_id: '' }] = await sql<{ shipment_id: string }>(
      workerState().ownerUrl as string,
      'select i.shipment_id from logistics.freight_invoices i where i.id = $1',
      [subject_id],
    );
    const path = `/logistics/shipments/${shipment_id}/invoice`;
    must(await on.post(`${path}/credit-notes`, { amount: 56, reason: 'Diskaun' }, token), 201);
    expect(await read(id)).toMatchObject({ status: 'open', amount: 50 });
    must(await on.post(`${path}/cancel`, { reason: 'Salah' }, token), 200);
    expect(await read(id)).toMatchObject({ status: 'cancelled', status_reason: 'subject_cancelled' });
    expect((await ask({ subject_type: 'logistics.freight_invoice', subject_id } as Subject)).body.error.code).toBe(
      'NOTHING_OPEN',
    );
  });

  it('is answered once for an Idempotency-Key', async () => {
    const subject = await freight(80);
    const { subject_type, subject_id } = subject;
    const options = { token, body: { subject_type, subject_id }, headers: { 'idempotency-key': unique('key') } };
    const send = () => call('POST', `/api/v1${REQUESTS}/`, options);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data.id).toBe(first.body.data.id);
  });

  it('is made by staff, and read by viewers', async () => {
    const [staff, viewer] = await Promise.all([newUser(tenant, 'staff'), newUser(tenant, 'user')]);
    const subject = await freight(80);
    expectRefusal(on, await ask(subject, {}, viewer.token), 403);
    const { id } = must(await ask(subject, {}, staff.token), 201);
    expect((await on.get(`${REQUESTS}/${id}`, viewer.token)).status).toBe(200);
  });

  it('of a module that is disabled is refused', async () => {
    const other = await newTenant();
    must(await on.send('POST', '/modules/logistics/disable', { token: other.admin.token }), 200);
    const body = { subject_type: 'logistics.freight_invoice', subject_id: UNKNOWN_ID };
    const refused = await on.post(REQUESTS, body, other.admin.token);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'MODULE_DISABLED']);
  });
});

describe('A-460: payment requests whose time is over', () => {
  let database: Database;
  let app: INestApplicationContext;
  beforeAll(async () => {
    database = await openDatabase(workerState().databaseUrl as string);
    app = await openContexts(database);
  });
  afterAll(async () => {
    await app?.close();
    await database?.end();
  });

  const end = (id: string) =>
    sql(workerState().ownerUrl as string, `update core.payment_requests r set expires_at = now() where r.id = $1`, [
      id,
    ]);
  const run = () =>
    app.get(PaymentRequestExpiry).run(() => new Date(), {
      failed: (error: unknown) => {
        throw error;
      },
      isStopping: () => false,
    });

  it('read expired at once, are ended by a job once, and can be paid and asked for again', async () => {
    const subject = await freight(80);
    const { id } = await asked(subject);
    await end(id);
    expect(await read(id)).toMatchObject({ status: 'expired' });
    const found = await on.get(`${REQUESTS}?status=expired&subject_id=${subject.subject_id}`, token);
    expect(must(found, 200)).toHaveLength(1);
    expectConflict(on, await cancel(id), 'status');
    await Promise.all([run(), run()]);
    const trail = must(await on.get(`/audit?record_id=${id}`, token), 200).map(({ action }: Json) => action);
    expect(trail.sort()).toEqual(['create', 'expire']);
    const next = await asked(subject);
    expect(must(await confirm(id, { amount: 30 }), 200)).toMatchObject({ status: 'paid', unapplied_amount: 0 });
    expect(await read(next.id)).toMatchObject({ status: 'open', amount: 50 });
  });

  it('make room for another before the job has come', async () => {
    const subject = await freight(80);
    const { id } = await requestOf(tenant, subject.subject_type, subject.subject_id);
    await end(id);
    await asked(subject);
    const [{ status } = { status: '' }] = await sql<{ status: string }>(
      workerState().ownerUrl as string,
      'select r.status from core.payment_requests r where r.id = $1',
      [id],
    );
    expect(status).toBe('expired');
  });
});
