/**
 * What an entry of the audit trail takes on the disk, with its indexes.
 *
 *   node bench/audit-size.js [--tenants 1000] [--writes 200] [--days 2]
 *
 * A shop of the running service makes the entries: users, products, prices that change, sales of three lines. They are then written
 * as often as that many tenants write a day, in a random order, into tables of each form: fields as they are shown (releases
 * to 1.1.0), fields as they are stored now, and the latter with each index of a record or actor downwards and upwards.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { auditEntryOf, newId } from '@usaha/shared';
import { openDatabase } from './database.js';
import { table } from './report.js';
import { makeFolder, measureStart, withUndo } from './set-up.js';
import { signIn, startService } from './servers.js';

const { values: options } = parseArgs({
  options: {
    tenants: { type: 'string', default: '1000' },
    writes: { type: 'string', default: '200' },
    days: { type: 'string', default: '2' },
    print: { type: 'boolean' },
  },
});
const [tenants, writes, days] = [options.tenants, options.writes, options.days].map(Number);
const DAY_MS = 86_400_000;
const [USERS, PRODUCTS, PRICES, SALES, LINES] = [5, 25, 70, 100, 3];
const BATCH = 2_000;

/** Has the service make the entries of a shop's day. @returns them, in the order in which they were made */
async function entriesOfShop({ port }, owner, { id, token }) {
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const begun = newId(new Date(Date.now() - 1));
  for (let n = 0; n < USERS; n += 1)
    await send('POST', 'users/', {
      username: `audit${n}`,
      email: `audit${n}@bench.example`,
      password: 'a password for the bench',
      first_name: 'Mei Ling',
      last_name: 'Tan',
      phone_number: '+60165550000',
      role: 'staff',
    });
  const products = [];
  for (let n = 0; n < PRODUCTS; n += 1)
    products.push(
      await send('POST', 'retail/products/', {
        sku: `AUDIT-${n}`,
        name: 'Kopi O Cap Gajah 500 g',
        description: 'Serbuk kopi asli',
        category: 'Beverages',
        brand: 'Cap Gajah',
        unit: 'pack',
        current_stock: 10_000,
        minimum_stock: 10,
        purchase_price: 8.5,
        selling_price: 12.9,
        tax_rate: 6,
      }),
    );
  for (let n = 0; n < PRICES; n += 1)
    await send('PUT', `retail/products/${products[n % PRODUCTS].id}/`, { selling_price: 13 + n / 10 });
  for (let n = 0; n < SALES; n += 1)
    await send('POST', 'retail/sales/', {
      payment_method: 'cash',
      items: Array.from({ length: LINES }, (_, i) => ({
        product_id: products[(n * LINES + i) % PRODUCTS].id,
        quantity: 1,
      })),
    });
  const { rows } = await owner.query({
    text: `select r.tenant_id, r.id, r.at, r.actor_id, r.action, r.record_type, r.record_id, r.changes
             from kernel.audit_entries r where r.tenant_id = $1 and r.id > $2 order by r.id`,
    values: [id, begun],
    rowMode: 'array',
  });
  return rows.map((row) => ({ ...auditEntryOf(row), stored: row[7] }));
}

const columns = 'tenant_id, id, at, actor_id, action, record_type, record_id, changes';
const forms = {
  'as shown, indexes downwards': { changes: ({ changes }) => changes, order: 'desc' },
  'as stored, indexes downwards': { changes: ({ stored }) => stored, order: 'desc' },
  'as shown, indexes upwards': { changes: ({ changes }) => changes, order: 'asc' },
  'as stored, indexes upwards': { changes: ({ stored }) => stored, order: 'asc' },
};

