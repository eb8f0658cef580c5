import { parties } from '../support/logistics.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

// A start of the service, on a machine that may be busy.
jest.setTimeout(120_000);

/** Every number that is inserted without asking counts as taken here: so all of these requests are done a second time. */
const EVERY_NUMBER_TAKEN = `
  create sequence public.refused;
  create function public.taken() returns trigger language plpgsql security definer as $$
    begin
      if current_query() not ilike '%on conflict%' then
        perform nextval('public.refused');
        raise unique_violation using message = 'taken', constraint = 'shipments_tracking_number';
      end if;
      return new;
    end $$;
  create trigger taken before insert on logistics.shipments for each row execute function public.taken();`;

let database: OwnDatabase;
let service: OwnService;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  for (const statement of EVERY_NUMBER_TAKEN.split(/(?<=refused;|\$\$;)/)) await sql(database.ownerUrl, statement);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const count = async (table: string, tenant_id: string, more = 'true'): Promise<number> => {
  const [row] = await sql<{ n: number }>(
    database.ownerUrl,
    `select count(*)::int as n from ${table} where tenant_id = $1 and ${more}`,
    [tenant_id],
  );
  return row?.n as number;
};

it('A-281: a shipment whose number is taken is made with another, once, with all that belongs to it', async () => {
  const tenant = await newTenantAt(service);
  const { token } = tenant.admin;
  const body = { ...parties, package_details: { weight_kg: 1 } };
  const post = (headers: Record<string, string> = {}) =>
    at(service).send('POST', '/api/v1/logistics/shipments/', { body, token, headers });
  const made = await Promise.all([
    ...Array.from({ length: 20 }, () => post()),
    ...Array.from({ length: 5 }, () => post({ 'Idempotency-Key': 'the-same' })),
  ]);
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  const numbers = made.map(({ body }) => body.data.tracking_number as string);
  expect(new Set(numbers).size).toBe(21);
  const [refused] = await sql<{ n: number }>(database.ownerUrl, 'select last_value::int as n from public.refused');
  expect(refused?.n).toBeGreaterThanOrEqual(21);
  expect([
    await count('logistics.shipments', tenant.id),
    await count('logistics.shipment_events', tenant.id),
    await count('kernel.outbox', tenant.id, `name = 'logistics.shipment_created'`),
    await count('kernel.audit_entries', tenant.id, `record_type = 'shipment'`),
  ]).toEqual([21, 21, 21, 21]);
});
