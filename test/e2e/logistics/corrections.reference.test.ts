import fc from 'fast-check';
import { contract, type Answer, type Json } from '../../support/client.js';
import { UNKNOWN_ID, everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, INSTANT } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import {
  codPayouts,
  logisticsRecord,
  logisticsShapes,
  newCodShipment,
  newCollection,
  newDriver,
  newProof,
  newShipment,
} from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { propertyRuns } from '../../support/property-runs.js';
import { atOnce } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  const settings = { sst_registration_number: 'W10-1808-32000001' };
  expect((await contract.put(`/tenants/${tenant.id}`, { settings }, { token })).status).toBe(200);
});

const proofAt = (id: string): string => `/logistics/shipments/${id}/proof-of-delivery`;
const correct = (id: string, body: Json, by = token): Promise<Answer> => on.post(`${proofAt(id)}/correction`, body, by);
const invoiceAt = (id: string): string => `/logistics/shipments/${id}/invoice`;
const issue = async (id: string, body: Json = {}): Promise<Json> =>
  must(await on.post(invoiceAt(id), body, token), 200);
const credit = (id: string, body: Json, by = token): Promise<Answer> =>
  on.post(`${invoiceAt(id)}/credit-notes`, { reason: 'Diskaun', ...body }, by);
const cancel = (id: string, body: Json = { reason: 'Alamat salah' }, by = token): Promise<Answer> =>
  on.post(`${invoiceAt(id)}/cancel`, body, by);
const printed = (id: string, query = '', language?: string) => print(`${invoiceAt(id)}/${query}`, token, language);

