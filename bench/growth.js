/**
 * What one shop costs as it grows, among a hundred others.
 *
 *   node bench/growth.js [--sizes 2000,200000,1000000] [--lines 1000000] [--explain] [--json FILE]
 *
 * Timed are the library's own calls (`library.js`). `rows alone` leaves out the total that a list
 * comes with. `--explain` also prints how PostgreSQL did each of it.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  ProductRepository,
  StockAlerts,
  customersReport,
  inventoryReport,
  movementsReport,
  salesReport,
} from '@usaha/retail';
import { OF_LISTS, OF_REPORTS, measureAll, openLibrary, shown, wholeReport } from './library.js';
import { table } from './report.js';
import { COMMON_WORD, PRODUCTS, RARE_WORD, growProducts, growSales, writeLedger } from './retail-data.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2000,200000,1000000' },
    lines: { type: 'string', default: '1000000' },
    explain: { type: 'boolean' },
    json: { type: 'string' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const LINES_OF_A_SALE = 3;
/** However many a shop lists, most of what it sells is few of them. */
const BEST_SELLERS = 20_000;
const SIZE = 20;

/** The measurements of products: name → a call, and whether its rows are wanted alone. */
function productWork(database, size) {
  const products = new ProductRepository(database);
  const alerts = new StockAlerts(database);
  const list = (query, page) => (ctx) => products.list(ctx, query, { page, size: SIZE });
  const last = Math.ceil(size / SIZE);
  return {
    'page 1, with total': { work: list({}, 1) },
    'page 1, rows alone': { work: list({}, 1), rowsAlone: true },
    'total alone': { work: countAlone },
    'page 5,000, with total': { work: list({}, Math.min(5_000, last)) },
    'page 5,000, rows alone': { work: list({}, Math.min(5_000, last)), rowsAlone: true },
    'search: the same 20 matches': { work: list({ search: RARE_WORD }, 1) },
    'search: a sixtieth of all': { work: list({ search: COMMON_WORD }, 1) },
    'low stock, with total': { work: list({ low_stock: true }, 1) },
    'low stock, rows alone': { work: list({ low_stock: true }, 1), rowsAlone: true },
    'one category, with total': { work: list({ category: 'snacks' }, 1) },
    'one product': { work: (ctx) => products.find(ctx, ctx.some_id) },
    'stock alerts': { work: (ctx) => alerts.list(ctx, {}, { page: 1, size: SIZE }) },
  };
}

function reportWork() {
  const sales = (grouping) => ({ work: wholeReport(salesReport, { grouping }) });
  return {
    'sales by day': sales('day'),
    'sales by category': sales('category'),
    'sales by product': sales('product'),
    inventory: { work: wholeReport(inventoryReport, {}) },
    'inventory movements': { work: wholeReport(movementsReport, {}) },
    customers: { work: wholeReport(customersReport, {}) },
  };
}

const countAlone = (ctx) =>
  ctx.db.query('select count(*) from retail.products r where r.tenant_id = $1 and r.deleted_at is null', [
    ctx.tenant_id,
  ]);

async function growth(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { withShops: true });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  const library = await openLibrary(database.url, onEnd);
  const [shop] = database.facts.shops;
  const who = { tenant_id: shop.id, actor: null, now: new Date(), some_id: shop.products[0] };

  const lists = {};
  let size = PRODUCTS;
  for (const wanted of sizes) {
    console.log(`… ${wanted.toLocaleString('en')} products`);
    if (wanted > size) await growProducts(owner, [shop.id], size + 1, wanted);
    size = Math.max(size, wanted);
    await owner.query('vacuum analyze retail.products');
    lists[size] = await measureAll(library, who, productWork(library, size), OF_LISTS, options.explain);
  }
  console.log(describeLists(lists));
  const count = Math.ceil(Number(options.lines) / LINES_OF_A_SALE);
  console.log(`… ${Number(options.lines).toLocaleString('en')} sale lines`);
  const sold = { from: 1_000, count, products: Math.min(size, BEST_SELLERS), lines: LINES_OF_A_SALE };
  await growSales(owner, [shop.id], sold);
  await owner.query('delete from retail.stock_movements where tenant_id = $1', [shop.id]);
  await writeLedger(owner, [shop.id]);
  await owner.query('vacuum analyze');
  const reports = await measureAll(library, who, reportWork(), OF_REPORTS, options.explain);
  return { lists, reports };
}

function describeLists(lists) {
  const sizesFound = Object.keys(lists);
  const first = lists[sizesFound[0]];
  const grown = (name, size) => {
    const value = lists[size][name];
    return value === first[name] ? '' : ` ${(value.median / first[name].median).toFixed(1)}×`.padStart(8);
  };
  const rows = Object.keys(first).map((name) => [
    name,
    ...sizesFound.map((size) => `${shown(lists[size][name])}${grown(name, size)}`),
  ]);
  const head = ['products: ms, median / fastest', ...sizesFound.map((size) => Number(size).toLocaleString('en'))];
  return `\n${table([head, ...rows])}\n`;
}

const describeReports = (reports) =>
  `\n${table([
    ['reports: ms, median / fastest', `${Number(options.lines).toLocaleString('en')} sale lines`],
    ...Object.entries(reports).map(([name, value]) => [name, shown(value)]),
  ])}`;

const found = await withUndo(growth);
console.log(describeReports(found.reports));
if (options.json) await writeFile(options.json, `${JSON.stringify(found, null, 2)}\n`);
