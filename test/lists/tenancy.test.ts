import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import {
  newBeautyAppointment,
  newBeautyProduct,
  newClient,
  newMembership,
  newPackage,
  newService,
  newStaffMember,
} from '../support/beauty.js';
import { newSoldPackage } from '../support/beauty-money.js';
import { call, type Json } from '../support/client.js';
import { newSchedule, newShipment } from '../support/logistics.js';
import { contextOf } from '../support/operations.js';
import { newTenant, newUser, type Person, type TestTenant } from '../support/people.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';
import { TEMPLATE } from '../support/global-setup.js';
import { servedRoutes, type Operation } from '../support/system-routes.js';

/**
 * A tenant meets nothing of another: neither through any route that names a record, nor in the database should the
 * service forget to ask for its own.
 */

// Some hundreds of requests, on a machine that may be busy.
jest.setTimeout(180_000);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface Target {
  mine: TestTenant;
  other: TestTenant;
  member: Person;
  /** Records of one's own, for paths that name another beneath them. */
  owners: Record<string, string>;
}

/**
 * What a parameter of a path names: records of another tenant, and such as are nobody's. A new one has to be added here; one
 * that names another thing in another context stands below the name of that context, too (`education.payment_id`).
 */
const named: Record<string, { foreign: (target: Target) => Promise<string[]> | string[]; nobodys: string[] }> = {
  tenant_id: { foreign: ({ other }) => [other.id, other.id.toUpperCase()], nobodys: [randomUUID()] },
  user_id: {
    foreign: ({ other, member }) => [member.id, String(member.number), other.admin.id],
    nobodys: [randomUUID(), '2147483647'],
  },
  subscription_id: {
    foreign: async ({ other }) => [
      await created('/v1/subscriptions', { tenant_id: other.id, plan_type: 'GROWTH', billing_cycle: 'MONTHLY' }, other),
    ],
    nobodys: [randomUUID()],
  },
  payment_method_id: {
    foreign: async ({ other }) => [await created('/api/v1/payment-methods/', { type: 'fpx' }, other)],
    nobodys: [randomUUID()],
  },
  payment_id: {
    foreign: async ({ other }) => {
      const payment_method_id = await created('/api/v1/payment-methods/', { type: 'fpx' }, other);
      return [await created('/api/v1/payments/', { amount: 10, payment_method_id }, other)];
    },
    nobodys: [randomUUID()],
  },
  product_id: {
    foreign: async ({ other }) => [await product(other)],
    nobodys: [randomUUID()],
  },
  customer_id: {
    foreign: async ({ other }) => [
      await created('/api/v1/retail/customers/', { first_name: 'Siti', last_name: 'Nur' }, other),
    ],
    nobodys: [randomUUID()],
  },
  sale_id: {
    foreign: async ({ other }) => [await sale(other)],
    nobodys: [randomUUID()],
  },
  patient_id: {
    foreign: async ({ other }) => [await patient(other)],
    nobodys: [randomUUID()],
  },
  appointment_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/healthcare/appointments/',
        {
          patient_id: await patient(other),
          doctor_id: 'dr-aminah',
          scheduled_date: '2026-12-01',
          scheduled_time: '09:00:00',
        },
        other,
      ),
    ],
    nobodys: [randomUUID()],
  },
  record_id: {
    foreign: async ({ other }) => [
      await created('/api/v1/healthcare/medical-records/', { patient_id: await patient(other) }, other),
    ],
    nobodys: [randomUUID()],
  },
  prescription_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/healthcare/prescriptions/',
        { patient_id: await patient(other), medication: 'Paracetamol', refills_allowed: 2 },
        other,
      ),
    ],
    nobodys: [randomUUID()],
  },
  bill_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/healthcare/billing/',
        { patient_id: await patient(other), items: [{ description: 'Visit', unit_price: 80 }] },
        other,
      ),
    ],
    nobodys: [randomUUID()],
  },
  'healthcare.payment_id': {
    foreign: async ({ other }) => [(await paidBill(other)).payment.id],
    nobodys: [randomUUID()],
  },
  'healthcare.credit_note_id': {
    foreign: async ({ other }) => {
      const path = `/api/v1/healthcare/billing/${(await paidBill(other)).id}/credit-notes/`;
      const { body } = await call('POST', path, { token: other.admin.token, body: { amount: 20, reason: 'x' } });
      return [body.data.credit_note.id];
    },
    nobodys: [randomUUID()],
  },
  vaccination_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/healthcare/vaccinations/',
        { patient_id: await patient(other), vaccine_type: 'MMR' },
        other,
      ),
    ],
    nobodys: [randomUUID()],
  },
  student_id: {
    foreign: async ({ other }) => [await student(other)],
    nobodys: [randomUUID()],
  },
  class_id: {
    foreign: async ({ other }) => [await schoolClass(other)],
    nobodys: [randomUUID()],
  },
  enrollment_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/education/enrollment/',
        { student_id: await student(other), class_id: await schoolClass(other) },
        other,
      ),
    ],
    nobodys: [randomUUID()],
  },
  client_id: {
    foreign: async ({ other }) => [(await newClient(other)).id],
    nobodys: [randomUUID()],
  },
  staff_id: {
    foreign: async ({ other }) => [(await newStaffMember(other)).id],
    nobodys: [randomUUID()],
  },
  service_id: {
    foreign: async ({ other }) => [(await newService(other)).id],
    nobodys: [randomUUID()],
  },
  'beauty.appointment_id': {
    foreign: async ({ other }) => [(await newBeautyAppointment(other)).id],
    nobodys: [randomUUID()],
  },
  'beauty.product_id': {
    foreign: async ({ other }) => [(await newBeautyProduct(other)).id],
    nobodys: [randomUUID()],
  },
  package_id: {
    foreign: async ({ other }) => [(await newPackage(other)).id],
    nobodys: [randomUUID()],
  },
  client_package_id: {
    foreign: async ({ other }) => [(await newSoldPackage(other)).id],
    nobodys: [randomUUID()],
  },
  membership_id: {
    foreign: async ({ other }) => [(await newMembership(other)).id],
    nobodys: [randomUUID()],
  },
  fee_id: {
    foreign: async ({ other }) => [await fee(other)],
    nobodys: [randomUUID()],
  },
  'education.payment_id': {
    foreign: async ({ other }) => [
      await created('/api/v1/education/payments/', { student_id: await student(other), amount: 180 }, other),
    ],
    nobodys: [randomUUID()],
  },
  invoice_id: {
    foreign: async ({ other }) => [await invoice(other)],
    nobodys: [randomUUID()],
  },
  'education.credit_note_id': {
    foreign: async ({ other }) => {
      const path = `/api/v1/education/invoices/${await invoice(other)}/credit-notes/`;
      return [await created(path, { amount: 1, reason: 'Salah' }, other)];
    },
    nobodys: [randomUUID()],
  },
  attendance_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/education/attendance/',
        { student_id: await student(other), date: '2026-03-10', status: 'present' },
        other,
      ),
    ],
    nobodys: [randomUUID()],
  },
  grade_id: {
    foreign: async ({ other }) => [
      await created('/api/v1/education/grades/', { student_id: await student(other), score: 1, max_score: 2 }, other),
    ],
    nobodys: [randomUUID()],
  },
  driver_id: {
    foreign: async ({ other }) => [await driver(other)],
    nobodys: [randomUUID()],
  },
  vehicle_id: {
    foreign: async ({ other }) => [
      await created('/api/v1/logistics/vehicles/', { registration_number: 'WXY 1234' }, other),
    ],
    nobodys: [randomUUID()],
  },
  shipment_id: {
    foreign: async ({ other }) => [(await newShipment(other)).id],
    nobodys: [randomUUID()],
  },
  route_id: {
    foreign: async ({ other }) => [await route(other)],
    nobodys: [randomUUID()],
  },
  'logistics.schedule_id': {
    foreign: async ({ other }) => [(await newSchedule(other)).id],
    nobodys: [randomUUID()],
  },
  tracking_number: {
    foreign: async ({ other }) => [(await newShipment(other)).tracking_number],
    nobodys: ['MY2603100000000Z'],
  },
  refund_id: {
    foreign: async ({ other }) => {
      const refunded = await call('POST', `/api/v1/retail/sales/${await sale(other)}/refund/`, {
        token: other.admin.token,
        body: {},
      });
      return [refunded.body.data.refunds[0].id];
    },
    nobodys: [randomUUID()],
  },
};