describe('A-371: POST shipments/{shipment_id}/proof-of-delivery/correction/', () => {
  it('corrects what was collected, and keeps what was recorded before', async () => {
    const own = await newTenant();
    const { id: driver_id } = await newDriver(own);
    const { shipment_id } = await newCollection(own, 59.9, { driver_id, sender: { company_name: 'Kedai' } });
    const send = (body: Json) => correct(shipment_id, body, own.admin.token);
    const made = must(await send({ collected_amount: 50, reason: 'Kurang' }), 200);
    expectKeys(made, logisticsShapes.proof);
    expect(made).toMatchObject({ expected_amount: 59.9, collected_amount: 50, difference_reason: 'Kurang' });
    const proof = must(await send({ collected_amount: 59.9, reason: 'Salah taip' }), 200);
    expect(proof).toMatchObject({ collected_amount: 59.9, difference_reason: null });
    const entry = { corrected_by: own.admin.id, corrected_at: expect.stringMatching(INSTANT) };
    expect(proof.corrections).toEqual([
      { from_amount: 59.9, from_reason: null, collected_amount: 50, reason: 'Kurang', ...entry },
      { from_amount: 50, from_reason: 'Kurang', collected_amount: 59.9, reason: 'Salah taip', ...entry },
    ]);
    // The amount that it has already changes nothing.
    must(await send({ collected_amount: 59.9, reason: 'Lagi' }), 200);
    expect(must(await on.get(proofAt(shipment_id), own.admin.token), 200).corrections).toHaveLength(2);
    must(await send({ collected_amount: 40, reason: 'Kurang' }), 200);
    const { rows } = must(await on.get('/logistics/reports/cod-collections', own.admin.token), 200);
    expect(rows).toMatchObject([{ group: driver_id, collected_amount: 40, difference: -19.9, held_amount: 40 }]);
    expect((await codPayouts(own)).rows).toMatchObject([{ label: 'Kedai', owed_amount: 40 }]);
  });

  it('leaves a sender who was paid more below 0, until more is collected', async () => {
    const own = await newTenant();
    const sender = { company_name: 'Kedai' };
    const { shipment_id } = await newCollection(own, 100, { sender });
    const [{ group: sender_id }] = (await codPayouts(own)).rows;
    await logisticsRecord(own, '/cod-payouts', { sender_id });
    must(await correct(shipment_id, { collected_amount: 90, reason: 'Kurang' }, own.admin.token), 200);
    expect((await codPayouts(own)).rows).toMatchObject([{ collected_amount: 90, paid_amount: 100, owed_amount: -10 }]);
    expectConflict(on, await on.post('/logistics/cod-payouts', { sender_id }, own.admin.token), 'sender_id');
    await newCollection(own, 30, { sender });
    expect(await logisticsRecord(own, '/cod-payouts', { sender_id })).toMatchObject({ amount: 20, owed_amount: 0 });
  });

  it('records the amount of a parcel that is paid on delivery since its proof, and of no other', async () => {
    const own = await newTenant();
    const { id } = await newShipment(own, { payment_method: 'card', payment_amount: 12 });
    await newProof(own, id);
    const said = { collected_amount: 12, reason: 'Dibayar tunai' };
    expectConflict(on, await correct(id, said, own.admin.token), 'collected_amount');
    must(await on.put(`/logistics/shipments/${id}`, { cod: true }, own.admin.token), 200);
    expect(must(await correct(id, said, own.admin.token), 200)).toMatchObject({
      ...{ expected_amount: 12, collected_amount: 12, difference_reason: null },
      corrections: [{ from_amount: null, collected_amount: 12 }],
    });
    const { totals } = must(await on.get('/logistics/reports/cod-collections', own.admin.token), 200);
    expect(totals).toMatchObject({ parcels: 1, unrecorded: 0, collected_amount: 12 });
    expect((await codPayouts(own)).totals).toMatchObject({ owed_amount: 12 });
  });

  it('is for administrators and managers, needs a reason, and a proof', async () => {
    const { shipment_id } = await newCollection(tenant, 5);
    const people = await everyRole(tenant);
    const said = { collected_amount: 4, reason: 'x' };
    for (const role of ['STAFF', 'VIEWER'] as const)
      expectRefusal(on, await correct(shipment_id, said, people[role].token), 403);
    expectInvalid(on, await correct(shipment_id, { collected_amount: 4 }), 'reason');
    for (const collected_amount of [-1, '4', 1e15, null])
      expectInvalid(on, await correct(shipment_id, { ...said, collected_amount }), 'collected_amount');
    expectRefusal(on, await correct((await newCodShipment(tenant, 5)).id, said), 404);
    for (const unknown of [UNKNOWN_ID, 'x']) expectRefusal(on, await correct(unknown, said), 404);
    expectRefusal(on, await correct(shipment_id, said, (await newTenant()).admin.token), 404);
    must(await correct(shipment_id, said, people.MANAGER.token), 200);
  });

  it('twenty at once: every one is in the history, each from the amount of the one before', async () => {
    const { shipment_id } = await newCollection(tenant, 100);
    await atOnce(20, (i) => correct(shipment_id, { collected_amount: i, reason: `${i}` }));
    const { corrections, collected_amount } = must(await on.get(proofAt(shipment_id), token), 200);
    expect(corrections).toHaveLength(20);
    const reached = corrections.map((one: Json) => one.collected_amount);
    expect(corrections.map(({ from_amount }: Json) => from_amount)).toEqual([100, ...reached.slice(0, -1)]);
    expect(collected_amount).toBe(reached.at(-1));
  });

  it("takes its reasons away with the driver's data, and keeps the amounts", async () => {
    const own = await newTenant();
    const { id: driver_id } = await newDriver(own);
    const { shipment_id } = await newCollection(own, 5, { driver_id });
    must(await correct(shipment_id, { collected_amount: 4, reason: 'Rahsia' }, own.admin.token), 200);
    must(await on.send('POST', `/logistics/drivers/${driver_id}/erase`, { token: own.admin.token }), 200);
    const kept = await sql<Json>(
      workerState().ownerUrl as string,
      'select reason, collected_amount::float8 as amount from logistics.proof_corrections where tenant_id = $1',
      [own.id],
    );
    expect(kept).toEqual([{ reason: null, amount: 4 }]);
  });
});

