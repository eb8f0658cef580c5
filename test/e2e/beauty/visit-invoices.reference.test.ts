import {
  act,
  book,
  broughtBy,
  change,
  newSalon,
  paymentsOf,
  readAppointment,
  registerForSst,
  type Salon,
} from '../../support/beauty-money.js';
import { newBeautyProduct, newMembership } from '../../support/beauty.js';
import { type Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { print, type Printed } from '../../support/printed.js';
import { atOnce, withStatus } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** the invoice of a visit, receipts of its payments, credit notes of its refunds. */

jest.setTimeout(120_000);

const REASON = 'The colour did not hold';
let salon: Salon;
beforeEach(async () => {
  salon = await newSalon();
});

const two = () => ({
  services: [
    { service_id: salon.cut, staff_id: salon.members[0] },
    { service_id: salon.wash, staff_id: salon.members[0] },
  ],
});
const done = async (id: string, body: unknown = {}): Promise<Json> => must(await act(salon, id, 'complete', body), 200);
const refund = (id: string, body: Json = {}) => act(salon, id, 'refunds', { reason: REASON, ...body });
const entries = async (id: string): Promise<Json[]> =>
  must(await on.get(`/beauty/appointments/${id}/payments?page_size=100`, salon.token), 200);
const printed = (payment_id: string, language?: string): Promise<Printed> =>
  print(`/beauty/payments/${payment_id}/receipt/`, salon.token, language);
const paid = async (): Promise<Json> => {
  const { id } = await book(salon, two());
  return done(id, { payment_received: true, payment_method: 'card' });
};

describe('the number of a visit', () => {
  it('is drawn when it is completed, at 0 too, without gaps, and stays', async () => {
    const numbers: string[] = [];
    for (const body of [{}, { total_amount: 0 }]) {
      const { id, invoice_number: before } = await book(salon);
      expect(before).toBeNull();
      numbers.push((await done(id, body)).invoice_number);
      expect((await readAppointment(salon, id)).invoice_number).toBe(numbers.at(-1));
    }
    const booked = await book(salon, { status: 'completed' });
    const put = await book(salon);
    numbers.push(booked.invoice_number, must(await change(salon, put.id, { status: 'completed' }), 200).invoice_number);
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
    expect(numbers).toEqual([1, 2, 3, 4].map((n) => `INV-${year}-00000${n}`));
    must(await change(salon, put.id, { status: 'confirmed' }), 200);
    expect((await done(put.id)).invoice_number).toBe(numbers[3]);
  });

  it('has no gap after refused completions, and 20 at once draw one', async () => {
    const { id } = await book(salon);
    expect((await act(salon, id, 'complete', { services_rendered: [{ service_id: UNKNOWN_ID }] })).status).toBe(400);
    const answers = await atOnce(20, () => act(salon, id, 'complete'));
    expect(withStatus(answers, 200)).toHaveLength(1);
    expect((await done((await book(salon)).id)).invoice_number).toMatch(/-000002$/);
  });

  it('heads its document: the same for every later print', async () => {
    await registerForSst(salon);
    const { id, invoice_number } = await done((await book(salon)).id);
    const path = `/beauty/appointments/${id}/receipt/`;
    expect((await print(path, salon.token)).texts).toEqual(expect.arrayContaining(['Invoice', invoice_number]));
    must(await act(salon, id, 'payments', { amount: 80, payment_method: 'cash' }), 201);
    const { texts } = await print(path, salon.token);
    expect(texts).toEqual(expect.arrayContaining(['Invoice', invoice_number, 'Copy']));
  });

  it('is not drawn by a change of a visit that was completed before there were such numbers', async () => {
    const { id } = await paid();
    const none = 'update beauty.appointments set invoice_number = null, invoiced_at = null where id = $1';
    await sql(workerState().ownerUrl as string, none, [id]);
    expect(must(await change(salon, id, { notes: 'Prefers tea' }), 200).invoice_number).toBeNull();
    const [{ receipt_number }] = (await entries(id)) as [Json];
    expect((await print(`/beauty/appointments/${id}/receipt/`, salon.token)).texts).toContain(receipt_number);
    const note = must(await refund(id, { amount: 20 }), 201);
    expect((await printed(note.id)).texts).toEqual(expect.arrayContaining(['For invoice', receipt_number]));
  });
});

describe('A-341: what was printed under a number', () => {
  const receipt = (id: string): Promise<Printed> => print(`/beauty/appointments/${id}/receipt/`, salon.token);

  it('is not printed with other lines: a change of these draws another number, which names the one before', async () => {
    const visit = await paid();
    const before = await receipt(visit.id);
    expect(before.texts).toContain(visit.invoice_number);
    const body = { services: [...two().services, { service_id: salon.cut }] };
    const { invoice_number } = must(await change(salon, visit.id, body), 200);
    expect(invoice_number).toMatch(/-000002$/);
    const after = (await receipt(visit.id)).texts;
    expect(after).toContain(invoice_number);
    expect(after.join(' ')).toContain(`Replaces ${visit.invoice_number}`);
    // It is an original, as every first print.
    expect(after).not.toContain('Copy');
    expect((await receipt(visit.id)).texts).toContain('Copy');
    // The same body again, another note, and a payment change nothing that is printed.
    for (const one of [body, { notes: 'Teh tarik' }])
      expect(must(await change(salon, visit.id, one), 200).invoice_number).toBe(invoice_number);
  });

  it('is not printed with other products, nor with another charge after it was completed again', async () => {
    const { id, invoice_number: first } = await done((await book(salon)).id, { total_amount: 80 });
    const product = await newBeautyProduct(salon.tenant, { price: 12 });
    const second = must(await change(salon, id, { products: [{ product_id: product.id }] }), 200).invoice_number;
    expect(second).not.toBe(first);
    must(await change(salon, id, { status: 'confirmed' }), 200);
    const third = (await done(id, { total_amount: 70 })).invoice_number;
    expect(new Set([first, second, third]).size).toBe(3);
    must(await change(salon, id, { status: 'confirmed' }), 200);
    expect((await done(id, { total_amount: 70 })).invoice_number).toBe(third);
  });

  it('stays on receipts and credit notes of before: names of lines, and the invoice', async () => {
    const visit = await paid();
    const note = must(await refund(visit.id, { amount: 20 }), 201);
    const [receiptOf] = (await entries(visit.id)).filter(({ kind }) => kind === 'payment') as [Json];
    const without = ({ texts }: Printed) => texts.filter((text) => text !== 'Copy');
    const before = [without(await printed(receiptOf.id)), without(await printed(note.id))];
    must(await change(salon, visit.id, { services: [{ service_id: salon.wash }] }), 200);
    expect([without(await printed(receiptOf.id)), without(await printed(note.id))]).toEqual(before);
    expect(before[1]).toContain(visit.invoice_number);
  });

  it('of a membership fee is that of its payment, after the membership is called otherwise', async () => {
    const { id, client_id } = await newMembership(salon.tenant, { membership_type: 'Emas', annual_fee: 100 });
    const path = `/beauty/clients/${client_id}/memberships`;
    const fee = must(await on.post(path, { membership_id: id, payment_method: 'cash' }, salon.token), 201);
    must(await on.put(`/beauty/memberships/${id}`, { membership_type: 'Perak' }, salon.token), 200);
    expect((await printed(fee.id)).texts.join(' ')).toContain('Emas');
  });
});

describe('POST appointments/{id}/refunds/', () => {
  it('refunds a line with a credit note that names the invoice; the line brings less', async () => {
    const visit = await paid();
    const made = must(await refund(visit.id, { lines: [{ line: 1, amount: 20 }], method: 'cash' }), 201);
    expect(made).toMatchObject({
      ...{ kind: 'refund', purpose: 'visit', amount: 20, balance: 0, payment_method: 'cash', notes: REASON },
      ...{ receipt_number: expect.stringMatching(/^CN-\d{4}-000001$/), received_by: salon.tenant.admin.id },
    });
    expect(await readAppointment(salon, visit.id)).toMatchObject({
      ...{ payment_status: 'paid', amount_paid: 105.5, amount_refunded: 20 },
    });
    expect(await broughtBy(visit.id)).toMatchObject([
      { share: 80, commission: 8 },
      { share: 25.5, commission: 2.55 },
    ]);
    const { isPdf, texts } = await printed(made.id);
    expect(isPdf).toBe(true);
    const said = [made.receipt_number, visit.invoice_number, 'Credit note', 'For invoice', 'Cucian', '20.00'];
    expect(texts).toEqual(expect.arrayContaining(said));
    expect(texts.join(' ')).toContain(REASON);
    expect(texts.join(' ')).not.toContain('Potongan');
    expect((await printed(made.id, 'ms')).texts).toEqual(expect.arrayContaining(['Nota kredit', 'Salinan']));
  });

  it('without lines all bring less in proportion; without an amount it gives back all', async () => {
    const visit = await paid();
    must(await refund(visit.id, { amount: 25.5 }), 201);
    expect(await broughtBy(visit.id)).toMatchObject([{ share: 63.75 }, { share: 36.25 }]);
    expect(must(await refund(visit.id), 201)).toMatchObject({ amount: 100 });
    expect(await readAppointment(salon, visit.id)).toMatchObject({ payment_status: 'refunded', amount_paid: 0 });
    expect(await broughtBy(visit.id)).toMatchObject([{ share: 0 }, { share: 0 }]);
    expectRefusal(on, await refund(visit.id), 409);
  });

  it('A-351: what is received again counts for the line that it was given back of', async () => {
    const visit = await paid();
    must(await refund(visit.id, { lines: [{ line: 1, amount: 20 }] }), 201);
    must(await act(salon, visit.id, 'payments', { amount: 5 }), 201);
    expect(await broughtBy(visit.id)).toMatchObject([{ share: 80 }, { share: 30.5 }]);
    must(await act(salon, visit.id, 'payments', { amount: 15 }), 201);
    expect(await broughtBy(visit.id)).toMatchObject([{ share: 80 }, { share: 45.5 }]);
  });

  it('of a visit that is paid in part has a credit note of no more than was given back', async () => {
    const { id } = await book(salon, two());
    await done(id, { payment_received: 60 });
    const made = must(await refund(id, { amount: 20 }), 201);
    const [entry] = await sql<Json>(
      workerState().ownerUrl as string,
      `select sum((l ->> 'amount')::numeric)::float8 as sum from beauty.payments r, jsonb_array_elements(r.lines) l where r.id = $1`,
      [made.id],
    );
    expect(entry).toEqual({ sum: 20 });
  });

  it('gives a deposit back without lines', async () => {
    const { id } = await book(salon);
    must(await act(salon, id, 'payments', { amount: 50, payment_method: 'card' }), 201);
    expectRefusal(on, await refund(id, { lines: [{ line: 0, amount: 10 }] }), 409);
    const made = must(await refund(id, { amount: 20 }), 201);
    expect(made).toMatchObject({ purpose: 'deposit', amount: 20 });
    expect(await readAppointment(salon, id)).toMatchObject({ payment_status: 'partially_paid', amount_paid: 30 });
    expect((await printed(made.id)).texts).toEqual(expect.arrayContaining(['Credit note', 'Deposit']));
  });

  it('refuses what is too much, twice or unknown, and changes nothing', async () => {
    const visit = await paid();
    const wrong: [string, Json][] = [
      ['amount', { amount: 125.51 }],
      ['amount', { amount: 0 }],
      ['amount', { amount: 30, lines: [{ line: 0, amount: 20 }] }],
      ['lines.0.line', { lines: [{ line: 2, amount: 1 }] }],
      ['lines.0.amount', { lines: [{ line: 1, amount: 45.51 }] }],
      ['reason', { reason: undefined }],
    ];
    for (const [field, body] of wrong) expectInvalid(on, await refund(visit.id, body), field);
    const twice = [
      { line: 0, amount: 1 },
      { line: 0, amount: 1 },
    ];
    expectInvalid(on, await refund(visit.id, { lines: twice }), 'lines.1.line');
    expect(await paymentsOf(salon, visit.id)).toHaveLength(1);
    expectRefusal(on, await refund((await book(salon)).id), 409);
    expectRefusal(on, await refund(UNKNOWN_ID), 404);
  });

  it('20 at once give back no more than is held', async () => {
    const visit = await paid();
    const answers = await atOnce(20, () => refund(visit.id, { amount: 50 }));
    expect(withStatus(answers, 201)).toHaveLength(2);
    expect((await readAppointment(salon, visit.id)).amount_paid).toBe(25.5);
  });
});

it('every entry has a number of its series, and is printed', async () => {
  const { id } = await book(salon);
  must(await act(salon, id, 'payments', { amount: 30.02, payment_method: 'cash' }), 201);
  const visit = await done(id, { payment_received: true });
  must(await change(salon, id, { payment_status: 'refunded' }), 200);
  const cancelled = await book(salon);
  must(await act(salon, cancelled.id, 'cancel', { refund_amount: 50 }), 200);
  const all = [...(await entries(cancelled.id)), ...(await entries(id))];
  const numbers = all.map(({ receipt_number }) => receipt_number.replace(/-\d{4}-0+/, ' ')).reverse();
  expect(numbers).toEqual(['RCP 1', 'RCP 2', 'CN 1', 'RCP 3', 'CN 2']);
  for (const { id: payment_id, receipt_number, kind } of all) {
    const { texts } = await printed(payment_id);
    expect(texts).toEqual(expect.arrayContaining([receipt_number, kind === 'refund' ? 'Credit note' : 'Receipt']));
  }
  // The cash of a visit is rounded as its sum is: 30.02 is paid with 30.00.
  const [first] = (await entries(id)).reverse() as [Json];
  const { texts } = await printed(first.id);
  expect(texts).toEqual(expect.arrayContaining(['MYR 30.00']));
  // The deposit was received before there was an invoice.
  expect(texts).not.toContain(visit.invoice_number);
  expectRefusal(on, await on.get(`/beauty/payments/${UNKNOWN_ID}/receipt`, salon.token), 404);
});

it('A-352: the receipt of a membership fee', async () => {
  const { id: membership_id } = await newMembership(salon.tenant, { client_id: salon.client_id, annual_fee: 200 });
  const body = { membership_id, payment_method: 'tunai' };
  const paidFee = must(await on.post(`/beauty/clients/${salon.client_id}/memberships`, body, salon.token), 201);
  const { texts } = await printed(paidFee.id, 'ms');
  expect(texts).toEqual(expect.arrayContaining(['Resit', paidFee.receipt_number, 'Siti Nur', '200.00', 'Tunai']));
  expect(texts.join(' ')).toContain('Gold');
});
