import { type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { healthcareShapes as shapes, must, newAppointment, newBill, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

const PATH = '/healthcare/billing';
const items = [
  { description: 'Konsultasi', quantity: 1, unit_price: 80, tax_rate: 6 },
  { description: 'Ubat batuk', quantity: 2, unit_price: 25.5, tax_rate: 0 },
];

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
});

const create = (body: unknown, by = token) => on.post(PATH, body, by);
const made = (body: Record<string, unknown> = {}) => newBill(tenant, { patient_id: patient.id, ...body });
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const found = async (query: string, by = token): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, by), 200).map((row: Json) => row.id);

describe('POST /api/v1/healthcare/billing/', () => {
  it('A-136, A-166: answers 201 with what was sent, the figures of every line, and those of the bill', async () => {
    const appointment = await newAppointment(tenant, { patient_id: patient.id });
    const sent = {
      patient_id: patient.id,
      appointment_id: appointment.id,
      payment_method: 'insurance',
      insurance_claim: true,
      insurance_provider: 'AIA',
      policy_number: 'P-10042',
      due_date: '2999-12-31',
    };
    const answer = await create({ ...sent, items });
    expect(answer.status).toBe(201);
    const { warnings, ...bill } = on.data(answer);
    expect(warnings).toEqual([]);
    expectKeys(bill, shapes.bill);
    for (const item of bill.items) expectKeys(item, shapes.billItem);
    expect(bill).toEqual({
      ...sent,
      id: expect.stringMatching(UUID),
      bill_number: expect.stringMatching(/^BILL-\d{4}-\d{6}$/),
      items: [
        { ...items[0], reason: null, subtotal: 80, tax_amount: 4.8, total: 84.8 },
        { ...items[1], reason: null, subtotal: 51, tax_amount: 0, total: 51 },
      ],
      subtotal: 131,
      tax_amount: 4.8,
      total: 135.8,
      amount_paid: 0,
      credited_amount: 0,
      outstanding_amount: 135.8,
      in_credit: 0,
      rounding: 0,
      status: 'pending',
      cancelled_at: null,
      cancellation_reason: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: bill.created_at,
    });
    expect(await read(bill.id)).toEqual(bill);
  });

  it('A-20, A-136: needs only patient and lines, of these description and price; quantity is 1 and tax 0', async () => {
    const body = { patient_id: patient.id, items: [{ description: 'Konsultasi', unit_price: 16.75 }] };
    const { warnings: _, ...bill } = must(await create(body), 201);
    expectKeys(bill, shapes.bill);
    expect(bill.items).toMatchObject([{ quantity: 1, tax_rate: 0, subtotal: 16.75, tax_amount: 0 }]);
    expect(bill).toMatchObject({ insurance_claim: false, status: 'pending', amount_paid: 0, total: 16.75 });
    const unset = 'appointment_id payment_method insurance_provider policy_number due_date'.split(' ');
    for (const name of unset) expect([name, bill[name]]).toEqual([name, null]);
  });

  it('A-136: a claim that names no insurer goes to that of the patient, and warns of a policy that has expired', async () => {
    const insured = async (insurance_info: Record<string, unknown>) => {
      const { id } = await newPatient(tenant, { insurance_info });
      return (extra: Record<string, unknown> = {}): Promise<Json> =>
        create({ patient_id: id, items, insurance_claim: true, ...extra }).then((answer) => must(answer, 201));
    };
    const policy = { provider: 'Etiqa', policy_number: 'E-1' };
    const current = await insured({ ...policy, expiry_date: '2999-12-31' });
    expect(await current()).toMatchObject({ insurance_provider: 'Etiqa', policy_number: 'E-1', warnings: [] });
    expect(await current({ insurance_claim: false })).toMatchObject({ insurance_provider: null, policy_number: null });
    const expired = await insured({ ...policy, expiry_date: '2020-12-31' });
    expect((await expired()).warnings).toEqual(['The insurance policy of the patient expired on 2020-12-31']);
    expect((await expired({ policy_number: 'E-1' })).warnings).toHaveLength(1);
    const another = await expired({ insurance_provider: 'AIA', policy_number: 'A-9' });
    expect(another).toMatchObject({ insurance_provider: 'AIA', policy_number: 'A-9', warnings: [] });
    const unnamed = await insured({ plan: 'Gold', provider: ' ' });
    expect(await unnamed()).toMatchObject({ insurance_provider: null, policy_number: null, warnings: [] });
  });

  it('A-136: an insurance claim needs neither provider nor policy', async () =>
    expect(await made({ insurance_claim: true })).toMatchObject({ insurance_claim: true, insurance_provider: null }));

  it.each(['pending', 'partially_paid', 'overdue'])('A-136: has the status that was sent: %s', async (status) => {
    const bill = await made({ status });
    expect(bill).toMatchObject({ status, amount_paid: 0 });
    expect((await read(bill.id)).status).toBe(status);
  });

  it('A-136: one that is sent as paid was paid whole, and there is a payment of it', async () => {
    const bill = await made({ status: 'paid', payment_method: 'cash' });
    expect(bill).toMatchObject({ status: 'paid', amount_paid: 100 });
    const payments = must(await on.get(`${PATH}/${bill.id}/payments`, token), 200);
    expect(payments).toMatchObject([{ amount: 100, balance: 0, payment_method: 'cash' }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['description', { unit_price: 1 }],
    ['description', { description: ' ', unit_price: 1 }],
    ['unit_price', { description: 'x' }],
    ['unit_price', { description: 'x', unit_price: -1 }],
    ['unit_price', { description: 'x', unit_price: '1' }],
    ['quantity', { description: 'x', unit_price: 1, quantity: 0 }],
    ['quantity', { description: 'x', unit_price: 999_999_999_999, quantity: 2 }],
    ['tax_rate', { description: 'x', unit_price: 1, tax_rate: 101 }],
  ])('A-22, A-174: names the line whose %s is wrong', async (name, item) => {
    const body = { patient_id: patient.id, items: [{ description: 'x', unit_price: 1 }, item] };
    expectInvalid(on, await create(body), `items.1.${name}`);
  });

  it('A-166: refuses a patient or an appointment that is not known', async () => {
    const other = await newTenant();
    const theirs = await newAppointment(other);
    const gone = await newPatient(tenant);
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token });
    for (const patient_id of [UNKNOWN_ID, 'abc', theirs.patient_id, gone.id])
      expectInvalid(on, await create({ patient_id, items }), 'patient_id');
    for (const appointment_id of [UNKNOWN_ID, 'abc', theirs.id])
      expectInvalid(on, await create({ patient_id: patient.id, items, appointment_id }), 'appointment_id');
  });

  it('numbers bills without gaps, those that were refused left out', async () => {
    const own = await newTenant();
    const { id: patient_id } = await newPatient(own);
    const numbers: number[] = [];
    for (const appointment_id of [null, UNKNOWN_ID, null]) {
      const answer = await on.post(PATH, { patient_id, items, appointment_id }, own.admin.token);
      if (answer.status === 201) numbers.push(Number(on.data(answer).bill_number.slice(-6)));
    }
    expect(numbers).toEqual([1, 2]);
  });

  it('A-60: not of a tenant that disabled healthcare', async () => {
    const own = await newTenant();
    must(await on.send('POST', '/modules/healthcare/disable', { token: own.admin.token }), 200);
    expectRefusal(on, await create({ patient_id: UNKNOWN_ID, items }, own.admin.token), 403, 'MODULE_DISABLED');
  });
});

