import { SHIPMENT_EVENTS, awaitEvents } from '../support/awaited-events.js';
import { parties } from '../support/logistics.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

// A start of the service, on a machine that may be busy.
jest.setTimeout(120_000);

/** The first numbers that are inserted count as taken here, at most as many as one request is repeated: one may meet them all. */
const FIRST_NUMBERS_TAKEN = `
  create sequence public.inserted;
  create function public.taken() returns trigger language plpgsql security definer as $$
    begin
      if nextval('public.inserted') <= 3 then
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
  for (const statement of FIRST_NUMBERS_TAKEN.split(/(?<=inserted;|\$\$;)/)) await sql(database.ownerUrl, statement);
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
  await awaitEvents(tenant.id, SHIPMENT_EVENTS, database.ownerUrl);
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
  const [inserted] = await sql<{ n: number }>(database.ownerUrl, 'select last_value::int as n from public.inserted');
  expect(inserted?.n).toBe(24);
  expect([
    await count('logistics.shipments', tenant.id),
    await count('logistics.shipment_events', tenant.id),
    await count('kernel.outbox', tenant.id, `name = 'logistics.shipment_created'`),
    await count('kernel.audit_entries', tenant.id, `record_type = 'shipment'`),
  ]).toEqual([21, 21, 21, 21]);
});
