import { DemoRandom, type Core } from '@usaha/core';
import { Table, type Context, type Database } from '@usaha/shared';
import { Customer } from '../customer/customer.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { PointsMovement } from '../loyalty/points-movement.entity.js';
import { Product } from '../product/product.entity.js';
import { Retail, type RetailSettings } from '../retail.js';
import { SaleLine, openingsOf } from '../sale/sale-line.entity.js';
import { SaleRefund } from '../sale/sale-refund.entity.js';
import { Sale } from '../sale/sale.entity.js';
import { customersOf } from './demo-customers.js';
import { productsOf } from './demo-products.js';
import { DemoTrade, HISTORY_DAYS } from './demo-sales.js';
import { demoShops, type DemoShop } from './demo-shops.js';
import { runsOut, stockPlanOf, type StockedProduct } from './demo-stock.js';
import { DocumentNumbers } from './document-numbers.js';
import { DAY_MS, dayOf, instantOf } from './trading-days.js';
import { insertRows, rowColumns, updateRows } from './write-rows.js';

/** Before the first delivery of the first day. */
const OPENING_HOUR = 6;

/** Of the history, how long new customers still come. */
const JOINING_DAYS = 150;

const POINTS_PER_RINGGIT = 1;

/**
 * Gives the retail tenants among the demo tenants of core what a shop has: products, customers, and half a year of trade
 * up to `now`. A shop that has products already is left alone, so it may be run again. Each shop is one transaction.
 */
export async function seedRetailDemo({ core, database }: RetailSettings, now: Date): Promise<void> {
  const retail = new Retail({ core, database });
  // One after another: the pool may have a single connection.
  for (const shop of demoShops)
    await database.work({ tenant_id: shop.tenant_id, actor: null, now }, async (ctx) => {
      // Whoever seeds at the same moment waits here, and then finds the products.
      const isThere = await core.tenantRepository.holdIfThere(ctx, shop.tenant_id);
      if (isThere && (await isEmpty(retail, ctx))) await fill({ core, retail, database }, ctx, shop);
    });
}

async function isEmpty(retail: Retail, ctx: Context): Promise<boolean> {
  const page = { page: 1, size: 1 };
  const [products, sales] = await Promise.all([retail.products.list(ctx, {}, page), retail.sales.list(ctx, {}, page)]);
  return products.total === 0 && sales.total === 0;
}

interface Means {
  core: Core;
  retail: Retail;
  database: Database;
}

async function fill({ core, retail, database }: Means, ctx: Context, shop: DemoShop): Promise<void> {
  const { dataSource } = database;
  const random = new DemoRandom(shop.seed + 1);
  await enableLoyalty(core, ctx);
  const [products, customers, staff] = await Promise.all([
    stock(retail, ctx, shop),
    welcome(retail, ctx, shop, random),
    staffOf(core, ctx),
  ]);
  const sales = Table.of(Sale, dataSource);
  const refunds = Table.of(SaleRefund, dataSource);
  const [invoices, credit_notes] = [numbersOf(sales), numbersOf(refunds)];
  const trade = new DemoTrade(
    { shop, products, customers, staff, points_per_ringgit: POINTS_PER_RINGGIT, invoices, credit_notes },
    ctx.now,
  );
  await write(ctx, database, trade);
  const numbers = [...invoices.rows(), ...credit_notes.rows()];
  const productTable = Table.of(Product, dataSource);
  const customerTable = Table.of(Customer, dataSource);
  await Promise.all([
    insertRows(ctx, 'kernel.number_series', { series: 'text', year: 'integer', last: 'integer' }, numbers),
    updateRows(
      ctx,
      productTable.path,
      rowColumns(productTable, ['id', 'updated_at', 'version', 'current_stock']),
      products.map(({ product }) => product),
    ),
    updateRows(
      ctx,
      customerTable.path,
      rowColumns(customerTable, ['id', 'updated_at', 'version', 'loyalty_points', 'loyalty_tier']),
      customers,
    ),
  ]);
}

/** What the tenant has set already stays. */
async function enableLoyalty(core: Core, ctx: Context): Promise<void> {
  if ((await core.modules.usage(ctx, 'retail')).configuration !== null) return;
  const settings = {
    enable_loyalty_program: true,
    loyalty_points_per_ringgit: POINTS_PER_RINGGIT,
    enable_inventory_alerts: true,
  };
  await core.modules.enable(ctx, 'retail', { configuration: { retail: settings } });
}

async function stock(retail: Retail, ctx: Context, shop: DemoShop): Promise<StockedProduct[]> {
  const opening = instantOf(dayOf(ctx.now) - HISTORY_DAYS, OPENING_HOUR).getTime();
  const made = productsOf(shop.shelves, shop.company, ctx.now);
  const plan = stockPlanOf(shop, made);
  return Promise.all(
    made.map(async ({ facts, popularity, tracked }, i): Promise<StockedProduct> => {
      const { opening: current_stock, minimum_stock, maximum_stock } = plan[i] as (typeof plan)[number];
      const stocked = tracked ? { ...facts, current_stock, minimum_stock, maximum_stock } : facts;
      const product = await retail.products.create({ ...ctx, now: new Date(opening + i) }, stocked);
      return { product, popularity, filled_to: tracked ? current_stock : null, is_running_out: runsOut(i) };
    }),
  );
}

/** More than half were customers before the history begins. */
async function welcome(retail: Retail, ctx: Context, shop: DemoShop, random: DemoRandom): Promise<Customer[]> {
  const { count, home, prefix } = shop.customers;
  const opening = instantOf(dayOf(ctx.now) - HISTORY_DAYS, OPENING_HOUR).getTime();
  const people = customersOf(count, home, prefix, random);
  const joined = people.map((_, i) => {
    const later = random.chance(0.4) ? Math.floor(random.next() * JOINING_DAYS * DAY_MS) : i;
    return new Date(opening + later);
  });
  joined.sort((a, b) => a.getTime() - b.getTime());
  return Promise.all(people.map((person, i) => retail.customers.create({ ...ctx, now: joined[i] as Date }, person)));
}

async function staffOf(core: Core, ctx: Context): Promise<string[]> {
  const { rows } = await core.users.list(ctx, { is_active: true }, { page: 1, size: 20 });
  return rows.filter(({ role }) => role !== 'VIEWER').map(({ id }) => id);
}

function numbersOf<T extends object>(table: Table<T>): DocumentNumbers {
  const series = table.columns.find((column) => column.series)?.series;
  if (!series) throw new Error(`${table.path} has no document numbers`);
  return new DocumentNumbers(series);
}

/** All statements are on their way before the first is answered, sales before what cites them. */
async function write(ctx: Context, { dataSource }: Database, trade: DemoTrade): Promise<void> {
  const entries = [
    [Table.of(Sale, dataSource), trade.sales],
    [Table.of(StockMovement, dataSource), trade.stock],
    [Table.of(PointsMovement, dataSource), trade.points],
    [Table.of(SaleRefund, dataSource), trade.refunds],
  ] as const;
  const sent = entries.map(([table, rows]) => insertRows(ctx, table.path, rowColumns(table as Table<object>), rows));
  const lineTable = Table.of(SaleLine, dataSource);
  const lines = trade.sales.flatMap(({ id: sale_id, created_at, counted, lines: sold }) => {
    const openings = openingsOf(sold);
    return sold.map((line, i) => Object.assign(line, { sale_id, created_at, counted }, openings[i]));
  });
  await Promise.all([...sent, insertRows(ctx, lineTable.path, rowColumns(lineTable), lines)]);
}
