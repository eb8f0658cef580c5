/** The rows that both servers work on: written by SQL, as the owner. */
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { claimDataDirectory, startEmbeddedPostgres } from '@usaha/embedded-postgres';
import { fillSalons } from './beauty-data.js';
import { fillSchools } from './education-data.js';
import { CLINICS, fillClinics } from './healthcare-data.js';
import { fillCouriers } from './logistics-data.js';
import { postgresOf } from './machine.js';
import { SHOPS, stockShops } from './retail-data.js';
import { prepareCounting } from './statements.js';

export const USERS = 2_000;
const OTHER_TENANTS = 50;
const USERS_OF_OTHERS = 40;
const PASSWORD = 'a password for the bench';
/** The cost of libs/core/src/user/password.ts. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const seed = `
  with made as (
    insert into core.tenants (id, created_at, updated_at, name, slug, schema_name, email, phone, address, business_type, subscription_plan, pricing_model, status, settings)
    select uuidv7(), now(), now(), 'Kedai ' || n, 'bench-' || n, 'tenant_bench_' || n, 'kedai' || n || '@bench.example', '+60123450101',
           '{"street": "12, Jalan Telawi 3", "city": "Kuala Lumpur", "state": "Selangor", "postal_code": "59100", "country": "Malaysia"}',
           'retail', 'starter', 'subscription', 'active', '{"theme": "dark"}'
    from generate_series(1, $1::int) n
    returning id, slug
  )
  insert into core.users (tenant_id, id, created_at, updated_at, username, email, password_hash, first_name, last_name, phone, role, status, permissions, mfa_enabled)
  select made.id, uuidv7(), now(), now(), 'user' || n || '@' || slug || '.example', 'user' || n || '@' || slug || '.example', $4,
         'Mei Ling', 'Tan ' || n, '+6016555' || lpad(n::text, 4, '0'),
         case when n = 1 then 'admin' else 'staff' end, 'active', '{reports.view}', false
  from made, lateral generate_series(1, case slug when 'bench-1' then $2::int else $3::int end) n`;

/**
 * Starts PostgreSQL, as durable as in production, on a data directory that the service has set up, and fills it:
 * one tenant to read and to sign in to, one to create users in, others around them.
 * @param filling withShops: whether those others, and more of them, are shops with products and sales
 * withClinics: the same for clinics with patients; they are the same tenants where both are asked for
 * schools: how many of them are schools, with students, attendance and grades
 * salons: how many of them are salons, with clients, staff and appointments
 * couriers: how many of them are couriers, with drivers, vehicles and the number `shipments` of shipments each
 * counted: whether PostgreSQL counts statements (`statements.js`), which costs it some time
 */
export async function openDatabase(dir, filling = {}) {
  const claim = await claimDataDirectory(dir, 0);
  const start = () => startEmbeddedPostgres({ dir, log: () => undefined, stopWithParent: true });
  let postgres = await start();
  if (filling.counted) {
    await prepareCounting(postgres.url('usaha', 'usaha'));
    await postgres.stop();
    postgres = await start();
  }
  const stop = async () => {
    await postgres.stop();
    await claim.release();
  };
  const ownerUrl = postgres.url('usaha', 'usaha');
  const owner = new pg.Client({ connectionString: ownerUrl });
  try {
    await owner.connect();
    const facts = await fillDatabase(owner, filling).finally(() => owner.end());
    return { ownerUrl, url: postgres.url('usaha_app', 'usaha'), postmaster: postgresOf(process.pid), facts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns what the load may ask for */
async function fillDatabase(
  owner,
  {
    withShops = false,
    withClinics = false,
    schools: schoolCount = 0,
    salons: salonCount = 0,
    couriers: courierCount = 0,
    shipments,
  },
) {
  const others = Math.max(
    OTHER_TENANTS,
    withShops ? SHOPS : 0,
    withClinics ? CLINICS : 0,
    schoolCount,
    salonCount,
    courierCount,
  );
  await owner.query(seed, [others + 2, USERS, USERS_OF_OTHERS, await hash(PASSWORD, cost)]);
  const { rows } = await owner.query(
    `select tenant_id, id, email from core.users
     where email like '%@bench-1.example' or email = 'user1@bench-2.example' order by tenant_id, number`,
  );
  const shops = withShops ? await openBusinesses(owner, stockShops) : [];
  const clinics = withClinics ? await openBusinesses(owner, fillClinics) : [];
  const schools = schoolCount > 0 ? await openBusinesses(owner, fillSchools, schoolCount) : [];
  const salons = salonCount > 0 ? await openBusinesses(owner, fillSalons, salonCount) : [];
  const fill = (db, ids) => fillCouriers(db, ids, shipments);
  const couriers = courierCount > 0 ? await openBusinesses(owner, fill, courierCount) : [];
  await owner.query('vacuum analyze');
  const tenant = (slug) => {
    const users = rows.filter(({ email }) => email.endsWith(`@${slug}.example`));
    const [{ tenant_id, email: admin }] = users;
    return { id: tenant_id, slug, admin, ids: users.map(({ id }) => id), emails: users.map(({ email }) => email) };
  };
  const [read, create] = [tenant('bench-1'), tenant('bench-2')];
  return { password: PASSWORD, read, create, shops, clinics, schools, salons, couriers };
}

/**
 * Every tenant but the first two becomes a business, or only the first `count` of them.
 * @param fill fills those of some ids; says what is there, by id
 */
async function openBusinesses(owner, fill, count = null) {
  const { rows } = await owner.query(
    `select u.tenant_id as id, t.slug, u.email as admin from core.users u join core.tenants t on t.id = u.tenant_id
     where t.slug like 'bench-%' and t.slug not in ('bench-1', 'bench-2') and u.email like 'user1@%' order by t.id
     limit $1`,
    [count],
  );
  const filled = await fill(
    owner,
    rows.map(({ id }) => id),
  );
  return rows.map((tenant) => ({ ...tenant, ...filled.get(tenant.id) }));
}
