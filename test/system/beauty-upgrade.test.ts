import { RefundsAfterCompletion1764940000000 } from '../../libs/beauty/dist/migrations/1764940000000-refunds-after-completion.js';
import { PackageWorth1764940300000 } from '../../libs/beauty/dist/migrations/1764940300000-package-worth.js';
import { SalonTakings1764940200000 } from '../../libs/beauty/dist/migrations/1764940200000-salon-takings.js';
import { PackageDiscounts1764980100000 } from '../../libs/beauty/dist/migrations/1764980100000-package-discounts.js';
import { VisitInvoices1764980000000 } from '../../libs/beauty/dist/migrations/1764980000000-visit-invoices.js';
import { BilledProducts1764980300000 } from '../../libs/beauty/dist/migrations/1764980300000-billed-products.js';
import { WalkIns1764980200000 } from '../../libs/beauty/dist/migrations/1764980200000-walk-ins.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import type { Json } from '../support/client.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** What the upgrades make of the visits of a salon from before. */

jest.setTimeout(120_000);

let database: OwnDatabase;
let service: OwnService;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

interface Migration {
  up(runner: unknown): Promise<void>;
  down(runner: unknown): Promise<void>;
}

/** Undoes migrations, the last first, makes the data what they were before, and does them again. */
async function upgraded(migrations: Migration[], before: () => Promise<unknown>): Promise<void> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    for (const migration of [...migrations].reverse()) await migration.down(runner);
    await before();
    for (const migration of migrations) await migration.up(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

const linesOf = (id: string): Promise<Record<string, unknown>[]> =>
  sql(
    database.ownerUrl,
    `select share::float8, tax::float8, commission::float8 from beauty.appointment_lines where appointment_id = $1 order by position`,
    [id],
  );

/** A salon that is registered for SST, and how it is asked. */
async function newSalon() {
  const own = await newTenantAt(service);
  const { send } = at(service);
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await send(method, path, { body, token: own.admin.token });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
    return answer.body.data ?? answer.body;
  };
  await ask('PUT', `/v1/tenants/${own.id}`, { settings: { sst_registration_number: 'W10-1808-32000001' } });
  return { own, ask, make: (path: string, body: unknown) => ask('POST', `/api/v1/beauty/${path}/`, body) };
}

it('shares again what refunds that were taken again, and those before the completion, had made less (A-351)', async () => {
  const { ask, make } = await newSalon();
  const client_id = (await make('clients', { first_name: 'Siti', last_name: 'Nur' })).id;
  const staff_id = (await make('staff', { first_name: 'Mei', last_name: 'Ling', commission_rate: 12.5 })).id;
  const services = await Promise.all(
    [99.97, 45.5, 0, 33.33].map((price) => make('services', { name: 'Spa', price, tax_rate: 8 })),
  );
  const lines = services.map(({ id: service_id }, i) => ({ service_id, staff_id: i % 2 ? null : staff_id }));
  const book = () => make('appointments', { client_id, services: lines, payment_status: 'paid' });
  const put = (id: string, body: unknown) => ask('PUT', `/api/v1/beauty/appointments/${id}/`, body);
  const complete = (id: string, body: unknown = {}) => make(`appointments/${id}/complete`, body);

  const [again, part, before, kept, untouched] = [await book(), await book(), await book(), await book(), await book()];
  for (const { id } of [again, part, kept]) await complete(id, { total_amount: 150.01, payment_received: true });
  for (const { id } of [again, part, kept, before]) await put(id, { payment_status: 'refunded' });
  await put(again.id, { payment_status: 'paid' });
  await make(`appointments/${part.id}/payments`, { amount: 77.77 });
  await complete(before.id);
  await complete(untouched.id);
  const all = [again, part, before, kept, untouched];
  const brought = await Promise.all(all.map(({ id }) => linesOf(id)));
  expect(brought.map((of) => of.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0))).toEqual([
    15001, 7777, 17880, 0, 17880,
  ]);

  await upgraded([new RefundsAfterCompletion1764940000000()], () =>
    // Charged less refunded was nothing.
    sql(
      database.ownerUrl,
      `update beauty.appointment_lines set share = 0, tax = 0, commission = 0 where appointment_id = any($1)`,
      [[again.id, part.id, before.id, kept.id]],
    ),
  );
  expect(await Promise.all(all.map(({ id }) => linesOf(id)))).toEqual(brought);
});

