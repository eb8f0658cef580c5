import type { Answer, Json } from '../support/client.js';
import { CommandLine, type Ended } from '../support/command-line.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

jest.setTimeout(180_000);

/** For how long ended shipments tell who sent and received them: counted, and blanked when that is asked for. */

const NAME = 'Rahsia';
const SIGNATURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const DAYS = 30;
const reports = [
  ...['status', 'service_type', 'origin_state', 'destination_state'].map((group) => `shipments/?group_by=${group}&`),
  'driver-performance/?',
  'vehicle-performance/?',
  'route-efficiency/?',
  'cod-collections/?',
];

const commandLine = new CommandLine();
let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
});
beforeEach(async () => {
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  commandLine.close();
  await stopOwnServices();
  await dropDatabases();
});

const retention = (...args: string[]): Promise<Ended> =>
  commandLine.run(['retention', ...args], {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ...testSecrets,
  });
const owner = (text: string, values: unknown[] = []): Promise<Json[]> => sql<Json>(database.ownerUrl, text, values);

const on = (path: string) => `/api/v1/logistics/${path}`;
const get = (path: string): Promise<Answer> => at(service).get(on(path), tenant.admin.token);
async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Json> {
  const answer = await at(service).send('POST', on(path), { body, token: tenant.admin.token, headers });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}
const put = (path: string, body: unknown): Promise<Answer> => at(service).put(on(path), body, tenant.admin.token);

const keepFor = async (days: unknown): Promise<void> => {
  const body = { configuration: { logistics: { party_retention_days: days } } };
  const { status } = await at(service).post('/api/v1/modules/logistics/enable/', body, tenant.admin.token);
  expect(status).toBe(200);
};

const party = {
  company_name: `${NAME} Sdn. Bhd.`,
  contact_person: NAME,
  phone_number: `+6012 ${NAME}`,
  email: `${NAME}@example.com`,
  address: { street: `1, Jalan ${NAME}`, city: 'Klang', state: 'Selangor', postal_code: '41000' },
  latitude: 3.0449,
  longitude: 101.4456,
};
const location = { latitude: 3, longitude: 101, address: `Rumah ${NAME}` };
const newShipment = (extra: Json = {}, headers: Record<string, string> = {}): Promise<Json> =>
  post('shipments/', { origin: party, destination: party, ...extra }, headers);

/** Makes a shipment and its events a number of days older. */
async function age(shipment_id: string, days: number): Promise<void> {
  for (const [table, key] of [
    ['shipments', 'id'],
    ['shipment_events', 'shipment_id'],
    ['schedules', 'shipment_id'],
  ])
    await owner(`update logistics.${table} set created_at = created_at - make_interval(days => $2) where ${key} = $1`, [
      shipment_id,
      days,
    ]);
}

/** A file, of a shipment where that is said. @returns its id */
async function newFile(name: string, shipment_id?: string): Promise<string> {
  const record = shipment_id === undefined ? '' : `&resource=logistics.shipments&record_id=${shipment_id}`;
  const answer = await at(service).send('POST', `/api/v1/files/?name=${name}${record}`, {
    token: tenant.admin.token,
    raw: Buffer.from(SIGNATURE, 'base64'),
    headers: { 'content-type': 'image/png' },
  });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body.data.id;
}
const fileStatus = async (id: string): Promise<number> =>
  (await at(service).get(`/api/v1/files/${id}/content/`, tenant.admin.token)).status;

/** A shipment with a name wherever there is room for one, delivered and paid. */
async function deliveredShipment(): Promise<Json> {
  const driver = await post('drivers/', { first_name: 'Ahmad', last_name: 'Faizal' });
  const shipment = await newShipment({
    customer_reference: 'PO-7',
    notes: NAME,
    payment_method: 'cod',
    payment_amount: 59.9,
    package_details: { weight_kg: 2.5, value_myr: 150, description: NAME, special_instructions: NAME, untuk: NAME },
  });
  const { id } = shipment;
  await post('schedules/', {
    shipment_id: id,
    scheduled_date: '2026-03-02',
    special_instructions: NAME,
    contact_preferences: { phone: true },
  });
  const report = { status: 'in_transit', driver_id: driver.id, notes: NAME, location };
  await post(`shipments/${id}/update-status/`, report);
  await post(`shipments/${id}/invoice/`, { charges: [{ description: 'Penghantaran', amount: 8 }] });
  await post(`shipments/${id}/proof-of-delivery/`, {
    received_by: NAME,
    notes: NAME,
    location,
    collected_amount: 50,
    difference_reason: NAME,
    signature: SIGNATURE,
    pictures: [SIGNATURE],
  });
  return shipment;
}