/** Writes as many tenants' entries as they make in those days. @returns bytes an entry and µs an entry */
async function fill(owner, sample, { changes, order }) {
  await owner.query(`
    drop table if exists measured;
    create unlogged table measured (
      tenant_id uuid not null, id uuid not null, at timestamptz(3) not null, actor_id uuid, action text not null,
      record_type text not null, record_id uuid not null, changes jsonb not null, primary key (tenant_id, id));
    create index measured_record on measured (tenant_id, record_type, record_id, id ${order});
    create index measured_actor on measured (tenant_id, actor_id, id ${order})`);
  const shops = Array.from({ length: tenants }, () => ({
    id: randomUUID(),
    actors: Array.from({ length: 5 }, () => randomUUID()),
    records: new Map(),
    made: 0,
  }));
  const texts = sample.map((entry) => JSON.stringify(changes(entry)));
  const total = tenants * writes * days;
  const begin = Date.now() - days * DAY_MS;
  let spent = 0;
  for (let done = 0; done < total; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, total - done) }, (_, i) => {
      const at = new Date(begin + Math.floor(((done + i) / total) * days * DAY_MS));
      const shop = shops[Math.floor(Math.random() * tenants)];
      const n = shop.made++ % sample.length;
      const { action, record_type, record_id } = sample[n];
      if (action === 'create' || !shop.records.has(record_id)) shop.records.set(record_id, newId(at));
      const actor = shop.actors[Math.floor(Math.random() * shop.actors.length)];
      return [shop.id, newId(at), at, actor, action, record_type, shop.records.get(record_id), texts[n]];
    });
    const lists = columns.split(', ').map((_, c) => rows.map((row) => row[c]));
    const started = performance.now();
    await owner.query(
      `insert into measured (${columns}) select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::jsonb[])`,
      lists,
    );
    spent += performance.now() - started;
  }
  const { rows } = await owner.query(`
    select pg_relation_size('measured') as heap, pg_relation_size('measured_pkey') as pkey,
           pg_relation_size('measured_record') as record, pg_relation_size('measured_actor') as actor,
           pg_total_relation_size('measured') as whole, (select sum(pg_column_size(changes)) from measured) as changes`);
  const each = Object.fromEntries(Object.entries(rows[0]).map(([name, bytes]) => [name, Number(bytes) / total]));
  return { ...each, us: (spent * 1_000) / total };
}

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openDatabase(join(folder, 'data'));
  onEnd(() => database.stop());
  const service = await startService(join(folder, 'service.log'), {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    DATA_DIR: join(folder, 'unused'),
  });
  onEnd(() => service.stop());
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  await signIn(service, database.facts);
  const sample = await entriesOfShop(service, owner, database.facts.read);
  const kinds = new Map();
  for (const { action, record_type } of sample)
    kinds.set(`${action} ${record_type}`, (kinds.get(`${action} ${record_type}`) ?? 0) + 1);
  console.log(`${sample.length} entries: ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}`);
  const sizes = (text) =>
    owner.query(`select avg(pg_column_size(c::jsonb))::int as bytes from unnest($1::text[]) c`, [text]);
  for (const kind of kinds.keys()) {
    const own = sample.filter(({ action, record_type }) => `${action} ${record_type}` === kind);
    const [shown, stored] = await Promise.all([
      sizes(own.map(({ changes }) => JSON.stringify(changes))),
      sizes(own.map((entry) => JSON.stringify(entry.stored))),
    ]);
    console.log(`changes of ${kind}: ${shown.rows[0].bytes} bytes as shown, ${stored.rows[0].bytes} as stored`);
  }
  if (options.print) console.log(sample.map(({ stored }) => JSON.stringify(stored)).join('\n'));
  const figures = [];
  for (const [name, form] of Object.entries(forms)) {
    const { changes, heap, pkey, record, actor, whole, us } = await fill(owner, sample, form);
    const cells = [changes, heap, pkey, record, actor, whole].map((bytes) => bytes.toFixed(0));
    figures.push([name, ...cells, us.toFixed(1)]);
  }
  const head = ['bytes an entry', 'changes', 'table', 'primary key', 'by record', 'by actor', 'whole', 'µs to insert'];
  console.log(table([head, ...figures]));
});