describe('A-371: freight invoices', () => {
  it('are credited in part, tax in proportion, and print it', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 106 });
    const invoice = await issue(id);
    const made = must(await credit(id, { amount: 53 }), 201);
    expectKeys(made, [...logisticsShapes.freightInvoice, 'credit_note']);
    expectKeys(made.credit_note, logisticsShapes.freightCreditNote);
    expect(made).toMatchObject({ id: invoice.id, total: 106, credited_amount: 53, cancelled_at: null });
    expect(made.credit_note).toMatchObject({
      credit_note_number: expect.stringMatching(/^FCN-\d{4}-\d{6}$/),
      lines: [{ line: 0, amount: 53, subtotal: 50, tax_amount: 3 }],
      ...{ invoice_id: invoice.id, subtotal: 50, tax_amount: 3, amount: 53, cancels: false, reason: 'Diskaun' },
    });
    expectInvalid(on, await credit(id, { amount: 53.01 }), 'amount');
    expectInvalid(on, await credit(id, { lines: [{ line: 1, amount: 1 }] }), 'lines.0.line');
    expectInvalid(on, await credit(id, {}), 'amount');
    expectInvalid(on, await credit(id, { amount: 1, lines: [{ line: 0, amount: 1 }] }), 'amount');
    must(await credit(id, { lines: [{ line: 0, amount: 53 }] }), 201);
    expectConflict(on, await credit(id, { amount: 1 }), 'credited_amount');
    const list = on.rows(await on.get(`${invoiceAt(id)}/credit-notes`, token), 'credit_notes');
    expect(list.map(({ amount }) => amount)).toEqual([53, 53]);
    const { texts } = await printed(id);
    expect(texts.join(' ')).toContain(made.credit_note.credit_note_number);
    const note = await print(`${invoiceAt(id)}/credit-notes/${made.credit_note.id}/receipt/`, token, 'ms');
    expect(note).toMatchObject({ status: 200, isPdf: true, language: 'ms-MY' });
    expect(note.texts.join(' ')).toContain(invoice.invoice_number);
    const elsewhere = await newShipment(tenant);
    const path = `/logistics/shipments/${elsewhere.id}/invoice/credit-notes/${made.credit_note.id}/receipt/`;
    expect((await print(path, token)).status).toBe(404);
  });

  it('are cancelled with a credit note of what is left, stay printable, and another one may follow', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 106 });
    const first = await issue(id);
    must(await credit(id, { amount: 6 }), 201);
    expectInvalid(on, await cancel(id, {}), 'reason');
    const made = must(await cancel(id), 200);
    expect(made).toMatchObject({
      ...{ id: first.id, invoice_number: first.invoice_number, total: 106, credited_amount: 106 },
      ...{ cancelled_at: expect.stringMatching(INSTANT), cancellation_reason: 'Alamat salah' },
    });
    expectConflict(on, await cancel(id), 'cancelled_at');
    expectConflict(on, await credit(id, { amount: 1 }), 'cancelled_at');
    const notes = on.rows(await on.get(`${invoiceAt(id)}/credit-notes`, token), 'credit_notes');
    expect(notes.map(({ amount, cancels }) => [amount, cancels])).toEqual([
      [100, true],
      [6, false],
    ]);
    expect((await printed(id)).texts.join(' ')).toContain('CANCELLED');
    const next = await issue(id, { charges: [{ description: 'Penghantaran', amount: 20 }] });
    expect(next).toMatchObject({ total: 20, credited_amount: 0, cancelled_at: null });
    expect(next.invoice_number).not.toBe(first.invoice_number);
    expect((await printed(id)).texts.join(' ')).toContain(next.invoice_number);
    const old = await printed(id, `?invoice_number=${first.invoice_number.toLowerCase()}`, 'ms');
    expect(old.texts.join(' ')).toContain(first.invoice_number);
    expect(old.texts.join(' ')).toContain('DIBATALKAN');
    expect((await printed(id, '?invoice_number=FRT-2026-999999')).status).toBe(404);
  });

  it('ten cancellations and ten issues at once: one is cancelled, and one is open at most', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 10 });
    const first = await issue(id);
    const answers = await atOnce(20, (i) => (i % 2 ? cancel(id) : on.post(invoiceAt(id), {}, token)));
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const rows = await sql<Json>(
      workerState().ownerUrl as string,
      `select i.cancelled_at is null as open, i.credited_amount::float8 as credited,
              (select sum(c.amount)::float8 from logistics.freight_credit_notes c where c.tenant_id = i.tenant_id and c.invoice_id = i.id) as notes
         from logistics.freight_invoices i where i.shipment_id = $1 order by i.id`,
      [id],
    );
    expect(rows.filter(({ open }) => open).length).toBeLessThanOrEqual(1);
    for (const { open, credited, notes } of rows) expect([credited, notes]).toEqual(open ? [0, null] : [10, 10]);
    expect(rows.length).toBeGreaterThanOrEqual(1);
    expect((await printed(id, `?invoice_number=${first.invoice_number}`)).status).toBe(200);
  });

  it('twenty credit notes of a half each at once: two are issued, without a gap', async () => {
    const own = await newTenant();
    const { id } = await newShipment(own, { payment_amount: 10 });
    must(await on.post(invoiceAt(id), {}, own.admin.token), 200);
    const answers = await atOnce(20, () => credit(id, { amount: 5 }, own.admin.token));
    const made = answers.filter(({ status }) => status === 201).map((answer) => must(answer, 201).credit_note);
    expect(made.map(({ credit_note_number: number }) => number.slice(-6)).sort()).toEqual(['000001', '000002']);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(18);
  });

  it('are corrected by administrators and managers', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 10 });
    await issue(id);
    const people = await everyRole(tenant);
    for (const role of ['STAFF', 'VIEWER'] as const) {
      expectRefusal(on, await credit(id, { amount: 1 }, people[role].token), 403);
      expectRefusal(on, await cancel(id, { reason: 'x' }, people[role].token), 403);
    }
    must(await credit(id, { amount: 1 }, people.MANAGER.token), 201);
    const { id: without } = await newShipment(tenant, { payment_amount: 10 });
    expectRefusal(on, await credit(without, { amount: 1 }), 404);
    expectRefusal(on, await cancel(without), 404);
  });

  it('total = Σ credit notes + what is left, of the tax too, to the sen', async () => {
    const sen = fc.integer({ min: 1, max: 30_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(sen, { minLength: 1, maxLength: 4 }),
        fc.array(sen, { maxLength: 4 }),
        async (of, parts) => {
          const { id } = await newShipment(tenant);
          const charges = of.map((amount) => ({ description: 'Caj', amount: amount / 100 }));
          const { total, tax_amount } = await issue(id, { charges });
          let rest = Math.round(total * 100);
          for (const part of parts) {
            const answer = await credit(id, { amount: part / 100 });
            expect(answer.status).toBe(rest === 0 ? 409 : part > rest ? 400 : 201);
            if (answer.status === 201) rest -= part;
          }
          if (rest > 0) must(await cancel(id), 200);
          const notes = on.rows(await on.get(`${invoiceAt(id)}/credit-notes`, token), 'credit_notes');
          const cents = (field: string): number => notes.reduce((sum, note) => sum + Math.round(note[field] * 100), 0);
          expect([cents('amount'), cents('tax_amount')]).toEqual([
            Math.round(total * 100),
            Math.round(tax_amount * 100),
          ]);
        },
      ),
      { numRuns: Math.min(propertyRuns(), 15) },
    );
  });
});

it('A-371: the label and the delivery order of a cancelled shipment say so', async () => {
  const { id } = await newCodShipment(tenant, 59.9);
  const textsOf = async (document: string, language: string): Promise<string> =>
    (await print(`/logistics/shipments/${id}/${document}/`, token, language)).texts.join(' ');
  expect(await textsOf('label', 'en')).toContain('COLLECT');
  must(await on.post(`/logistics/shipments/${id}/update-status`, { status: 'cancelled' }, token), 200);
  for (const document of ['label', 'delivery-order']) {
    expect(await textsOf(document, 'en')).toContain('CANCELLED');
    expect(await textsOf(document, 'ms')).toContain('DIBATALKAN');
  }
  expect(await textsOf('label', 'en')).not.toContain('COLLECT');
});