/** Every answer about a shipment. */
const answersAbout = async ({ id, tracking_number }: Json): Promise<string> => {
  const paths = ['', 'events/', 'proof-of-delivery/'].map((path) => `shipments/${id}/${path}`);
  const all = [...paths, 'shipments/', `shipments/tracking/${tracking_number}/`, 'schedules/', 'drivers/'];
  const answers = await Promise.all(all.map(get));
  expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
  const audit = await at(service).get('/api/v1/audit/?page_size=100', tenant.admin.token);
  const route = await post('routes/', { name: 'Utara' });
  const tour = await post(`routes/${route.id}/optimize/`, { shipments: [id] });
  return [...answers.map(({ text }) => text), audit.text, JSON.stringify(tour)].join('\n');
};
const readReports = async (): Promise<string[]> =>
  Promise.all(
    reports.map(async (report) => {
      const { status, text } = await get(`reports/${report}format=csv`);
      expect([report, status]).toEqual([report, 200]);
      return text;
    }),
  );
/** Every row of the tenant's shipments, as it lies in the database; what was issued apart. */
const rows = async (): Promise<string> => {
  const tables = ['shipments', 'shipment_events', 'schedules', 'proofs', 'proof_pictures'];
  const read = tables.map((table) =>
    owner(`select to_jsonb(r) as row from logistics.${table} r where tenant_id = $1`, [tenant.id]),
  );
  return JSON.stringify(await Promise.all(read));
};
const markerOf = async (id: string): Promise<Date | null> =>
  (await owner('select parties_blanked_at as at from logistics.shipments where id = $1', [id]))[0]?.at;

it('A-316: counts without --erase, and changes nothing', async () => {
  await keepFor(DAYS);
  const shipment = await deliveredShipment();
  await age(shipment.id, DAYS + 1);
  const before = await rows();
  const { code, out, err } = await retention();
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`Tenant ${tenant.id}\n  shipments whose parties are past their retention of ${DAYS} days: 1\n`);
  expect(out).toContain('Nothing was changed; npm run cli -- retention --erase erases them');
  expect(out).not.toContain(NAME);
  expect(await rows()).toBe(before);
});

it('A-316: blanks who sent and received; reports are unchanged, issued documents stay, and the name is in no answer', async () => {
  await keepFor(DAYS);
  const shipment = await deliveredShipment();
  await age(shipment.id, DAYS + 1);
  const invoice = await post(`shipments/${shipment.id}/invoice/`, {});
  expect(await answersAbout(shipment)).toContain(NAME);
  const told = await readReports();

  const { code, out } = await retention('--erase');
  expect(code).toBe(0);
  expect(out).toContain('  shipments whose parties were erased: 1\n');
  expect(await rows()).not.toMatch(new RegExp(`${NAME}|3\\.0449|iVBOR`));
  expect(await readReports()).toEqual(told);
  const answers = await answersAbout(shipment);
  expect(answers).not.toMatch(new RegExp(`${NAME}|3\\.0449|iVBOR`));
  const kept = (await get(`shipments/${shipment.id}/`)).body.data;
  const address = { street: null, city: 'Klang', state: 'Selangor', postal_code: '41000', country: 'Malaysia' };
  for (const end of [kept.origin, kept.destination])
    expect(end).toEqual({
      company_name: null,
      contact_person: null,
      phone_number: null,
      email: null,
      latitude: null,
      longitude: null,
      address,
    });
  expect(kept).toMatchObject({
    customer_reference: 'PO-7',
    payment_amount: 59.9,
    package_details: { weight_kg: 2.5, value_myr: 150 },
    total_distance_km: shipment.total_distance_km,
    estimated_delivery_time: shipment.estimated_delivery_time,
    notes: null,
  });
  expect((await get('shipments/?customer_reference=po-7')).body.data).toHaveLength(1);
  expect((await get('shipments/?destination_state=selangor')).body.data).toHaveLength(1);
  expect((await get('schedules/')).body.data).toMatchObject([
    { special_instructions: null, contact_preferences: null },
  ]);
  expect((await get(`shipments/${shipment.id}/proof-of-delivery/`)).body.data).toMatchObject({
    received_by: null,
    collected_amount: 50,
  });
  expect(await post(`shipments/${shipment.id}/invoice/`, {})).toEqual(invoice);
  for (const document of ['invoice', 'delivery-order'])
    expect((await get(`shipments/${shipment.id}/${document}/`)).status).toBe(200);
  const again = await retention('--erase');
  expect(again.out).toContain('  shipments whose parties were erased: 0\n');
});