describe('GET /api/v1/healthcare/billing/{bill_id}/', () => {
  it('A-51: another tenant’s, an unknown one and what is no id are not found', async () => {
    const { id } = await made();
    const other = await newTenant();
    for (const [bill, by] of [
      [id, other.admin.token],
      [UNKNOWN_ID, token],
      ['1', token],
    ] as const)
      expectRefusal(on, await on.get(`${PATH}/${bill}`, by), 404);
  });

  it('A-140: stays when its patient is deleted', async () => {
    const { id: patient_id } = await newPatient(tenant);
    const bill = await made({ patient_id });
    await on.send('DELETE', `/healthcare/patients/${patient_id}`, { token });
    expect(await read(bill.id)).toEqual(bill);
  });

  it('A-166: a pending or partially paid bill past its due date reads overdue, and no other', async () => {
    const [yesterday, today] = [malaysianDay(-1), malaysianDay()];
    expect((await made({ due_date: yesterday })).status).toBe('overdue');
    expect((await made({ due_date: yesterday, status: 'partially_paid' })).status).toBe('overdue');
    expect((await made({ due_date: yesterday, status: 'paid' })).status).toBe('paid');
    expect((await made({ due_date: malaysianDay(1) })).status).toBe('pending');
    // At midnight the day becomes another between the two.
    if (today === malaysianDay()) expect((await made({ due_date: today })).status).toMatch(/pending|overdue/);
  });

  it('has an ETag', async () => {
    const { id } = await made();
    const answer = await on.get(`${PATH}/${id}`, token);
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const again = await on.send('GET', `${PATH}/${id}`, { token, headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });
});

describe('GET /api/v1/healthcare/billing/', () => {
  let own: TestTenant;
  let [siti, ali]: Json[] = [];
  let bills: Record<string, string>;
  beforeAll(async () => {
    own = await newTenant();
    [siti, ali] = [await newPatient(own), await newPatient(own)];
    const late = malaysianDay(-1);
    const of = async (patient_id: string, more = {}) => (await newBill(own, { patient_id, ...more })).id as string;
    bills = {
      pending: await of(siti.id),
      due: await of(siti.id, { due_date: malaysianDay(2) }),
      paid: await of(ali.id, { status: 'paid', due_date: late }),
      part: await of(ali.id, { status: 'partially_paid' }),
      late: await of(ali.id, { due_date: late }),
      latePart: await of(ali.id, { status: 'partially_paid', due_date: late }),
      sent: await of(ali.id, { status: 'overdue' }),
    };
  });
  const named = async (query: string): Promise<(string | undefined)[]> => {
    const names = Object.entries(bills);
    return (await found(query, own.admin.token)).map((id) => names.find(([, other]) => other === id)?.[0]);
  };

  it('A-04, A-26: is paged, newest first', async () => {
    expect(await named('')).toEqual(Object.keys(bills).reverse());
    const answer = await on.get(`${PATH}?page=2&page_size=3`, own.admin.token);
    expect(answer.body.pagination).toEqual({ page: 2, page_size: 3, total: 7, pages: 3 });
    expect(answer.body.data).toHaveLength(3);
    for (const row of answer.body.data) expectKeys(row, shapes.bill);
  });

  it('A-166: finds by the status that is read', async () => {
    expect(await named('status=pending')).toEqual(['due', 'pending']);
    expect(await named('status=PARTIALLY_PAID')).toEqual(['part']);
    expect(await named('status=paid')).toEqual(['paid']);
    expect(await named('status=overdue')).toEqual(['sent', 'latePart', 'late']);
    expectInvalid(on, await on.get(`${PATH}?status=open`, token), 'status');
  });

  it('finds by patient, and by the days on which they were made', async () => {
    expect(await named(`patient_id=${siti.id}`)).toEqual(['due', 'pending']);
    expect(await named(`patient_id=${ali.id}&status=paid`)).toEqual(['paid']);
    for (const patient_id of [UNKNOWN_ID, 'abc', patient.id])
      expect(await named(`patient_id=${patient_id}`)).toEqual([]);
    expect(await named(`date_from=${malaysianDay(-1)}&date_to=${malaysianDay(1)}`)).toHaveLength(7);
    expect(await named(`date_from=${malaysianDay(1)}`)).toEqual([]);
    expect(await named(`date_to=${malaysianDay(-1)}`)).toEqual([]);
  });
});