const product = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/retail/products/', { name: 'Kopi', sku: `T-${randomUUID()}`, selling_price: 10 }, tenant);

const sale = async (tenant: TestTenant): Promise<string> =>
  created('/api/v1/retail/sales/', { items: [{ product_id: await product(tenant), quantity: 2 }] }, tenant);

/** Parameters that name no tenant's record, but something that is everybody's: there nothing of another tenant may appear. */
const everybodys: Record<string, string> = {
  module_id: 'retail',
  doctor_id: 'dr-aminah',
  teacher_id: 'guru-aminah',
  // A link shows its shipment to whoever has it; this one was never made.
  token: 'A'.repeat(72),
};

const patient = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/healthcare/patients/', { first_name: 'Siti', last_name: 'Nur' }, tenant);

async function paidBill(tenant: TestTenant): Promise<{ id: string; payment: { id: string } }> {
  const items = [{ description: 'Visit', unit_price: 80 }];
  const id = await created('/api/v1/healthcare/billing/', { patient_id: await patient(tenant), items }, tenant);
  const path = `/api/v1/healthcare/billing/${id}/payments/`;
  return (await call('POST', path, { token: tenant.admin.token, body: {} })).body.data;
}

const schoolClass = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/education/classes/', { name: 'Tingkatan 4 Sains', teacher_id: 'guru-aminah' }, tenant);