it('A-316: is of shipments that ended, whose last entry is as old, of tenants that set days from 1', async () => {
  await keepFor(DAYS);
  const ended = ['delivered', 'cancelled', 'returned'];
  const due = await Promise.all(ended.map(() => newShipment({ notes: NAME })));
  for (const [i, { id }] of due.entries()) await post(`shipments/${id}/update-status/`, { status: ended[i] });
  const running = [await newShipment({ notes: NAME }), await newShipment({ notes: NAME })];
  await post(`shipments/${running[1]?.id}/update-status/`, { status: 'in_transit' });
  for (const { id } of [...due, ...running]) await age(id, DAYS + 1);
  const late = await newShipment({ notes: NAME });
  await age(late.id, DAYS + 1);
  await post(`shipments/${late.id}/update-status/`, { status: 'returned' });
  const young = await newShipment({ notes: NAME });
  await post(`shipments/${young.id}/update-status/`, { status: 'delivered' });
  await age(young.id, DAYS - 1);
  for (const days of [null, 0, -1, '30', 36_501]) {
    await keepFor(days);
    expect((await retention('--erase')).out).not.toContain(tenant.id);
  }
  await keepFor(DAYS);
  await retention('--erase');
  const blanked = await Promise.all([...due, ...running, late, young].map(({ id }) => markerOf(id)));
  expect(blanked.map((at) => at !== null)).toEqual([true, true, true, false, false, false, false]);
});

it('A-316: what is told afterwards is blanked again: fields, an entry once it is old, a schedule', async () => {
  await keepFor(DAYS);
  const [changed, reported, scheduled] = await Promise.all([newShipment(), newShipment(), newShipment()]);
  for (const { id } of [changed, reported, scheduled]) {
    await post(`shipments/${id}/update-status/`, { status: 'cancelled' });
    await age(id, DAYS + 1);
  }
  await retention('--erase');
  const path = `shipments/${changed.id}/`;
  const sentBack = (await get(path)).body.data;
  expect((await put(path, sentBack)).status).toBe(200);
  expect(await markerOf(changed.id)).not.toBeNull();
  expect((await put(path, { notes: NAME })).status).toBe(200);
  await post('shipments/bulk-status/', {
    tracking_numbers: [reported.tracking_number],
    status: 'cancelled',
    notes: NAME,
  });
  await post('schedules/', { shipment_id: scheduled.id, scheduled_date: '2026-03-02', special_instructions: NAME });
  await retention('--erase');
  expect((await get(path)).text).not.toContain(NAME);
  expect((await get(`shipments/${reported.id}/events/`)).text).toContain(NAME);
  expect((await get('schedules/')).text).toContain(NAME);
  await age(reported.id, DAYS + 1);
  await owner(`update logistics.schedules set updated_at = updated_at - interval '31 days' where shipment_id = $1`, [
    scheduled.id,
  ]);
  await retention('--erase');
  expect(await rows()).not.toContain(NAME);
});

it('A-316: the reason of a later correction is blanked again', async () => {
  await keepFor(DAYS);
  const { id } = await deliveredShipment();
  await age(id, DAYS + 1);
  await retention('--erase');
  await post(`shipments/${id}/proof-of-delivery/correction/`, { collected_amount: 40, reason: `${NAME} membayar 40` });
  await retention('--erase');
  expect(await rows()).not.toContain(NAME);
  expect((await get(`shipments/${id}/proof-of-delivery/`)).body.data).toMatchObject({
    collected_amount: 40,
    corrections: [{ from_amount: 50, collected_amount: 40, reason: null }],
  });
});

