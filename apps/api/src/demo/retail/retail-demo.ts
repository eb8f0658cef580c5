import type { INestApplicationContext } from '@nestjs/common';
import { ModuleService, TenantRepository, UserService } from '@usaha/core';
import {
  Customer,
  CustomerService,
  PointsMovement,
  Product,
  ProductService,
  Sale,
  SaleLine,
  SaleRefund,
  SaleService,
  StockMovement,
  openingsOf,
} from '@usaha/retail';
import { Database, Table, type Context } from '@usaha/shared';
import type { Begin } from '../core/core-demo.js';
import { DemoRandom } from '../core/demo-random.js';
import { customersOf } from './demo-customers.js';
import { productsOf } from './demo-products.js';
import { DemoTrade, HISTORY_DAYS } from './demo-sales.js';
import { demoShops, type DemoShop } from './demo-shops.js';
import { runsOut, stockPlanOf, type StockedProduct } from './demo-stock.js';
import { numbersOf } from '../core/document-numbers.js';
import { DAY_MS, dayOf, instantOf } from './trading-days.js';
import { insertRows, rowColumns, updateRows } from '../core/write-rows.js';

/** Before the first delivery of the first day. */
const OPENING_HOUR = 6;

/** Of the history, how long new customers still come. */
const JOINING_DAYS = 150;

const POINTS_PER_RINGGIT = 1;

/**
 * Gives the retail tenants among the demo tenants of core what a shop has: products, customers, and half a year of trade
 * up to `now`. A shop that has products already is left alone, so it may be run again. Each shop is one transaction.
 * @param begin told of each business before it is looked at
 */
export async function seedRetailDemo(app: INestApplicationContext, now: Date, begin: Begin): Promise<void> {
  const [database, tenants] = [app.get(Database), app.get(TenantRepository)];
  // One after another: the pool may have a single connection.
  for (const shop of demoShops) {
    begin(shop.tenant_id);
    await database.work({ tenant_id: shop.tenant_id, actor: null, now }, async (ctx) => {
      // A second seeding at the same moment waits here, and then finds the products.
      const isThere = await tenants.lockIfExists(ctx, shop.tenant_id);
      if (isThere && (await isEmpty(app, ctx))) await fill(app, ctx, shop);
    });
  }
}

async function isEmpty(app: INestApplicationContext, ctx: Context): Promise<boolean> {
  const page = { page: 1, size: 1 };
  const [products, sales] = await Promise.all([
    app.get(ProductService).list(ctx, {}, page),
    app.get(SaleService).list(ctx, {}, page),
  ]);
  return products.total === 0 && sales.total === 0;
}

async function fill(app: INestApplicationContext, ctx: Context, shop: DemoShop): Promise<void> {
  const database = app.get(Database);
  const random = new DemoRandom(shop.seed + 1);
  await enableLoyalty(app.get(ModuleService), ctx);
  const [products, customers, staff] = await Promise.all([
    stock(app.get(ProductService), ctx, shop),
    welcome(app.get(CustomerService), ctx, shop, random),
    staffOf(app.get(UserService), ctx),
  ]);
  const sales = database.table(Sale);
  const refunds = database.table(SaleRefund);
  const [invoices, credit_notes] = [numbersOf(sales), numbersOf(refunds)];
  const trade = new DemoTrade(
    { shop, products, customers, staff, points_per_ringgit: POINTS_PER_RINGGIT, invoices, credit_notes },
    ctx.now,
  );
  await write(ctx, database, trade);
  const numbers = [...invoices.rows(), ...credit_notes.rows()];
  const productTable = database.table(Product);
  const customerTable = database.table(Customer);
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
async function enableLoyalty(modules: ModuleService, ctx: Context): Promise<void> {
  if ((await modules.usage(ctx, 'retail')).configuration !== null) return;
  const settings = {
    enable_loyalty_program: true,
    loyalty_points_per_ringgit: POINTS_PER_RINGGIT,
    enable_inventory_alerts: true,
    // Goods are sold without SST: see demo-products.ts.
    default_tax_rate: 0,
  };
  await modules.enable(ctx, 'retail', { configuration: { retail: settings } });
}

async function stock(service: ProductService, ctx: Context, shop: DemoShop): Promise<StockedProduct[]> {
  const opening = instantOf(dayOf(ctx.now) - HISTORY_DAYS, OPENING_HOUR).getTime();
  const made = productsOf(shop.shelves, shop.company, ctx.now);
  const plan = stockPlanOf(shop, made);
  return Promise.all(
    made.map(async ({ facts, popularity, tracked }, i): Promise<StockedProduct> => {
      const { opening: current_stock, minimum_stock, maximum_stock } = plan[i] as (typeof plan)[number];
      const stocked = tracked ? { ...facts, current_stock, minimum_stock, maximum_stock } : facts;
      const product = await service.create({ ...ctx, now: new Date(opening + i) }, stocked);
      return { product, popularity, filled_to: tracked ? current_stock : null, is_running_out: runsOut(i) };
    }),
  );
}

/** More than half were customers before the history begins. */
async function welcome(
  service: CustomerService,
  ctx: Context,
  shop: DemoShop,
  random: DemoRandom,
): Promise<Customer[]> {
  const { count, home, prefix } = shop.customers;
  const opening = instantOf(dayOf(ctx.now) - HISTORY_DAYS, OPENING_HOUR).getTime();
  const people = customersOf(count, home, prefix, random);
  const joined = people.map((_, i) => {
    const later = random.chance(0.4) ? Math.floor(random.next() * JOINING_DAYS * DAY_MS) : i;
    return new Date(opening + later);
  });
  joined.sort((a, b) => a.getTime() - b.getTime());
  return Promise.all(people.map((person, i) => service.create({ ...ctx, now: joined[i] as Date }, person)));
}

async function staffOf(users: UserService, ctx: Context): Promise<string[]> {
  const { rows } = await users.list(ctx, { is_active: true }, { page: 1, size: 20 });
  return rows.filter(({ role }) => role !== 'viewer').map(({ id }) => id);
}

/** All statements are on their way before the first is answered, sales before what cites them. */
async function write(ctx: Context, database: Database, trade: DemoTrade): Promise<void> {
  const entries = [
    [database.table(Sale), trade.sales],
    [database.table(StockMovement), trade.stock],
    [database.table(PointsMovement), trade.points],
    [database.table(SaleRefund), trade.refunds],
  ] as const;
  const sent = entries.map(([table, rows]) => insertRows(ctx, table.path, rowColumns(table as Table<object>), rows));
  const lineTable = database.table(SaleLine);
  const lines = trade.sales.flatMap(({ id: sale_id, created_at, counted, lines: sold }) => {
    const openings = openingsOf(sold);
    return sold.map((line, i) => Object.assign(line, { sale_id, created_at, counted }, openings[i]));
  });
  await Promise.all([...sent, insertRows(ctx, lineTable.path, rowColumns(lineTable), lines)]);
}