const student = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/education/students/', { first_name: 'Aisyah', last_name: 'Rahman' }, tenant);
const route = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/logistics/routes/', { name: 'Laluan utara' }, tenant);
const driver = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/logistics/drivers/', { first_name: 'Ahmad', last_name: 'Faizal' }, tenant);

const fee = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/education/fees/', { fee_type: 'tuition', amount: 180 }, tenant);

async function invoice(tenant: TestTenant): Promise<string> {
  const [fee_id, student_id] = [await fee(tenant), await student(tenant)];
  const body = { fee_id, period: '2026-03', due_date: '2026-03-31', student_ids: [student_id] };
  const { body: made } = await call('POST', '/api/v1/education/invoices/', { token: tenant.admin.token, body });
  return made.data[0].id;
}

async function created(path: string, body: object, { admin }: TestTenant): Promise<string> {
  const answer = await call('POST', path, { body, token: admin.token });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return (answer.body.data ?? answer.body).id;
}

/** The parameter that a path ends in, or has at all: what goes before it names what that belongs to. */
const parameterOf = (path: string): string => [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';

/** The entry for a parameter in a table by name, or by context and name. */
function entryOf<T>(table: Record<string, T>, path: string, parameter = parameterOf(path)): T | undefined {
  return table[`${contextOf(path)}.${parameter}`] ?? table[parameter];
}

/** The body of an operation as its document has it. */
interface Schema {
  $ref?: string;
  required?: string[];
  properties?: Record<string, { example?: unknown }>;
}

const documents: Record<string, Json> = {};

function bodyOf({ method, path }: Operation): Schema | undefined {
  const document = documents[path.startsWith('/v1/') ? 'contract' : 'reference'];
  const about = document.paths[path]?.[method.toLowerCase()] ?? document.paths[`${path}/`]?.[method.toLowerCase()];
  const schema = about?.requestBody?.content['application/json'].schema as Schema | undefined;
  return schema?.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema) : schema;
}

/** The smallest body that is right, one in which every field is wrong, and none. */
function bodiesFor(operation: Operation): unknown[] {
  const schema = bodyOf(operation);
  if (!schema) return [undefined];
  const smallest = (schema.required ?? []).map((name) => [name, schema.properties?.[name]?.example]);
  const wrong = Object.keys(schema.properties ?? {}).map((name) => [name, [[]]]);
  return [Object.fromEntries(smallest), Object.fromEntries(wrong), undefined];
}

