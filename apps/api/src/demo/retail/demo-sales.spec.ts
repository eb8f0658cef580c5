import { Customer, Product, lineFigures, saleFigures } from '@usaha/retail';
import { money, newId } from '@usaha/shared';
import { DemoRandom } from '../core/demo-random.js';
import { customersOf } from './demo-customers.js';
import { productsOf } from './demo-products.js';
import { DemoTrade, HISTORY_DAYS } from './demo-sales.js';
import { demoShops, type DemoShop } from './demo-shops.js';
import { runsOut, stockPlanOf, type StockedProduct } from './demo-stock.js';
import { DocumentNumbers } from '../core/document-numbers.js';
import { dayOf, instantOf, weekdayOf } from './trading-days.js';

const NOW = new Date('2027-03-01T04:30:00Z');
const OPENING = instantOf(dayOf(NOW) - HISTORY_DAYS, 6);

function stocked(shop: DemoShop): StockedProduct[] {
  const made = productsOf(shop.shelves, shop.company, NOW);
  return stockPlanOf(shop, made).map(({ opening, minimum_stock }, i) => {
    const { facts, tracked, popularity } = made[i]!;
    const product = Object.assign(new Product(), facts, { id: `product-${i}`, minimum_stock });
    if (tracked) product.changeStock(opening, 'current_stock');
    return { product, popularity, filled_to: tracked ? opening : null, is_running_out: runsOut(i) };
  });
}

function tradeOf(shop: DemoShop, now = NOW) {
  const products = stocked(shop);
  const opened = new Map(products.map(({ product }) => [product.id, product.current_stock]));
  const customers = customersOf(20, shop.customers.home, '555', new DemoRandom(1)).map((facts, i) =>
    Object.assign(new Customer(), facts, { id: `customer-${i}`, created_at: OPENING }),
  );
  const numbers = (name: string, prefix: string) => new DocumentNumbers({ name, prefix });
  const [invoices, credit_notes] = [numbers('retail.invoice', 'INV'), numbers('retail.credit_note', 'CN')];
  const staff = ['din', 'mei'];
  const traders = { shop, products, customers, staff, points_per_ringgit: 1, invoices, credit_notes };
  return { ...traders, opened, trade: new DemoTrade(traders, now) };
}

const withoutIds = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && /^[0-9a-f]{8}-/.test(value) ? 'id' : value;

/** Whether a record has these values: `expect` takes too long over tens of thousands of them. */
const has = (record: object, values: object): boolean =>
  Object.entries(values).every(([name, value]) => (record as Record<string, unknown>)[name] === value);

const shops = demoShops.map((shop) => [shop.shelves[0]!.category, shop] as const);

describe.each(shops)('a shop that sells %s', (_, shop) => {
  const { trade, products, customers, opened, invoices } = tradeOf(shop);

  it('is the same at every run', () => {
    const again = tradeOf(shop).trade;
    expect(JSON.stringify(again.sales.slice(-50), withoutIds)).toBe(JSON.stringify(trade.sales.slice(-50), withoutIds));
    expect([again.sales.length, again.stock.length]).toEqual([trade.sales.length, trade.stock.length]);
  });

  it('sells half a year up to now and not beyond, in the order of time and of ids', () => {
    const times = trade.sales.map(({ created_at }) => created_at.getTime());
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(dayOf(trade.sales[0]!.created_at)).toBe(dayOf(NOW) - HISTORY_DAYS);
    expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime());
    const entries = [...trade.refunds, ...trade.stock, ...trade.points];
    expect(entries.filter(({ created_at }) => created_at > NOW)).toEqual([]);
    const ids = trade.sales.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(newId(trade.sales[9]!.created_at).slice(0, 13)).toBe(ids[9]!.slice(0, 13));
  });

  it('numbers its invoices from 1 in each year', () => {
    for (const year of [2026, 2027]) {
      const ofYear = trade.sales.filter(({ invoice_number }) => invoice_number.startsWith(`INV-${year}-`));
      expect(ofYear.map(({ invoice_number }) => Number(invoice_number.slice(9)))).toEqual(
        ofYear.map((_sale, i) => i + 1),
      );
      expect(invoices.rows()).toContainEqual({ series: 'retail.invoice', year, last: ofYear.length });
    }
  });

  it('A-88, A-89: has figures that satisfy the formulas', () => {
    const lines = trade.sales.flatMap((sale) => sale.lines);
    expect(lines.filter((line) => !has(line, lineFigures(line, 'items')))).toEqual([]);
    expect(trade.sales.filter((sale) => !has(sale, saleFigures(sale.lines)))).toEqual([]);
    expect(trade.sales.some(({ discount_amount }) => discount_amount > 0)).toBe(true);
  });

  it('A-97: gives back no more than was sold, in parts and whole', () => {
    expect(new Set(trade.refunds.map(({ sale_id }) => sale_id)).size).toBe(trade.refunds.length);
    const given = new Map(trade.refunds.map((refund) => [refund.sale_id, refund]));
    const wrong = trade.sales.filter((sale) => {
      const refunded_total = money.add(...sale.lines.map((line) => line.refunded_total));
      const status = sale.is_refunded_whole ? 'refunded' : 'completed';
      return refunded_total !== (given.get(sale.id)?.amount ?? 0) || !has(sale, { refunded_total, status });
    });
    expect(wrong).toEqual([]);
    expect(new Set(trade.sales.map(({ payment_status }) => payment_status))).toEqual(
      new Set(['completed', 'partially_refunded', 'refunded']),
    );
  });

  it('A-167: leaves stocks and points that are the sums of their movements', () => {
    for (const { product } of products) {
      const moved = trade.stock.filter(({ product_id }) => product_id === product.id);
      const sum = moved.reduce((stock, { quantity_changed }) => stock + quantity_changed, opened.get(product.id)!);
      expect(product.current_stock).toBe(sum);
      expect(moved.map(({ position }) => position)).toEqual(moved.map((_entry, i) => i + 2));
      expect(product.version).toBe(moved.length + 1);
    }
    for (const { id, loyalty_points } of customers) {
      const moved = trade.points.filter(({ customer_id }) => customer_id === id);
      expect(loyalty_points).toBe(moved.reduce((points, { points_changed }) => points + points_changed, 0));
    }
  });

  it('is busier at the weekend, and has been short of something', () => {
    const on = (weekdays: number[]) =>
      trade.sales.filter(({ created_at }) => weekdays.includes(weekdayOf(dayOf(created_at)))).length / weekdays.length;
    expect(on([6, 0])).toBeGreaterThan(on([1, 2, 3, 4, 5]) * 1.3);
    expect(
      products.some(({ product }) => product.stock_tracked && product.current_stock <= product.minimum_stock),
    ).toBe(true);
  });
});

it('a history that ends before the shops open has no sale of that day', () => {
  const { sales } = tradeOf(demoShops[2]!, instantOf(dayOf(NOW), 3)).trade;
  expect(dayOf(sales.at(-1)!.created_at)).toBe(dayOf(NOW) - 1);
});