it('enters payments of packages with their receiver, and gives sessions their worth (A-352, A-354)', async () => {
  const { own, ask, make } = await newSalon();
  const client_id = (await make('clients', { first_name: 'Siti', last_name: 'Nur' })).id;
  const staff_id = (await make('staff', { first_name: 'Mei', last_name: 'Ling', commission_rate: 12.5 })).id;
  const spa = (await make('services', { name: 'Spa', price: 99.97, tax_rate: 8 })).id;
  const wash = (await make('services', { name: 'Cuci', price: 33.33 })).id;
  const services = [
    { service_id: spa, sessions: 3 },
    { service_id: wash, sessions: 2 },
  ];
  const { id: package_id } = await make('packages', { name: 'Pakej', total_price: 301.01, services });
  const sold = await make(`clients/${client_id}/packages`, { package_id, payment_method: 'cash' });
  const visits: string[] = [];
  for (const service_id of [spa, spa, wash, spa]) {
    const { id: appointment_id } = await make('appointments', { client_id, services: [{ service_id, staff_id }] });
    await make(`client-packages/${sold.id}/redeem`, { appointment_id, service_id });
    if (visits.length < 3) await make(`appointments/${appointment_id}/complete`, {});
    visits.push(appointment_id);
  }
  const state = async () => ({
    lines: await Promise.all(visits.map(linesOf)),
    sold: await sql(
      database.ownerUrl,
      'select sessions, redeemed_amount::float8 from beauty.sold_packages where tenant_id = $1',
      [own.id],
    ),
    payments: (await ask('GET', '/api/v1/beauty/payments/')).map(({ id: _, ...payment }: Json) => payment),
    closing: await ask('GET', '/api/v1/beauty/reports/daily-closing/'),
  });
  const before = await state();
  expect(before.payments).toMatchObject([{ purpose: 'package', amount: 301.01, received_by: own.admin.id }]);
  await upgraded([new SalonTakings1764940200000(), new PackageWorth1764940300000()], () =>
    sql(
      database.ownerUrl,
      `update beauty.sold_packages p set sessions = (
         select jsonb_agg(s - 'list_price' - 'tax_rate' order by n) from jsonb_array_elements(p.sessions) with ordinality e (s, n))`,
    ),
  );
  expect(await state()).toEqual(before);
});

it('leaves visits that were completed before the number of their last receipt, and packages unrefunded (A-353)', async () => {
  const { ask, make } = await newSalon();
  const client_id = (await make('clients', { first_name: 'Siti', last_name: 'Nur' })).id;
  const service_id = (await make('services', { name: 'Spa', price: 80 })).id;
  const visit = await make('appointments', { client_id, services: [{ service_id }] });
  await make(`appointments/${visit.id}/complete`, { payment_received: true });
  const services = [{ service_id, sessions: 2 }];
  const { id: package_id } = await make('packages', { name: 'Pakej', total_price: 100, services });
  const sold = await make(`clients/${client_id}/packages`, { package_id });
  const read = (id: string) => ask('GET', `/api/v1/beauty/appointments/${id}/`);
  const before = await read(visit.id);
  expect(before.invoice_number).toMatch(/^INV-/);

  const migrations = [
    new VisitInvoices1764980000000(),
    new PackageDiscounts1764980100000(),
    new WalkIns1764980200000(),
    new BilledProducts1764980300000(),
  ];
  await upgraded(migrations, () => Promise.resolve());
  expect(await read(visit.id)).toEqual({ ...before, invoice_number: null });
  const [after] = (await ask('GET', `/api/v1/beauty/clients/${client_id}/packages/`)) as Json[];
  expect(after).toEqual(sold);
  expect(await make(`appointments/${visit.id}/refunds`, { amount: 20, reason: 'x' })).toMatchObject({ amount: 20 });
  expect(await make(`client-packages/${sold.id}/refund`, { reason: 'x' })).toMatchObject({ refunded_amount: 100 });
});
