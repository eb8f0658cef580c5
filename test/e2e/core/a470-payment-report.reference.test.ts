import { call, type Json } from '../../support/client.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must, newBill, newPatient } from '../../support/healthcare.js';
import { newFreightInvoice } from '../../support/logistics.js';
import { check, decide } from '../../support/payment-attempts.js';
import { REQUESTS, newPaymentRequest, requestOf } from '../../support/payment-requests.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

/** the report of money that came by payment requests. */

const REPORT = `${REQUESTS}/report`;
const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  // A bill of 80 by FPX; an invoice of 106 by card, then late money of another attempt for it; 30 of an invoice, confirmed by a user.
  const { id: patient_id } = await newPatient(tenant);
  const bill = await newBill(tenant, { patient_id, items: [{ description: 'Rundingan', unit_price: 80 }] });
  const ofBill = await requestOf(tenant, 'healthcare.bill', bill.id, { method: 'fpx' });
  await decide(ofBill, { outcome: 'pay', callback: false });
  must(await check(tenant, ofBill), 200);
  const late = await newPaymentRequest(tenant, { method: 'card' });
  must(await on.post(`${REQUESTS}/${late.id}/confirm`, { reference: unique('QR') }, token), 200);
  await decide(late, { outcome: 'pay', late: true, callback: false });
  must(await check(tenant, late), 200);
  const invoice = await newFreightInvoice(tenant);
  const { id } = await requestOf(tenant, 'logistics.freight_invoice', invoice.id, { amount: 30 });
  must(await on.post(`${REQUESTS}/${id}/confirm`, { reference: unique('QR') }, token), 200);
  // Nothing came of these.
  const refused = await newPaymentRequest(tenant, { method: 'card' });
  await decide(refused, { outcome: 'refuse', callback: false });
  must(await check(tenant, refused), 200);
  await newPaymentRequest(tenant, { method: 'fpx' });
});

const report = async (query: Record<string, string> = {}): Promise<{ rows: Json[]; totals: Json }> =>
  must(await on.get(`${REPORT}?${new URLSearchParams(query).toString()}`, token), 200);
const rowsBy = async (group_by: string): Promise<unknown[]> =>
  (await report({ group_by })).rows.map(({ group, count, paid, net, unapplied }) => [
    group,
    count,
    paid,
    net,
    unapplied,
  ]);

it('has a row for each day, and totals', async () => {
  const { rows, totals } = await report();
  expect(rows).toHaveLength(1);
  expectKeys(rows[0], ['group', 'label', 'count', 'paid', 'refunded', 'net', 'fees', 'unapplied']);
  expect(rows[0]).toEqual({
    group: today(),
    label: today(),
    count: 4,
    paid: 322,
    refunded: 0,
    net: 322,
    fees: null,
    unapplied: 106,
  });
  expect(totals).toMatchObject({ count: 4, paid: 322, net: 322, fees: null, unapplied: 106 });
});

it('groups by means, and by kind of document; each payment counts where it belongs', async () => {
  expect(await rowsBy('means')).toEqual([
    ['card', 1, 106, 106, 106],
    ['duitnow_qr', 2, 136, 136, 0],
    ['fpx', 1, 80, 80, 0],
  ]);
  expect(await rowsBy('subject_type')).toEqual([
    ['healthcare.bill', 1, 80, 80, 0],
    ['logistics.freight_invoice', 3, 242, 242, 106],
  ]);
});

it('is of a period, both days included', async () => {
  const paid = async (query: Record<string, string>): Promise<number> => (await report(query)).totals.paid;
  const now = today();
  expect(await paid({ date_from: now, date_to: now })).toBe(322);
  expect([await paid({ date_to: '2020-01-01' }), await paid({ date_from: '2999-01-01' })]).toEqual([0, 0]);
  expectInvalid(on, await on.get(`${REPORT}?date_from=2026-02-30`, token), 'date_from');
  expectInvalid(on, await on.get(`${REPORT}?group_by=week`, token), 'group_by');
});

it('is CSV and PDF, in both languages', async () => {
  const csv = await call('GET', `/api/v1${REPORT}/?format=csv&group_by=means`, { token });
  expect([csv.status, csv.text.trim().split('\r\n').at(-1)]).toEqual([200, 'fpx,fpx,1,80.00,0.00,80.00,,0.00']);
  const texts = async (language: string): Promise<string> =>
    (await print(`${REPORT}/?format=pdf&group_by=subject_type`, token, language)).texts.join('\n');
  const [en, ms] = [await texts('en'), await texts('ms')];
  expect(en).toContain('Freight invoices');
  expect(ms).toContain('Invois pengangkutan');
});

it('is for managers, and of one business', async () => {
  const [staff, manager] = await Promise.all([newUser(tenant, 'staff'), newUser(tenant, 'manager')]);
  expectRefusal(on, await on.get(REPORT, staff.token), 403);
  expect((await on.get(REPORT, manager.token)).status).toBe(200);
  const other = await newTenant();
  expect(must(await on.get(REPORT, other.admin.token), 200).rows).toEqual([]);
});

it('takes what was given back off on its day, with the means by which it came', async () => {
  const other = await newTenant();
  const { id } = await newPaymentRequest(other, { method: 'fpx' }).then(async (request) => {
    await decide(request, { outcome: 'pay', callback: false });
    return must(await check(other, request), 200);
  });
  const refund = { amount: 6, reason: 'Rosak', by: 'gateway' };
  must(await on.post(`${REQUESTS}/${id}/refunds`, refund, other.admin.token), 201);
  const { rows, totals } = must(await on.get(`${REPORT}?group_by=means`, other.admin.token), 200);
  expect(rows).toMatchObject([{ group: 'fpx', count: 1, paid: 106, refunded: 6, net: 100 }]);
  expect(totals).toMatchObject({ paid: 106, refunded: 6, net: 100 });
});
