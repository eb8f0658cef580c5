/** Shops, written by SQL as the owner: products, customers, sales and the ledger that goes with them. */

export const SHOPS = 100;
export const PRODUCTS = 2_000;
const CUSTOMERS = 200;
const SALES = 200;
/** Products of each shop that do not run out while the bench sells them: every tenth of the first 2,000. */
const SUPPLIED = 10;
/** How many of those, and of the customers, the load uses. */
const NAMED = 100;

/** A word that about one in sixty products has in its name. */
export const COMMON_WORD = 'kicap';
/** A word that 20 of the first 2,000 products have in their names, and none of those that come later. */
export const RARE_WORD = 'keramat';

/** The most products that a shop can grow to; the last of them is a minute old, each one before it a minute older. */
const MOST = 1_000_000;

const items = [
  'Kopi O', 'Teh Tarik', 'Milo', 'Kicap Manis', 'Sos Cili', 'Beras Wangi', 'Minyak Masak', 'Gula Pasir', 'Garam Halus',
  'Tepung Gandum', 'Mi Segera', 'Bihun', 'Sardin', 'Susu Pekat', 'Biskut Kering', 'Roti Sandwic', 'Kaya', 'Mentega',
  'Serbuk Kari', 'Rempah Kurma', 'Sambal Tumis', 'Ikan Bilis', 'Belacan', 'Santan Kotak', 'Kerepek Ubi', 'Kacang Tanah',
  'Air Mineral', 'Jus Oren', 'Sirap Ros', 'Soya', 'Ubat Gigi', 'Sabun Mandi', 'Syampu', 'Tisu', 'Pencuci Pinggan',
  'Serbuk Pencuci', 'Lampin', 'Bateri', 'Mentol', 'Buku Latihan', 'Pensel', 'Pen Biru', 'Pita Pelekat', 'Gunting',
  'Baldi', 'Penyapu', 'Mop', 'Payung', 'Selipar', 'Tuala', 'Kain Pelikat', 'Baju Kurung', 'Tudung', 'Songkok',
  'Jam Dinding', 'Kipas Meja', 'Cerek', 'Periuk', 'Kuali', 'Pinggan',
]; // prettier-ignore
const brands = [
  'Cap Gajah', 'Seri Murni', 'Boh', 'Faiza', 'Adabi', 'Babas', 'Jasmine', 'Ayam', 'Gardenia', 'Julie', 'Munchy', 'F&N',
  'Yeo', 'Spritzer', 'Dutch', 'Saji', 'Knife', 'Maggi', 'Daia', 'Harimau',
]; // prettier-ignore
const categories = [
  'Beverages', 'Groceries', 'Groceries', 'Groceries', 'Snacks', 'Household', 'Household', 'Stationery', 'Clothing',
  'Kitchen', 'Personal Care', 'Frozen',
]; // prettier-ignore

const textArray = (words) => `(array['${words.join("','")}'])`;
const oneOf = (words, index) => `${textArray(words)}[1 + (${index}) % ${words.length}]`;

/** $1 tenants, $2 and $3 the first and the last number of the products that each gets. */
const products = `
  insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, description, category, brand, barcode,
    unit, current_stock, stock_tracked, distributed, minimum_stock, maximum_stock, purchase_price, selling_price, tax_rate,
    status, attributes, expires_on)
  select t.id, uuidv7(p.age), now() + p.age, now() + p.age, 'SKU-' || n,
         ${oneOf(items, 'n * 7')} || ' ' || ${oneOf(brands, 'n / 60')} || ' ' || (1 + n % 20) * 50 || ' g'
           || case when n <= ${PRODUCTS} and n % 100 = 0 then ' ${RARE_WORD}' else '' end,
         case when n % 4 = 0 then null else 'Sold by the packet, keeps for ' || 3 + n % 21 || ' months in a dry place; carton of ' || 6 * (1 + n % 8) end,
         ${oneOf(categories, 'n * 5')}, ${oneOf(brands, 'n / 60')}, '955' || lpad(n::text, 10, '0'), 'packet',
         case when n % 11 = 0 then 0 when n <= ${PRODUCTS} and n % ${SUPPLIED} = 0 then 100000 when n % 33 = 1 then 4 else 15 + n * 31 % 180 end,
         n % 11 <> 0, 0, 10, case when n % 3 = 0 then 200 end, (100 + n * 37 % 9900) / 125.0, (100 + n * 37 % 9900) / 100.0,
         case when n % 3 = 0 then 0 else 6 end,
         case when n % ${SUPPLIED} <> 0 and n % 29 = 0 then 'inactive' else 'active' end, jsonb_build_object('halal', n % 5 > 0, 'origin', 'Johor'),
         case when n % 50 = 1 then to_char(now() + (n % 700) * interval '1 day', 'YYYY-MM-DD') end
  from unnest($1::uuid[]) t (id), generate_series($2::int, $3::int) n,
       lateral (select (n - ${MOST} - 1) * interval '1 minute' as age) p
  order by t.id, n`;