describe('A-381: the name of a sender who was paid', () => {
  const shipmentOfSender = async (): Promise<string> => {
    const { id } = await newShipment({ payment_method: 'cod', payment_amount: 5 });
    return id;
  };
  const prove = (id: string): Promise<Json> =>
    post(`shipments/${id}/proof-of-delivery/`, { received_by: 'Tan', collected_amount: 5 });
  const owed = async (): Promise<Json[]> => (await get('reports/cod-payouts/')).body.data.rows;
  /** A statement that holds what it has done for two seconds. */
  const holding = (text: string): Promise<unknown> => owner(`do $$ begin ${text}; perform pg_sleep(2); end $$`);
  const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));
  const settled = async (): Promise<Json> => {
    const id = await shipmentOfSender();
    await prove(id);
    const [row] = await owed();
    await post('cod-payouts/', { sender_id: row?.group });
    await age(id, DAYS + 1);
    return row;
  };

  it('that is blanked while a parcel is delivered for the sender is given to a new account', async () => {
    const { group } = await settled();
    const next = await shipmentOfSender();
    const blanking = holding(`update logistics.cod_senders set name = null, phone_digits = null where id = '${group}'`);
    await soon();
    await Promise.all([blanking, prove(next)]);
    const names = (await owed()).filter(({ owed_amount }) => owed_amount > 0).map(({ label }) => label);
    expect(names).toEqual([party.company_name]);
  });

  it('is not owed to again once it is blanked, and stays where a payout is made void meanwhile', async () => {
    await keepFor(DAYS);
    await settled();
    const [payout] = (await get('cod-payouts/')).body.data;
    const voidIt = () => at(service).post(on(`cod-payouts/${payout.id}/void/`), { reason: 'x' }, tenant.admin.token);
    const voiding = holding(`update logistics.cod_senders set updated_at = now()`);
    await soon();
    const [, , refused] = await Promise.all([voiding, retention('--erase'), voidIt()]);
    // The two waited for the same sender: whichever was first, no money is owed to a sender without a name.
    const nameless = async () =>
      (await owed()).filter(({ label, owed_amount }) => owed_amount > 0 && label !== party.company_name);
    expect(await nameless()).toEqual([]);
    if (refused.status === 200) return;
    expect([refused.status, (await voidIt()).status]).toEqual([409, 409]);
    expect(await nameless()).toEqual([]);
  });

  it('stays where a parcel was being delivered for the sender when it was looked for', async () => {
    await keepFor(DAYS);
    const { group } = await settled();
    const next = await shipmentOfSender();
    const delivering = holding(
      `insert into logistics.proofs (tenant_id, id, created_at, updated_at, shipment_id, day, sender_id, expected_amount, collected_amount)
       values ('${tenant.id}', gen_random_uuid(), now(), now(), '${next}', current_date, '${group}', 5, 5)`,
    );
    await soon();
    await Promise.all([delivering, retention('--erase')]);
    expect((await owed()).map(({ label, owed_amount }) => [label, owed_amount])).toEqual([[party.company_name, 5]]);
  });
});

it('A-316: answers that are kept for an Idempotency-Key and name the shipment are forgotten, others stay', async () => {
  await keepFor(DAYS);
  const [due, other] = [{ 'idempotency-key': 'due' }, { 'idempotency-key': 'other' }];
  const [one, two] = [await newShipment({}, due), await newShipment({}, other)];
  await post(`shipments/${one.id}/update-status/`, { status: 'cancelled' });
  await age(one.id, DAYS + 1);
  await retention('--erase');
  expect((await newShipment({}, due)).id).not.toBe(one.id);
  expect((await newShipment({}, other)).id).toBe(two.id);
});

