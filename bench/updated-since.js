/**
 * How changes of products are found again, and what each way costs a change of their stock.
 *
 *   node bench/updated-since.js [--products 100000] [--changes 20000]
 *
 * An index on updated_at ends HOT updates, so every index gets an entry of each change; a table of changes has a row of each
 * product, which is written in a further statement. Each change is a transaction as a sale makes it: three products by id.
 * Without either a reading looks at all rows of its tenant. Sales are recorded once and changed rarely: of them the second table.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from './database.js';
import { table } from './report.js';
import { makeFolder, measureStart, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, changes: { type: 'string', default: '20000' } },
});
const [products, changes] = [options.products, options.changes].map(Number);
const ROUNDS = 3;
const LINES = 3;
const READINGS = 20;
/** Another tenant has as many rows. */
const PAGE = 100;

const fill = `
  insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, category, brand, current_stock, stock_tracked,
    distributed, minimum_stock, maximum_stock, selling_price, tax_rate, status, attributes)
  select $1, uuidv7(n * interval '-1 second'), now(), now() - n * interval '1 second', 'SKU-' || n, 'Kopi ' || n % 977 || ' ' || n, 'Minuman',
         'Cap Gajah', 100000, true, 0, 10, 1000000, 5 + n % 900, 6, 'active', '{}'
  from generate_series(1, $2::int) n`;

/** $1 the tenant. */
const fillSales = `
  insert into retail.sales (tenant_id, id, created_at, updated_at, sold_at, invoice_number, payment_method, payment_status, subtotal,
    discount_amount, tax_amount, total, refunded_total, refunds_made, points_earned, points_returned, status, status_history,
    payments_kept, on_account, outstanding_amount)
  select $1, uuidv7(age), now() + age, now() + age, now() + age, 'INV-' || n, 'cash', 'completed', n % 900, 0, 0, n % 900, 0, 0, 0, 0,
         'completed', '[]', false, false, 0
  from generate_series(1, $2::int) n, lateral (select n * interval '-1 minute' as age) a`;
const sale = `
  insert into retail.sales (tenant_id, id, created_at, updated_at, sold_at, invoice_number, payment_method, payment_status, subtotal,
    discount_amount, tax_amount, total, refunded_total, refunds_made, points_earned, points_returned, status, status_history,
    payments_kept, on_account, outstanding_amount)
  values ($1, uuidv7(), $2, $2, $2, $3, 'cash', 'completed', 9, 0, 0, 9, 0, 0, 0, 0, 'completed', '[]', false, false, 0)`;

const index = (name, key) => `create index ${name} on retail.products (tenant_id, ${key}, id)`;
const ways = {
  'as before': { made: [], dropped: [] },
  'index on updated_at': {
    made: [index('products_changed', 'updated_at')],
    dropped: ['drop index retail.products_changed'],
  },
  'indexes on updated_at and current_stock': {
    made: [index('products_changed', 'updated_at'), index('products_stock', 'current_stock')],
    dropped: ['drop index retail.products_changed', 'drop index retail.products_stock'],
  },
  'table of changes': {
    made: [
      `create table retail.changes (tenant_id uuid not null, kind text not null, id uuid not null, updated_at timestamptz(3) not null,
         primary key (tenant_id, kind, id));
       create index changes_updated on retail.changes (tenant_id, kind, updated_at, id);
       insert into retail.changes select tenant_id, 'product', id, updated_at from retail.products`,
    ],
    dropped: ['drop table retail.changes'],
    changed: 'retail.changes c join retail.products r on r.tenant_id = c.tenant_id and r.id = c.id',
    further: `insert into retail.changes as c (tenant_id, kind, id, updated_at)
       select $1, 'product', v.id, $3 from unnest($2::uuid[]) v (id)
       on conflict (tenant_id, kind, id) do update set updated_at = excluded.updated_at`,
  },
};

const CHANGE = `update retail.products r set current_stock = r.current_stock - 1, version = r.version + 1, updated_at = $3
  where r.tenant_id = $1 and r.id = any($2::uuid[])`;

