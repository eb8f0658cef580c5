import type { INestApplicationContext } from '@nestjs/common';
import fc from 'fast-check';
import pg from 'pg';
import { ClientRepository } from '@usaha/beauty';
import { PatientRepository } from '@usaha/healthcare';
import { CustomerRepository, ProductRepository } from '@usaha/retail';
import { phoneKey, type Context, type Database } from '@usaha/shared';
import { validatePhone } from '@usaha/shared/malaysia';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant } from '../support/people.js';
import { workerState } from '../support/state.js';

/** What a counter looks up by a number is found by an index, however the number was written. */

const ROWS = 5_000;

let owner: pg.Client;
let tenant_id: string;
let database: Database;
let contexts: INestApplicationContext;
beforeAll(async () => {
  const ownerUrl = workerState().ownerUrl as string;
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  database = await openDatabase(ownerUrl);
  contexts = await openContexts(database);
  const [one, other] = await Promise.all([newTenant(), newTenant()]);
  tenant_id = one.id;
  // As many of another tenant, with the same numbers.
  for (const id of [one.id, other.id]) await owner.query(filled, [id, ROWS]);
  await owner.query('analyze retail.products, retail.customers, healthcare.patients, beauty.clients');
});
afterAll(async () => {
  await contexts.close();
  await database.end();
  await owner.end();
});

/** $1 tenant, $2 how many: the n-th has the number 012-3 and n in six digits. */
const each = `from generate_series(1, $2::int) n, lateral (select '012-3' || lpad(n::text, 6, '0') as phone) p`;
const filled = `
  with products as (
    insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, barcode, current_stock, stock_tracked, distributed,
      minimum_stock, selling_price, tax_rate, status, attributes)
    select $1, gen_random_uuid(), now(), now(), 'LOOKED-' || n, 'Kopi', 'Rak-' || n, 0, false, 0, 0, 1, 0, 'active', '{}' ${each}),
  customers as (
    insert into retail.customers (tenant_id, id, created_at, updated_at, first_name, last_name, phone_number, loyalty_tier, loyalty_points,
      is_active, pdpa_consent)
    select $1, gen_random_uuid(), now(), now(), 'Siti', n::text, p.phone, 'bronze', 0, true, false ${each}),
  clients as (
    insert into beauty.clients (tenant_id, id, created_at, updated_at, first_name, last_name, phone_number, preferred_services, loyalty_points,
      marketing_consent, pdpa_consent)
    select $1, gen_random_uuid(), now(), now(), 'Siti', n::text, p.phone, '[]', 0, false, false ${each})
  insert into healthcare.patients (tenant_id, id, created_at, updated_at, medical_record_number, first_name, last_name, phone_number,
    has_insurance, pdpa_consent)
  select $1, gen_random_uuid(), now(), now(), 'MRN-1999-' || lpad(n::text, 6, '0'), 'Siti', n::text, p.phone, false, false ${each}`;

const work = <T>(done: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id, actor: null, now: new Date() }, done);
const first = { page: 1, size: 20 };

it('A-86: a telephone number is looked up by the digits that validate-phone writes, in any spelling', async () => {
  const national = fc.oneof(
    fc.stringMatching(/^1[0-9][0-9]{7}$/),
    fc.stringMatching(/^11\d{8}$/),
    fc.stringMatching(/^[3-9]\d{7,8}$/),
  );
  const written = fc
    .tuple(national, fc.constantFrom('0', '+60', '60', '0060', '+60 (0)', '+600'), fc.integer({ min: 1, max: 6 }))
    .map(
      ([digits, prefix, at]) => `${prefix}${digits.slice(0, at)}-${digits.slice(at, at + 2)} ${digits.slice(at + 2)}`,
    );
  const special = fc.stringMatching(/^1[3-8]00-?\d{2} ?\d{4}$/);
  const texts = fc.sample(fc.oneof({ arbitrary: written, weight: 5 }, special), { numRuns: 2_000, seed: 86 });
  const { rows } = await owner.query<{ key: string | null }>(
    `select ${phoneKey('t.text')} as key from unnest($1::text[]) with ordinality t (text, n) order by n`,
    [texts],
  );
  const valid = texts.flatMap((text, i) => {
    const { is_valid, normalized_format } = validatePhone(text);
    return is_valid ? [[text, `+${rows[i]?.key}`, normalized_format] as const] : [];
  });
  expect(valid.length).toBeGreaterThan(1_800);
  expect(valid.filter(([, key, normalized]) => key !== normalized)).toEqual([]);
});

it.each([
  ['+65 9123 4567', '6591234567'],
  ['012-345 6789 (rumah)', '60123456789'],
  ['03-1234 5678', '60312345678'],
  ['tiada', null],
  ['', null],
])('of %j the key is %j', async (text, key) => {
  const { rows } = await owner.query<{ key: string | null }>(`select ${phoneKey('$1::text')} as key`, [text]);
  expect(rows).toEqual([{ key }]);
});

interface Found {
  total: number;
  rows: { last_name?: string; sku?: string }[];
}
const lookUps = (): [string, string, (ctx: Context) => Promise<Found>][] => [
  ['products: barcode', 'products_barcode', (ctx) => contexts.get(ProductRepository).list(ctx, { barcode: ' RAK-77 ' }, first)],
  ['customers: phone_number', 'customers_phone_number', (ctx) => contexts.get(CustomerRepository).list(ctx, { phone_number: '+6012 300 0077' }, first)],
  ['patients: phone_number', 'patients_phone_number', (ctx) => contexts.get(PatientRepository).matching(ctx, { phone_number: '+6012 300 0077' }, first)],
  ['patients: medical_record_number', 'patients_number', (ctx) => contexts.get(PatientRepository).matching(ctx, { medical_record_number: ' mrn-1999-000077' }, first)],
  ['clients: phone_number', 'clients_phone_number', (ctx) => contexts.get(ClientRepository).list(ctx, { phone_number: '+6012 300 0077' }, first)],
]; // prettier-ignore

it('what was there before is found, in its own tenant, by its index', async () => {
  for (const [name, index, done] of lookUps())
    await work(async (ctx) => {
      const { total, rows } = await done(ctx);
      expect([name, total, rows.length]).toEqual([name, 1, 1]);
      expect(rows[0]).toMatchObject(name.startsWith('products') ? { sku: 'LOOKED-77' } : { last_name: '77' });
      // What this transaction has read so far.
      const [scans] = await ctx.db.read(
        `select pg_stat_get_xact_numscans(i.indexrelid) > 0, pg_stat_get_xact_tuples_returned(i.indrelid)
           from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1
            and c.relnamespace in ('retail'::regnamespace, 'healthcare'::regnamespace, 'beauty'::regnamespace)`,
        [index],
      );
      expect([name, scans]).toEqual([name, [true, 0]]);
    });
});