it('A-316: goes batch by batch during reports on the same shipments, each of which it leaves whole', async () => {
  await keepFor(DAYS);
  const template = await newShipment({ notes: NAME });
  await post(`shipments/${template.id}/update-status/`, { status: 'delivered', notes: NAME });
  await age(template.id, DAYS + 1);
  const COPIES = 1_300;
  const columns = async (table: string): Promise<string[]> =>
    (
      await owner(
        `select attname as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
        [table],
      )
    ).map(({ name }) => name);
  const copy = async (table: string, ids: Record<string, string>, where: string): Promise<void> => {
    const names = await columns(table);
    const values = names.map((name) => ids[name] ?? `r.${name}`);
    await owner(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
       from ${table} r, generate_series(1, ${COPIES}) n where ${where}`,
      [template.id],
    );
  };
  const nth = `md5(n || '${template.id}')::uuid`;
  await copy('logistics.shipments', { id: nth, tracking_number: `r.tracking_number || n` }, 'r.id = $1');
  await copy('logistics.shipment_events', { id: `md5(n || r.id::text)::uuid`, shipment_id: nth }, 'r.shipment_id = $1');
  const ids = (
    await owner('select id from logistics.shipments where tenant_id = $1 order by md5(id::text) limit 120', [tenant.id])
  ).map(({ id }) => id as string);
  const erasing = retention('--erase');
  for (const id of ids) await post(`shipments/${id}/update-status/`, { status: 'delivered', notes: 'Baharu' });
  const { code, out } = await erasing;
  expect(code).toBe(0);
  const erased = Number(/parties were erased: (\d+)/.exec(out.slice(out.indexOf(tenant.id)))?.[1]);
  expect(erased).toBeGreaterThanOrEqual(COPIES + 1 - ids.length);
  // The report made at the same time tells of it still: the entry is new.
  const [reported] = await owner(
    `select count(*)::int as n from logistics.shipment_events where shipment_id = any($1) and notes = 'Baharu'`,
    [ids],
  );
  expect(reported?.n).toBe(ids.length);
  const [left] = await owner(
    `select count(*)::int as n from logistics.shipments where tenant_id = $1 and parties_blanked_at is null`,
    [tenant.id],
  );
  expect(left?.n).toBe(ids.length);
  const [told] = await owner(
    `select count(*)::int as n from logistics.shipments r where tenant_id = $1 and notes = $2 and not (id = any($3))`,
    [tenant.id, NAME, ids],
  );
  expect(told?.n).toBe(0);
  expect((await retention('--erase')).out).toContain('  shipments whose parties were erased: 0\n');
});

it('A-493: files of the shipment go with its parties, those of others stay, and later ones go as late', async () => {
  const { id } = await newShipment();
  const [photograph, order] = [await newFile(NAME), await newFile(NAME, id)];
  const proof = { received_by: NAME, pictures: [SIGNATURE], picture_ids: [photograph] };
  expect(await post(`shipments/${id}/proof-of-delivery/`, proof)).toMatchObject({ picture_ids: [photograph] });
  const neighbour = await newShipment();
  const theirs = await newFile(NAME, neighbour.id);
  await age(id, DAYS + 1);
  await keepFor(DAYS);
  expect((await retention('--erase')).code).toBe(0);
  expect(await Promise.all([photograph, order, theirs].map(fileStatus))).toEqual([404, 404, 200]);
  const { data } = (await get(`shipments/${id}/proof-of-delivery/`)).body;
  expect(data).toMatchObject({ received_by: null, pictures: [{ content: null }], picture_ids: [] });
  const rows = await owner(
    `select r.name, r.key, (select count(*)::integer from core.file_chunks c where c.file_id = r.id) as chunks
       from core.files r where r.id = any($1)`,
    [[photograph, order]],
  );
  expect(rows).toEqual([1, 2].map(() => ({ name: null, key: null, chunks: 0 })));

  const late = await newFile(NAME, id);
  expect((await retention('--erase')).code).toBe(0);
  expect(await fileStatus(late)).toBe(200);
  await owner('update core.files set updated_at = updated_at - make_interval(days => $2) where id = $1', [
    late,
    DAYS + 1,
  ]);
  expect((await retention('--erase')).code).toBe(0);
  expect(await Promise.all([late, theirs].map(fileStatus))).toEqual([404, 200]);
});
