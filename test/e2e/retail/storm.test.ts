import type { Answer, Json } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import {
  atOnce,
  giveBack,
  inTurns,
  movementsOf,
  newProduct,
  readSale,
  stockOf,
  trySell,
  withStatus,
} from '../../support/retail.js';

// Thousands of requests, on a machine that may be busy.
jest.setTimeout(300_000);

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const places = ['Front', 'Store', 'Van'];
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Some of the products, each in a line or two, in any order. */
const someOf = (ids: readonly string[], most: number) =>
  Array.from({ length: upTo(3) }, () => ({ product_id: any(ids), quantity: upTo(most) }));

/** What the ledger says of a product: its stock, and what lies where. Each row has to follow from the one before. */
async function replay(product_id: string): Promise<{ stock: number; there: Record<string, number> }> {
  const rows = (await movementsOf(tenant, product_id)).reverse();
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  let stock = 0;
  const there: Record<string, number> = {};
  for (const { id, kind, quantity_changed, balance, location_changes } of rows) {
    stock += quantity_changed;
    expect([id, kind, balance]).toEqual([id, kind, stock]);
    for (const change of location_changes as Json[]) {
      there[change.location] = (there[change.location] ?? 0) + change.quantity_changed;
      expect([id, change.location, change.balance]).toEqual([id, change.location, there[change.location]]);
      expect(change.balance).toBeGreaterThanOrEqual(0);
    }
    expect(stock).toBeGreaterThanOrEqual(Object.values(there).reduce((sum, n) => sum + n, 0));
  }
  return { stock, there };
}

/** Nothing but what was asked for, or a refusal in words: a deadlock or a crash would be a 503 or a 500. */
function expectServed(answers: readonly Answer[]): void {
  const statuses = Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [status, withStatus(answers, status).length]),
  );
  for (const status of Object.keys(statuses)) expect(['200', '201', '400', '409']).toContain(status);
  expect(withStatus(answers, 200, 201).length).toBeGreaterThan(answers.length / 4);
}

it('A-30, A-100, A-167: after any requests at once, each stock is the sum of its movements and lies where they say', async () => {
  const products = await atOnce(4, (i) => newProduct(tenant, { current_stock: 40 + i }));
  const ids = products.map(({ id }) => id as string);
  const sold: Json[] = [];
  const sellSome = async () => {
    const answer = await trySell(tenant, someOf(ids, 4));
    if (answer.status === 201) sold.push(answer.body.data);
    return answer;
  };
  const acts: (() => Promise<Answer>)[] = [
    sellSome,
    sellSome,
    () => contractSurface.post('/retail/sales', { customer_id: UNKNOWN_ID, items: someOf(ids, 4) }, token),
    () => {
      const sale = any(sold);
      if (!sale) return sellSome();
      const { product_id } = any<Json>(sale.items);
      return giveBack(tenant, sale.id, Math.random() < 0.3 ? {} : { items: [{ product_id, quantity: 1 }] });
    },
    () =>
      on.post(
        `/retail/products/${any(ids)}/update-stock`,
        { operation: any(['add', 'add', 'subtract', 'set']), quantity: upTo(15) },
        token,
      ),
    () => on.post('/retail/inventory/adjust', { product_id: any(ids), quantity: any([-3, -2, -1, 1, 2, 3]) }, token),
    () => {
      const [from_location, to_location] = any([places, [...places].reverse()]).slice(any([0, 1]));
      const body = { product_id: any(ids), quantity: upTo(6), from_location, to_location };
      return on.post('/retail/inventory/transfer', body, token);
    },
    () => on.put(`/retail/products/${any(ids)}`, { current_stock: upTo(40) }, token),
  ];
  const answers = await inTurns(
    24,
    Array.from({ length: 600 }, () => () => any(acts)()),
  );
  expectServed(answers);

  for (const product of products) {
    const { stock, there } = await replay(product.id);
    expect(await stockOf(tenant, product.id)).toBe(stock);
    expect((await movementsOf(tenant, product.id, 1))[0].balance).toBe(stock);
    const undistributed = stock - Object.values(there).reduce((sum, n) => sum + n, 0);
    await expectToLieThere(product.id, there, undistributed);
  }
  for (const sale of sold) {
    const shown = await readSale(tenant, sale.id);
    expect(shown.refunded_total).toBeLessThanOrEqual(sale.total);
    for (const { product_id } of sale.items) {
      const count = (items: Json[]) =>
        items.filter((item) => item.product_id === product_id).reduce((sum, item) => sum + item.quantity, 0);
      expect(count(shown.refunds.flatMap((refund: Json) => refund.items))).toBeLessThanOrEqual(count(sale.items));
    }
  }
});

/** One more than the ledger says of a location, and of what lies nowhere, cannot be moved from it; all of it can. */
async function expectToLieThere(product_id: string, there: Record<string, number>, undistributed: number) {
  for (const from_location of places) {
    const quantity = (there[from_location] ?? 0) + undistributed;
    const move = (units: number) =>
      on.post(
        '/retail/inventory/transfer',
        { product_id, quantity: units, from_location, to_location: 'Elsewhere' },
        token,
      );
    expect([from_location, (await move(quantity + 1)).status]).toEqual([from_location, 400]);
    if (quantity > 0) expect([from_location, (await move(quantity)).status]).toEqual([from_location, 200]);
    if (quantity > 0) undistributed = 0;
  }
}

it('A-30: a thousand sales of ten products at once: none fails, and every unit is accounted for', async () => {
  const products = await atOnce(10, () => newProduct(tenant, { current_stock: 100_000 }));
  const ids = products.map(({ id }) => id as string);
  const taken = new Map<string, number>();
  const answers = await inTurns(
    32,
    Array.from({ length: 1_000 }, () => async () => {
      const items = Array.from({ length: upTo(5) }, () => ({ product_id: any(ids), quantity: upTo(9) }));
      for (const { product_id, quantity } of items) taken.set(product_id, (taken.get(product_id) ?? 0) + quantity);
      return trySell(tenant, items);
    }),
  );
  expect(withStatus(answers, 201)).toHaveLength(1_000);
  const stocks = await Promise.all(ids.map((id) => stockOf(tenant, id)));
  expect(stocks).toEqual(ids.map((id) => 100_000 - (taken.get(id) ?? 0)));
  const numbers = answers.map(({ body }) => Number(body.data.invoice_number.split('-')[2])).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1));
});