const customers = `
  insert into retail.customers (tenant_id, id, created_at, updated_at, first_name, last_name, email, phone_number,
    loyalty_tier, loyalty_points, is_active, pdpa_consent)
  select t.id, uuidv7((n - ${CUSTOMERS}) * interval '1 hour'), now(), now(), 'Mei Ling', 'Tan ' || n, 'buyer' || n || '@bench.example',
         '+6016555' || lpad(n::text, 4, '0'), 'bronze', 0, true, false
  from unnest($1::uuid[]) t (id), generate_series(1, ${CUSTOMERS}) n`;

/**
 * $1 tenants, $2 and $3 the first and the last number of the sales that each gets, $4 how many products it has, $5 the
 * lines of a sale, or null for one to five. They lie within the last two years.
 */
const sales = `
  with made as (
    select t.id as tenant_id, s, uuidv7(age) as id, now() + age as at, coalesce($5::int, 1 + s % 5) as lines
    from unnest($1::uuid[]) t (id), generate_series($2::int, $3::int) s,
         lateral (select (s - $3 - 1) * interval '730 days' / ($3 - $2 + 1) as age) a
  ), priced as (
    select m.tenant_id, m.id as sale_id, m.at, l as line, p.id as product_id, p.name, p.sku, p.category, p.stock_tracked, q.quantity,
           p.selling_price, p.tax_rate, q.discount, q.quantity * p.selling_price as gross,
           round(q.quantity * p.selling_price * (100 - q.discount) / 100, 2) as subtotal
    from made m, lateral generate_series(1, m.lines) l,
         lateral (select 1 + (m.s + l) % 3 as quantity, case when (m.s + l) % 6 = 0 then 10 else 0 end as discount) q,
         retail.products p
    where p.tenant_id = m.tenant_id and p.sku = 'SKU-' || 1 + (m.s::bigint * 104729 + l * 7919) % $4::int
  ), taxed as (
    select *, round(subtotal * tax_rate / 100, 2) as tax from priced
  ), sold as (
    insert into retail.sales (tenant_id, id, created_at, updated_at, sold_at, invoice_number, customer_id, payment_method, payment_status,
      subtotal, discount_amount, tax_amount, total, refunded_total, refunds_made, points_earned, points_returned, status, status_history,
      payments_kept, on_account, outstanding_amount)
    select m.tenant_id, m.id, m.at, m.at, m.at, 'INV-2024-' || lpad(m.s::text, 6, '0'),
           case when m.s % 2 = 0 then (select c.id from retail.customers c where c.tenant_id = m.tenant_id and c.email = 'buyer' || 1 + m.s % ${CUSTOMERS} || '@bench.example') end,
           'cash', 'completed', f.gross, f.gross - f.subtotal, f.tax, f.subtotal + f.tax, 0, 0, 0, 0,
           case when m.s % 25 = 0 then 'cancelled' else 'completed' end, '[]', false, false, 0
    from made m join (select sale_id, sum(gross) as gross, sum(subtotal) as subtotal, sum(tax) as tax from taxed group by sale_id) f on f.sale_id = m.id
    order by m.tenant_id, m.s
    returning tenant_id, id, status
  )
  insert into retail.sale_lines (tenant_id, sale_id, line, created_at, counted, opens_category, opens_product, product_id, product_name, sku, category, stock_tracked,
    quantity, unit_price, discount_rate, tax_rate, gross, subtotal, tax_amount, total, refunded_quantity, refunded_subtotal, refunded_tax, refunded_total)
  select x.tenant_id, x.sale_id, x.line, x.at, s.status = 'completed',
         row_number() over (partition by x.tenant_id, x.sale_id, lower(btrim(x.category)) order by x.line) = 1,
         row_number() over (partition by x.tenant_id, x.sale_id, x.product_id order by x.line) = 1, x.product_id, x.name, x.sku, x.category, x.stock_tracked,
         x.quantity, x.selling_price, x.discount, x.tax_rate, x.gross, x.subtotal, x.tax, x.subtotal + x.tax, 0, 0, 0, 0
  from taxed x join sold s on s.tenant_id = x.tenant_id and s.id = x.sale_id`;

