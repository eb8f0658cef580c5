import { act, book, newSalon, redeem, registerForSst, sellPackage, type Salon } from '../../support/beauty-money.js';
import { beautyRecord } from '../../support/beauty.js';
import { call, type Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { print } from '../../support/printed.js';
import { atOnce, withStatus } from '../../support/retail.js';

/** voids and refunds of packages that were sold. */

jest.setTimeout(120_000);

const REASON = 'Sold to the wrong client';
let salon: Salon;
beforeEach(async () => {
  salon = await newSalon();
});

const undo = (id: string, body: Json = { reason: REASON }) =>
  on.post(`/beauty/client-packages/${id}/void`, body, salon.token);
const refund = (id: string, body: Json = {}) =>
  on.post(`/beauty/client-packages/${id}/refund`, { reason: REASON, ...body }, salon.token);
const sessions = async (id: string): Promise<[string, number, number][]> => {
  const rows: Json[] = must(await on.get(`/beauty/client-packages/${id}/sessions?page_size=100`, salon.token), 200);
  return rows
    .map(({ kind, sessions_changed, balance }): [string, number, number] => [kind, sessions_changed, balance])
    .reverse();
};
const sales = async (): Promise<Json> =>
  must(await call('GET', '/api/v1/beauty/reports/sales/', { token: salon.token }), 200).totals;
const useOne = async (sold_id: string): Promise<string> => {
  const { id } = await book(salon);
  must(await redeem(salon, sold_id, id), 200);
  return id;
};

it('a void gives all money back with a credit note, and no session is left', async () => {
  await registerForSst(salon);
  const facial = (await beautyRecord(salon.tenant, '/services', { name: 'Facial', price: 120, tax_rate: 8 })).id;
  const sold = await sellPackage(salon, 4, { total_price: 400, services: [{ service_id: facial, sessions: 4 }] });
  const made = must(await undo(sold.id), 200);
  expect(made).toMatchObject({
    ...{ refunded_amount: 400, void_reason: REASON, receipt_number: sold.receipt_number },
    sessions: [{ total: 4, remaining: 0 }],
    refund: {
      amount: 400,
      tax_amount: 29.63,
      notes: REASON,
      receipt_number: expect.stringMatching(/^CN-\d{4}-000001$/),
    },
  });
  expect(await sessions(sold.id)).toEqual([
    ['sold', 4, 4],
    ['voided', -4, 0],
  ]);
  expect(await sales()).toMatchObject({ total: 0, packages_sold: 0, collected: 0, tax: 0 });
  const note = await print(`/beauty/payments/${made.refund.id}/receipt/`, salon.token);
  const said = ['Credit note', made.refund.receipt_number, sold.receipt_number, '400.00'];
  expect(note.texts).toEqual(expect.arrayContaining(said));
  expect(note.texts.join(' ')).toContain('SST 8 %');
  const { texts } = await print(`/beauty/client-packages/${sold.id}/receipt/`, salon.token);
  expect(texts).toEqual(expect.arrayContaining([sold.receipt_number, 'VOID', REASON]));
  for (const again of [undo(sold.id), refund(sold.id), redeem(salon, sold.id, (await book(salon)).id, salon.cut)])
    expect((await again).status).toBeGreaterThanOrEqual(400);
});

it('a used one is not void, its rest is refunded by worth', async () => {
  const sold = await sellPackage(salon, 3, { total_price: 100 });
  const visit = await useOne(sold.id);
  expectRefusal(on, await undo(sold.id), 409);
  const made = must(await refund(sold.id, { method: 'cash' }), 200);
  expect(made).toMatchObject({ refunded_amount: 66.67, refund: { amount: 66.67, payment_method: 'cash' } });
  expect(await sessions(sold.id)).toEqual([
    ['sold', 3, 3],
    ['redeemed', -1, 2],
    ['refunded', -2, 0],
  ]);
  must(await act(salon, visit, 'complete'), 200);
  expect(await sales()).toMatchObject({
    total: 33.33,
    packages_sold: 33.33,
    packages_redeemed: 33.33,
    collected: 33.33,
  });
  expectRefusal(on, await refund(sold.id), 409);
});

it('a part leaves the sessions, which are worth the less; a session that comes back is refunded too', async () => {
  const sold = await sellPackage(salon, 2, { total_price: 100 });
  must(await refund(sold.id, { amount: 70 }), 200);
  const visit = await useOne(sold.id);
  expectRefusal(on, await refund(sold.id, { amount: 1 }), 409);
  must(await act(salon, visit, 'cancel'), 200);
  expect(must(await refund(sold.id), 200).refund).toMatchObject({ amount: 30 });
  expect(await sales()).toMatchObject({ total: 0, packages_sold: 0, collected: 0 });
});

it('refuses what is too much or without a reason, and a package of nothing is void without a refund', async () => {
  const sold = await sellPackage(salon, 2, { total_price: 100 });
  expectInvalid(on, await refund(sold.id, { amount: 100.01 }), 'amount');
  expectInvalid(on, await refund(sold.id, { amount: 0 }), 'amount');
  expectInvalid(on, await refund(sold.id, { reason: '' }), 'reason');
  expectInvalid(on, await undo(sold.id, {}), 'reason');
  expectRefusal(on, await undo(UNKNOWN_ID), 404);
  const free = await sellPackage(salon, 2, { total_price: 0 });
  expect(must(await undo(free.id), 200)).toMatchObject({ refund: null, refunded_amount: 0 });
  expectRefusal(on, await undo(free.id), 409);
});

it('20 voids and 20 refunds at once give the money back once', async () => {
  const sold = await sellPackage(salon, 4, { total_price: 400 });
  const answers = await Promise.all([
    atOnce(20, () => undo(sold.id)),
    atOnce(20, () => refund(sold.id)),
    atOnce(20, () => refund(sold.id, { amount: 150 })),
  ]);
  const made = withStatus(answers.flat(), 200).map((answer) => on.data(answer).refund.amount as number);
  expect(made.length).toBeGreaterThanOrEqual(1);
  expect(made.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(400);
  const [after] = must(await on.get(`/beauty/clients/${salon.client_id}/packages`, salon.token), 200);
  expect(after.refunded_amount).toBe(made.reduce((sum, amount) => sum + amount, 0));
  const ledger: Json[] = must(await on.get('/beauty/payments?page_size=100', salon.token), 200);
  const net = ledger.reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? -amount : amount), 0);
  expect(net).toBe(400 - after.refunded_amount);
  const moved = (await sessions(sold.id)).reduce((sum, [, by]) => sum + by, 0);
  expect(after.sessions[0].remaining).toBe(moved);
  if (after.refunded_amount === 400) expect(moved).toBe(0);
  expect(await sales()).toMatchObject({ packages_sold: 400 - after.refunded_amount });
});