/** Median milliseconds of a page of changes, as the service reads it. @param from the rows @param key whose updated_at they are found by */
async function reading(owner, tenant_id, from, key, values) {
  const behind = values.length > 1 ? ` and (${key}.updated_at, ${key}.id) > ($3, $4)` : '';
  const text = `select r.* from ${from} where ${key}.tenant_id = $1 and ${key}.updated_at >= $2${behind}
    order by ${key}.updated_at, ${key}.id limit ${PAGE + 1}`;
  const times = [];
  for (let n = 0; n < READINGS; n += 1) {
    const started = performance.now();
    await owner.query({ text, values: [tenant_id, ...values] });
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[READINGS / 2];
}

/** Of the changes of two minutes, and of a page in the middle of all. */
async function readings(owner, tenant_id, { table: path, changed = `${path} r` }) {
  const key = changed.startsWith(path) ? 'r' : 'c';
  const middle = `select r.updated_at, r.id from ${path} r where r.tenant_id = $1 order by r.updated_at offset $2 limit 1`;
  const [{ updated_at, id }] = (await owner.query(middle, [tenant_id, products / 2])).rows;
  return {
    recent: await reading(owner, tenant_id, changed, key, [new Date(Date.now() - 120_000)]),
    middle: await reading(owner, tenant_id, changed, key, [new Date(0), updated_at, id]),
  };
}

async function measure(owner, tenant_id, ids, { made, dropped, further, changed }) {
  for (const text of made) await owner.query(text);
  await owner.query('vacuum (analyze) retail.products');
  await owner.query('checkpoint');
  const state = `select pg_current_wal_lsn() - '0/0'::pg_lsn as wal, (select n_tup_hot_upd from pg_stat_user_tables where relid = 'retail.products'::regclass) as hot,
    (select n_tup_upd from pg_stat_user_tables where relid = 'retail.products'::regclass) as all, pg_total_relation_size('retail.products') as size`;
  const before = (await owner.query(state)).rows[0];
  const started = performance.now();
  for (let n = 0; n < changes; n += 1) {
    const values = [
      tenant_id,
      Array.from({ length: LINES }, (_, i) => ids[(n * 7_919 + i * 104_729) % ids.length]),
      new Date(),
    ];
    await owner.query('begin');
    await owner.query({ name: 'change', text: CHANGE, values });
    if (further) await owner.query({ name: 'further', text: further, values });
    await owner.query('commit');
  }
  const microseconds = ((performance.now() - started) * 1_000) / changes;
  await owner.query('select pg_stat_force_next_flush()');
  const after = (await owner.query(state)).rows[0];
  const grown = (name) => Number(after[name]) - Number(before[name]);
  // A table that was just written in every page says nothing of how it is read.
  await owner.query(`update retail.products set updated_at = created_at - interval '1 day' where tenant_id = $1`, [
    tenant_id,
  ]);
  if (further)
    await owner.query(`update retail.changes set updated_at = updated_at - interval '1 day' where tenant_id = $1`, [
      tenant_id,
    ]);
  await owner.query('vacuum (analyze) retail.products');
  const read = await readings(owner, tenant_id, { table: 'retail.products', changed });
  for (const text of dropped) await owner.query(text);
  return {
    ...read,
    microseconds,
    wal: grown('wal') / changes,
    hot: (100 * grown('hot')) / Math.max(1, grown('all')),
    size: grown('size') / 1e6,
  };
}

/** What an index on updated_at costs a sale, and gives a reading. */
async function measureSales(owner, tenant_id, round, isIndexed) {
  if (isIndexed) await owner.query('create index sales_changed on retail.sales (tenant_id, updated_at, id)');
  await owner.query('vacuum (analyze) retail.sales');
  await owner.query('checkpoint');
  const read = await readings(owner, tenant_id, { table: 'retail.sales' });
  const wal = async () => Number((await owner.query(`select pg_current_wal_lsn() - '0/0'::pg_lsn as wal`)).rows[0].wal);
  const before = await wal();
  const started = performance.now();
  for (let n = 0; n < changes; n += 1) {
    await owner.query('begin');
    const values = [tenant_id, new Date(), `${round} ${isIndexed} ${n}`];
    await owner.query({ name: 'sale', text: sale, values });
    await owner.query('commit');
  }
  const microseconds = ((performance.now() - started) * 1_000) / changes;
  const written = ((await wal()) - before) / changes;
  await owner.query(`delete from retail.sales where tenant_id = $1 and invoice_number like '${round} %'`, [tenant_id]);
  if (isIndexed) await owner.query('drop index retail.sales_changed');
  return { microseconds, wal: written, ...read };
}

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openDatabase(join(folder, 'data'));
  onEnd(() => database.stop());
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  // The work is compared, not the disk.
  await owner.query('set synchronous_commit = off');
  const tenant_id = database.facts.read.id;
  // A service that has the index: what it costs is measured without it first.
  await owner.query('drop index if exists retail.sales_updated');
  for (const id of [tenant_id, database.facts.create.id]) {
    await owner.query(fill, [id, products]);
    await owner.query(fillSales, [id, products]);
  }
  const { rows } = await owner.query('select id from retail.products where tenant_id = $1', [tenant_id]);
  const ids = rows.map(({ id }) => id);
  const lines = [];
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [way, how] of Object.entries(ways)) {
      const { microseconds, wal, hot, size, recent, middle } = await measure(owner, tenant_id, ids, how);
      const figures = [microseconds.toFixed(0), wal.toFixed(0), `${hot.toFixed(0)} %`, size.toFixed(1)];
      lines.push([way, String(round), ...figures, recent.toFixed(2), middle.toFixed(2)]);
    }
  const read = ['ms of recent changes', 'ms of a page of all'];
  console.log(table([['products', 'round', 'µs a change', 'bytes of WAL', 'HOT', 'MB grown', ...read], ...lines]));
  const ofSales = [];
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const isIndexed of [false, true]) {
      const { microseconds, wal, recent, middle } = await measureSales(owner, tenant_id, round, isIndexed);
      const way = isIndexed ? 'index on updated_at' : 'as before';
      ofSales.push([way, String(round), microseconds.toFixed(0), wal.toFixed(0), recent.toFixed(2), middle.toFixed(2)]);
    }
  console.log(table([['sales', 'round', 'µs a sale', 'bytes of WAL', ...read], ...ofSales]));
});