/** $1 tenants: what came before what is there, and what was sold of it. */
const movements = `
  with moves as (
    select l.tenant_id, l.product_id, l.sale_id, l.created_at, -l.quantity as changed
    from retail.sale_lines l where l.tenant_id = any($1::uuid[]) and l.stock_tracked
    union all
    select p.tenant_id, p.id, null, p.created_at - interval '3 years', p.current_stock + coalesce(s.quantity, 0)
    from retail.products p
    left join (select l.tenant_id, l.product_id, sum(l.quantity) as quantity from retail.sale_lines l
               where l.tenant_id = any($1::uuid[]) group by 1, 2) s on s.tenant_id = p.tenant_id and s.product_id = p.id
    where p.tenant_id = any($1::uuid[]) and p.stock_tracked
  ), placed as (
    select *, row_number() over w as position, sum(changed) over w as balance
    from moves where changed <> 0 window w as (partition by tenant_id, product_id order by created_at, sale_id)
  )
  insert into retail.stock_movements (tenant_id, id, created_at, position, product_id, kind, quantity_changed, balance, location_changes, shortage, sale_id)
  select tenant_id, uuidv7(created_at - now()), created_at, position, product_id, case when sale_id is null then 'opening' else 'sale' end,
         changed, balance, '[]', 0, sale_id
  from placed`;

/** $1 tenants: a movement's position is its product's version, so the next one must find a higher one. */
const versions = `
  update retail.products p set version = w.position
  from (select m.tenant_id, m.product_id, max(m.position) as position from retail.stock_movements m
        where m.tenant_id = any($1::uuid[]) group by 1, 2) w
  where p.tenant_id = w.tenant_id and p.id = w.product_id and p.version < w.position`;

export async function growProducts(owner, tenants, from, to) {
  await owner.query(products, [tenants, from, to]);
}

/** @param count of sales, with the number `lines` of lines each */
export async function growSales(owner, tenants, { from, count, products: known, lines = null }) {
  await owner.query(sales, [tenants, from, from + count - 1, known, lines]);
}

/** The ledger of shops that have none, once all their sales are there. */
export async function writeLedger(owner, tenants) {
  await owner.query(movements, [tenants]);
}

/** Stocks the shops. @param tenants ids @returns what the load may ask for, by tenant */
export async function stockShops(owner, tenants) {
  await growProducts(owner, tenants, 1, PRODUCTS);
  await owner.query(customers, [tenants]);
  await owner.query('analyze retail.products, retail.customers');
  await growSales(owner, tenants, { from: 1, count: SALES, products: PRODUCTS });
  await owner.query('analyze retail.sale_lines');
  await writeLedger(owner, tenants);
  await owner.query(versions, [tenants]);
  const named = async (table, condition) =>
    new Map(
      (
        await owner.query(
          `select tenant_id, (array_agg(id order by id))[1:${NAMED}] as ids from ${table}
           where tenant_id = any($1) and ${condition} group by tenant_id`,
          [tenants],
        )
      ).rows.map(({ tenant_id, ids }) => [tenant_id, ids]),
    );
  const supplied = await named('retail.products', `current_stock >= 90000 and stock_tracked and status = 'active'`);
  const buyers = await named('retail.customers', 'true');
  return new Map(tenants.map((id) => [id, { products: supplied.get(id), customers: buyers.get(id) }]));
}
