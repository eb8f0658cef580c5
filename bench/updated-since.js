/**
 * How changes of products are found again, and what each way costs a change of their stock.
 *
 *   node bench/updated-since.js [--products 100000] [--changes 20000]
 *
 * An index on updated_at ends HOT updates, so every index gets an entry of each change; a table of changes has a row of each
 * product, which is written in a further statement. Each change is a transaction as a sale makes it: three products by id.
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

const fill = `
  insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, category, brand, current_stock, stock_tracked,
    distributed, minimum_stock, maximum_stock, selling_price, tax_rate, status, attributes)
  select $1, uuidv7(n * interval '-1 second'), now(), now() - n * interval '1 second', 'SKU-' || n, 'Kopi ' || n % 977 || ' ' || n, 'Minuman',
         'Cap Gajah', 100000, true, 0, 10, 1000000, 5 + n % 900, 6, 'active', '{}'
  from generate_series(1, $2::int) n`;

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
    further: `insert into retail.changes as c (tenant_id, kind, id, updated_at)
       select $1, 'product', v.id, $3 from unnest($2::uuid[]) v (id)
       on conflict (tenant_id, kind, id) do update set updated_at = excluded.updated_at`,
  },
};

const CHANGE = `update retail.products r set current_stock = r.current_stock - 1, version = r.version + 1, updated_at = $3
  where r.tenant_id = $1 and r.id = any($2::uuid[])`;

async function measure(owner, tenant_id, ids, { made, dropped, further }) {
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
  for (const text of dropped) await owner.query(text);
  return {
    microseconds,
    wal: grown('wal') / changes,
    hot: (100 * grown('hot')) / Math.max(1, grown('all')),
    size: grown('size') / 1e6,
  };
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
  await owner.query(fill, [tenant_id, products]);
  const { rows } = await owner.query('select id from retail.products where tenant_id = $1', [tenant_id]);
  const ids = rows.map(({ id }) => id);
  const lines = [];
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [way, how] of Object.entries(ways)) {
      const { microseconds, wal, hot, size } = await measure(owner, tenant_id, ids, how);
      lines.push([way, String(round), microseconds.toFixed(0), wal.toFixed(0), `${hot.toFixed(0)} %`, size.toFixed(1)]);
    }
  console.log(table([['', 'round', 'µs a change', 'bytes of WAL', 'HOT', 'MB grown'], ...lines]));
});