describe('every route that names a record', () => {
  let routes: Operation[];
  let target: Target;
  beforeAll(async () => {
    const { routes: served } = await servedRoutes();
    routes = served.filter(({ path }) => path.includes('{'));
    for (const surface of ['contract', 'reference'])
      documents[surface] = (await call('GET', `/docs/${surface}.json`)).body;
    const [mine, other] = [await newTenant(), await newTenant()];
    const member = await newUser(other, 'staff', { ic_number: '880202-08-1234' });
    const [sale_id, bill, invoice_id] = await Promise.all([sale(mine), paidBill(mine), invoice(mine)]);
    target = { mine, other, member, owners: { sale_id, bill_id: bill.id, invoice_id } };
  });

  const answerTo = async (method: string, path: string, id: string, body: unknown) => {
    const own = path.replace(/\{(\w+)\}(?=.*\{)/g, (_, name: string) => entryOf(target.owners, path, name) ?? '');
    const whole = `${own.replace(/\{\w+\}/, id)}${path.startsWith('/v1/') ? '' : '/'}`;
    const answer = await call(method, whole, { token: target.mine.admin.token, body });
    const said = answer.text.replace(/"timestamp":"[^"]+"/, '"timestamp":""');
    return { request: `${method} ${whole} ${JSON.stringify(body)}`, status: answer.status, said };
  };

  it('is known to this test', () => {
    const unknown = routes.filter(({ path }) => !entryOf(named, path) && !entryOf(everybodys, path));
    expect(unknown).toEqual([]);
    expect(routes.length).toBeGreaterThan(10);
    const before = routes.flatMap(({ path }) =>
      [...path.matchAll(/\{(\w+)\}(?=.*\{)/g)].map(([, name]) => ({ path, name })),
    );
    expect(before.filter(({ path, name }) => !entryOf(target.owners, path, name))).toEqual([]);
    expect(routes.filter(({ method }) => method === 'PUT').filter((route) => !bodyOf(route))).toEqual([]);
  });

  it('answers 404 to an administrator of another tenant, word for word as for an id that is nobody’s', async () => {
    const wrong: unknown[] = [];
    const ids: Record<string, string[]> = {};
    for (const path of new Set(routes.map((route) => route.path))) {
      const served = routes.filter((route) => route.path === path).map(({ method }) => method);
      const { foreign, nobodys } = entryOf(named, path) ?? {};
      if (!foreign || !nobodys) continue;
      const others = (ids[`${contextOf(path)}.${parameterOf(path)}`] ??= [
        ...(await foreign(target)),
        ...nobodys.slice(1),
      ]);
      for (const method of METHODS) {
        const expected = served.includes(method) || (method === 'HEAD' && served.includes('GET')) ? 404 : 405;
        for (const body of method === 'HEAD' ? [undefined] : bodiesFor({ method, path })) {
          const unknown = await answerTo(method, path, nobodys[0] as string, body);
          for (const answer of [unknown, ...(await Promise.all(others.map((id) => answerTo(method, path, id, body))))])
            if (answer.status !== expected || answer.said !== unknown.said) wrong.push({ ...answer, expected });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('shows nothing of another tenant where it names what is everybody’s', async () => {
    const { other } = target;
    const marker = 'only the other tenant knows this';
    const shared = routes.filter(({ path }) => entryOf(everybodys, path));
    for (const { path } of shared.filter(({ method, path: at }) => method === 'POST' && at.endsWith('/enable')))
      await call('POST', `${path.replace(/\{\w+\}/, entryOf(everybodys, path) as string)}/`, {
        token: other.admin.token,
        body: { configuration: { marker } },
      });
    const shown: unknown[] = [];
    for (const { method, path } of shared)
      for (const body of [...bodiesFor({ method, path }), { tenant_id: other.id }]) {
        const sent = method === 'GET' ? undefined : body;
        const answer = await answerTo(method, path, entryOf(everybodys, path) as string, sent);
        if (answer.said.includes(marker) || answer.said.includes(other.id)) shown.push(answer);
      }
    expect(shown).toEqual([]);
  });

  it('has changed nothing of the other tenant', async () => {
    const { other, member } = target;
    const tenant = await call('GET', `/v1/tenants/${other.id}`, { token: other.admin.token });
    expect(tenant.body).toMatchObject({ id: other.id, name: other.name, status: 'ACTIVE' });
    const user = await call('GET', `/api/v1/users/${member.id}/`, { token: other.admin.token });
    expect(user.body.data).toMatchObject({ email: member.email, role: 'staff', ic_number: '880202-08-1234' });
  });
});

/** Tables that belong to no tenant: the migrations' own, and what the installation's keys are known again by. */
const TENANTLESS = ['kernel.key_checks', 'public.usaha_migrations'];
/** Tables that the platform's door opens: never an industry's. */
const PLATFORM = [
  'core.payments',
  'core.refunds',
  'core.sessions',
  'core.sign_in_counts',
  'core.sign_in_entries',
  'core.sign_in_names',
  'core.subscriptions',
  'core.tenants',
  'core.users',
  'kernel.outbox',
];
/** In the tenants' own table a tenant is the row, and its names are unique on the platform. */
const GLOBAL_KEYS = [
  'core.sign_in_names_pkey',
  'core.tenants_domain',
  'core.tenants_pkey',
  'core.tenants_schema_name',
  'core.tenants_slug',
  'kernel.key_checks_pkey',
  'public.usaha_migrations_pkey',
];
/** Sign-in without a tenant, housekeeping, the list of tenants, and which tenants have work: not unique, and read through the platform's door. */
const GLOBAL_INDEXES = [
  'core.payments_newest',
  'core.sessions_expired',
  'core.sign_in_counts_last',
  'core.sign_in_entries_old',
  'core.subscriptions_newest',
  'core.tenants_account',
  'core.tenants_created_by',
  'core.users_any_email',
  'core.users_any_username',
  'kernel.outbox_due',
  'kernel.outbox_handled',
  'kernel.outbox_parked',
];

/** Functions that act as their owner, because a search needs an index: each answers for the transaction's tenant alone. */
const DEFINERS = [
  'beauty.clients_matching',
  'beauty.clients_with_phone_number',
  'beauty.staff_with_specialization',
  'education.students_matching',
  'education.students_with_ic_number',
  'healthcare.patients_matching',
  'healthcare.patients_matching_contact_text',
  'healthcare.patients_with_ic_number',
  'healthcare.patients_with_phone_number',
  'logistics.drivers_matching',
  'logistics.drivers_with_ic_number',
  'logistics.routes_with_destination',
  'logistics.routes_with_origin',
  'retail.customers_matching',
  'retail.customers_with_phone_number',
  'retail.products_matching',
  'retail.products_with_barcode',
];

/** The rules' own view of the catalogue: everything that is not PostgreSQL's. */
const OURS = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;

const owner = () => workerState().ownerUrl as string;
const app = () => workerState().databaseUrl as string;

describe('the schema', () => {
  const names = async (text: string): Promise<string[]> =>
    (await sql<{ name: string }>(owner(), text)).map(({ name }) => name).sort();
  const tables = (condition: string) =>
    names(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind in ('r', 'p') and ${OURS} and (${condition})`);

  it('fences every table with row level security and a policy that names the tenant', async () => {
    expect(await tables('not c.relrowsecurity')).toEqual(TENANTLESS);
    const fenced = await names(
      `select distinct n.nspname || '.' || c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
       join pg_namespace n on n.oid = c.relnamespace
       where pg_get_expr(p.polqual, p.polrelid) ~ $$^\\(+(tenant_id|id) >?=\\s.*current_setting\\('app\\.tenant_id'$$ and p.polpermissive and p.polcmd = '*'`,
    );
    expect(fenced).toEqual(await tables('c.relrowsecurity'));
    // FORCE would make the moving of shards hang (the owner only migrates).
    expect(await tables('c.relforcerowsecurity')).toEqual([]);
  });

  it('has no other policy than the tenant’s, save the platform’s on a few tables', async () => {
    const others = await names(
      `select n.nspname || '.' || c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
       join pg_namespace n on n.oid = c.relnamespace where p.polname <> 'tenant'`,
    );
    expect(others).toEqual(PLATFORM);
    const speaking = await names(
      `select n.nspname || '.' || c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
       join pg_namespace n on n.oid = c.relnamespace where pg_get_expr(p.polqual, p.polrelid) like '%app.platform%'`,
    );
    expect(speaking).toEqual(PLATFORM);
  });

  it('begins every primary key, unique key and exclusion with the tenant', async () => {
    const indexes = (condition: string) =>
      names(`select n.nspname || '.' || i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
             join pg_namespace n on n.oid = i.relnamespace
             left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
             where ${OURS} and a.attname is distinct from 'tenant_id' and ${condition}`);
    expect(await indexes('(x.indisunique or x.indisexclusion)')).toEqual(
      expect.arrayContaining(GLOBAL_KEYS.filter((name) => name.startsWith('core.'))),
    );
    const unlisted = (await indexes('(x.indisunique or x.indisexclusion)')).filter(
      (name) => !GLOBAL_KEYS.includes(name) && !name.startsWith('public.'),
    );
    expect(unlisted).toEqual([]);
    expect(await indexes('not x.indisunique and not x.indisexclusion')).toEqual(GLOBAL_INDEXES);
  });

  it('begins every foreign key with the tenant, and lets none set null or cascade an update', async () => {
    const keys = await sql<{ name: string; from: string; to: string; target: string; del: string; upd: string }>(
      owner(),
      `select k.conname as name, a.attname as "from", b.attname as "to", k.confrelid::regclass::text as target,
              k.confdeltype as del, k.confupdtype as upd
       from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1] where k.contype = 'f'`,
    );
    expect(keys.length).toBeGreaterThan(0);
    const astray = keys.filter(
      ({ from, to, target, del, upd }) =>
        from !== 'tenant_id' ||
        to !== (target === 'core.tenants' ? 'id' : 'tenant_id') ||
        !['a', 'c'].includes(del) ||
        upd !== 'a',
    );
    expect(astray).toEqual([]);
  });

  it('has no triggers and no rules', async () => {
    expect(await names(`select tgname as name from pg_trigger where not tgisinternal`)).toEqual([]);
    expect(
      await names(`select c.relname || '.' || r.rulename as name from pg_rewrite r join pg_class c on c.oid = r.ev_class
                   join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p')`),
    ).toEqual([]);
  });

  it('gives the service’s role no way round: no owner, no superuser, no BYPASSRLS, no member of such', async () => {
    const [role] = await sql(
      app(),
      `select current_user as name, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
              (select count(*)::int from pg_class where relowner = r.oid) as owned,
              (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    const nothing = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
    expect(role).toEqual({ name: 'usaha_app', ...nothing, owned: 0, memberships: 0 });
    // A definer's function or a view acts as its owner.
    expect(
      await names(`select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                   where p.prosecdef and ${OURS}`),
    ).toEqual(DEFINERS);
    expect(
      await names(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
                   where c.relkind in ('v', 'm') and ${OURS}`),
    ).toEqual([]);
  });
});

describe('the service’s own role', () => {
  let fenced: { path: string; key: string }[];
  let mine: TestTenant;
  let other: TestTenant;
  beforeAll(async () => {
    fenced = await sql(
      owner(),
      `select n.nspname || '.' || c.relname as path, case when c.oid = 'core.tenants'::regclass then 'id' else 'tenant_id' end as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and c.relrowsecurity and ${OURS}`,
    );
    [mine, other] = [await newTenant(), await newTenant()];
  });

  /** One statement in a transaction that names the tenant (or none), rolled back. */
  const tried = async (tenant_id: string | null, statement: string): Promise<string> => {
    const setting = tenant_id === null ? '' : `set local app.tenant_id = '${tenant_id}';`;
    const wrapped = `begin; ${setting} ${statement}; rollback`;
    const outcome = (await sql(app(), wrapped).catch((error: Error) => error.message)) as unknown;
    return typeof outcome === 'string' ? outcome : 'done';
  };

  it('sees nothing without a tenant, and can write nothing', async () => {
    expect(fenced.length).toBeGreaterThanOrEqual(5);
    for (const { path, key } of fenced) {
      expect({ path, rows: await sql(app(), `select * from ${path}`) }).toEqual({ path, rows: [] });
      const refused = await tried(null, `insert into ${path} (${key}) values ('${mine.id}')`);
      expect(`${path}: ${refused}`).toMatch(/violates row-level security policy/);
    }
  });

  it('sees nothing of another tenant, and can write nothing for it', async () => {
    for (const { path, key } of fenced) {
      const division = `do $$ begin if exists (select from ${path} where ${key} <> '${mine.id}') then raise 'sees others'; end if; end $$`;
      expect(`${path}: ${await tried(mine.id, division)}`).toBe(`${path}: done`);
      const refused = await tried(mine.id, `insert into ${path} (${key}) values ('${other.id}')`);
      expect(`${path}: ${refused}`).toMatch(/violates row-level security policy/);
    }
    const moved = await tried(mine.id, `update core.users set tenant_id = '${other.id}' where true`);
    expect(moved).toMatch(/violates row-level security policy/);
  });

  it('learns nothing of another tenant, nor without one, from functions that act as their owner', async () => {
    const phone = '012-345 6789';
    await sql(owner(), `update retail.products set barcode = '%' where id = $1`, [await product(mine)]);
    await created('/api/v1/retail/customers/', { first_name: 'Siti', last_name: 'Nur', phone_number: phone }, mine);
    await sql(owner(), `update healthcare.patients set ic_number_tokens = '{%}', phone_number = $2 where id = $1`, [
      await patient(mine),
      phone,
    ]);
    await newClient(mine, { phone_number: phone });
    await newStaffMember(mine, { specializations: ['%'] });
    await sql(owner(), `update education.students set ic_number_tokens = '{%}' where id = $1`, [await student(mine)]);
    await sql(owner(), `update logistics.drivers set ic_number_tokens = '{%}' where id = $1`, [await driver(mine)]);
    for (const end of ['origin', 'destination'])
      await sql(owner(), `update logistics.routes set ${end}_keys = '{%}' where id = $1`, [await route(mine)]);
    for (const name of DEFINERS) {
      const text = name.endsWith('phone_number') ? phone : '%';
      const found = (tenant_id: string | null, within: string | null) =>
        tried(
          within,
          `do $$ begin if exists (select from ${name}('${tenant_id ?? randomUUID()}', '${text}')) then raise 'found'; end if; end $$`,
        );
      expect(`${name}: ${await found(mine.id, mine.id)}`).toBe(`${name}: found`);
      expect(`${name}: ${await found(mine.id, other.id)}`).toBe(`${name}: done`);
      expect(`${name}: ${await found(mine.id, null)}`).toBe(`${name}: done`);
    }
  });

  it('can neither change nor delete what stands in a ledger', async () => {
    for (const ledger of [
      'retail.stock_movements',
      'retail.points_movements',
      'beauty.points_movements',
      'beauty.stock_movements',
      'beauty.package_sessions',
      'retail.sale_refunds',
      'retail.sale_reversals',
      'retail.sale_payments',
      'healthcare.bill_payments',
      'healthcare.bill_payment_voids',
      'healthcare.bill_credit_notes',
      'healthcare.bill_refunds',
      'education.invoice_settlements',
      'logistics.assignments',
      'logistics.maintenance_entries',
      'logistics.optimizations',
      'logistics.freight_invoices',
      'core.subscription_entries',
    ])
      for (const statement of [`update ${ledger} set created_at = now()`, `delete from ${ledger}`])
        expect(await tried(mine.id, statement)).toMatch(`permission denied for table ${ledger.split('.')[1]}`);
  });

  it('can neither change nor delete what stands on the audit trail', async () => {
    for (const statement of [
      `update kernel.audit_entries set action = 'nothing'`,
      'delete from kernel.audit_entries',
      'truncate kernel.audit_entries',
    ])
      expect(await tried(mine.id, statement)).toMatch(/permission denied for table audit_entries/);
  });

  it('can neither change nor delete what keys are known again by', async () => {
    for (const statement of [`update kernel.key_checks set fingerprint = ''`, 'delete from kernel.key_checks'])
      expect(await tried(mine.id, statement)).toMatch(/permission denied for table key_checks/);
  });

  it('sees through the platform’s door only the tables of sign-in and tenancy', async () => {
    const seen: string[] = [];
    for (const { path } of fenced) {
      const look = `set local app.platform = 'on'; do $$ begin if exists (select from ${path}) then raise 'seen'; end if; end $$`;
      if ((await tried(null, look)) !== 'done') seen.push(path);
    }
    expect(PLATFORM).toEqual(expect.arrayContaining(seen));
    expect(seen).toEqual(expect.arrayContaining(['core.sessions', 'core.tenants', 'core.users']));
  });

  it('can neither make a table nor take another role', async () => {
    expect(await tried(mine.id, 'create table core.aside (id uuid)')).toMatch(/permission denied for schema core/);
    expect(await tried(mine.id, 'create table public.aside (id uuid)')).toMatch(/permission denied for schema public/);
    expect(await tried(mine.id, 'create temporary table aside (id uuid)')).toMatch(
      /permission denied to create temporary/,
    );
    // What the migration does to the database is seen where it ran: clones do not have it.
    const right = `select has_database_privilege('usaha_app', $1, 'TEMPORARY') as allowed`;
    expect(await sql(owner(), right, [TEMPLATE])).toEqual([{ allowed: false }]);
    expect(await tried(mine.id, 'set role usaha')).toMatch(/permission denied to set role/);
    expect(await tried(mine.id, 'alter table core.users disable row level security')).toMatch(/must be owner/);
  });
});

describe('the platform’s door', () => {
  const root = join(__dirname, '../..');
  const sources = ['libs', 'apps']
    .flatMap((part) => readdirSync(join(root, part)).map((name) => join(part, name, 'src')))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => file.replaceAll(sep, '/'));

  /** Where a function of that name is called: `file: Class.method`. */
  function callersOf(name: string): string[] {
    return sources.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      if (!text.includes(name)) return [];
      const found: string[] = [];
      const visit = (node: ts.Node, within: string): void => {
        const named =
          ts.isMethodDeclaration(node) ||
          ts.isFunctionDeclaration(node) ||
          ts.isClassDeclaration(node) ||
          (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer));
        const own = named ? (node.name?.getText() ?? '') : '';
        const here = own ? `${within}${within ? '.' : ''}${own}` : within;
        const called = ts.isCallExpression(node) ? node.expression : undefined;
        const calls =
          called &&
          ((ts.isIdentifier(called) && called.text === name) ||
            (ts.isPropertyAccessExpression(called) && called.name.text === name));
        if (calls) found.push(`${file}: ${here}`);
        ts.forEachChild(node, (child) => visit(child, here));
      };
      visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true), '');
      return found;
    });
  }

  it('is used by these and no others', () => {
    expect(callersOf('runAcrossTenants').sort()).toEqual([
      'libs/core/src/auth/auth.service.ts: AuthService.attempt',
      'libs/core/src/auth/purge-expired.ts: purgeExpired',
      'libs/core/src/auth/session.registry.ts: SessionRegistry.takenBy',
      'libs/core/src/auth/sign-in-limiter.ts: SignInLimiter.across',
      'libs/core/src/payment/payment.repository.ts: PaymentRepository.listEverywhere',
      'libs/core/src/payment/payment.repository.ts: PaymentRepository.tenantOf',
      'libs/core/src/payment/refund.repository.ts: RefundRepository.loadEverywhere',
      'libs/core/src/subscription/subscription.repository.ts: SubscriptionRepository.listEverywhere',
      'libs/core/src/subscription/subscription.repository.ts: SubscriptionRepository.tenantOf',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.accountOf',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.countOf',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.created',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.everyId',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.findBeyond',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.findByIdentifier',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.findCreated',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.findEver',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.ids',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.listVisible',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.namesTaken',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.pageOfAll',
      'libs/core/src/user/user.repository.ts: UserRepository.candidates',
      'libs/core/src/user/user.repository.ts: UserRepository.candidatesIn',
      'libs/shared/src/events/backlog.ts: outboxBacklog',
      'libs/shared/src/events/dispatcher.ts: OutboxDispatcher.tenantsWithWork',
      'libs/shared/src/events/dispatcher.ts: forgetHandled',
      'libs/shared/src/events/parked.ts: parkedEvents',
      'libs/shared/src/events/parked.ts: retryParked',
    ]);
  });

  it('is the only way in', () => {
    const speaking = sources.filter((file) => readFileSync(join(root, file), 'utf8').includes('app.platform'));
    expect(speaking.sort()).toEqual([
      'libs/shared/src/schema/row-level-security.ts',
      'libs/shared/src/transaction/transaction-preamble.ts',
      'libs/shared/src/transaction/transaction.ts',
    ]);
    const opening = sources.filter((file) => readFileSync(join(root, file), 'utf8').includes('platformSetting'));
    expect(opening.sort()).toEqual([
      'apps/api/src/cli/audit/retained-trails.ts',
      'libs/shared/src/operation.ts',
      'libs/shared/src/transaction/transaction-preamble.ts',
      'libs/shared/src/transaction/transaction.ts',
    ]);
    expect(callersOf('withPlatform')).toEqual(['libs/shared/src/transaction/privileged-access.ts: runAcrossTenants']);
    expect(callersOf('withTenant')).toEqual([
      'libs/shared/src/transaction/privileged-access.ts: inTenant',
      'libs/shared/src/transaction/sharded-transaction.ts: ShardedTransaction.withTenant',
    ]);
  });
});
