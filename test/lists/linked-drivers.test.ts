import { call, type Json } from '../support/client.js';
import { expectRefusal } from '../support/core-shapes.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { must } from '../support/healthcare.js';
import { newCodShipment, newDriver, newSchedule, newShipment } from '../support/logistics.js';
import { contextOf, operations, type DocumentedOperation } from '../support/operations.js';
import { newTenant, newUser, type Person, type TestTenant } from '../support/people.js';
import { inTurns } from '../support/retail.js';
import { newWorld, optionsOf, rightRequest, type RightRequest, type World } from '../support/right-requests.js';

/**
 * What users who are drivers may do in logistics, operation by operation: what is open to them is written here, and every
 * other operation of logistics refuses them, on whichever surface it stands.
 */

jest.setTimeout(180_000);

const SHIPMENTS = '/api/v1/logistics/shipments/';
const SCHEDULES = '/api/v1/logistics/schedules/';

const reads = [
  `GET ${SHIPMENTS}`,
  `GET ${SHIPMENTS}tracking/{tracking_number}/`,
  `GET ${SHIPMENTS}{shipment_id}/`,
  `GET ${SHIPMENTS}{shipment_id}/events/`,
  `GET ${SHIPMENTS}{shipment_id}/proof-of-delivery/`,
  `GET ${SCHEDULES}`,
  `GET ${SCHEDULES}{schedule_id}/`,
];
const moves = [
  `POST ${SHIPMENTS}bulk-status/`,
  `POST ${SHIPMENTS}{shipment_id}/update-status/`,
  `POST ${SHIPMENTS}{shipment_id}/proof-of-delivery/`,
  `PUT ${SCHEDULES}{schedule_id}/`,
];
const open = [...reads, ...moves];

/** The bodies that drivers send: they name no other driver. */
const bodies: Record<string, Json> = {
  [`POST ${SHIPMENTS}{shipment_id}/update-status/`]: { status: 'in_transit' },
  [`POST ${SHIPMENTS}{shipment_id}/proof-of-delivery/`]: { received_by: 'Tan Mei Ling', collected_amount: 59.9 },
  [`PUT ${SCHEDULES}{schedule_id}/`]: { status: 'in_progress' },
};

const inLogistics = operations.filter(({ path }) => contextOf(path) === 'logistics');
const closed = inLogistics.filter(({ name }) => !open.includes(name));
const opened = inLogistics.filter(({ name }) => open.includes(name));

let tenant: TestTenant;
let world: World;
let driver: Json;
let staff: Person;
let viewer: Person;
beforeAll(async () => {
  tenant = await newTenant();
  [world, driver] = await Promise.all([newWorld(tenant), newDriver(tenant)]);
  [staff, viewer] = await Promise.all([
    newUser(tenant, 'staff', { driver_id: driver.id }),
    newUser(tenant, 'user', { driver_id: driver.id }),
  ]);
});

/** A request about a new shipment or schedule of a driver; null: of none. */
async function requestFor({ name, path }: DocumentedOperation, driver_id: string | null): Promise<RightRequest> {
  const shipment = await newCodShipment(tenant, 59.9);
  const at = `/logistics/shipments/${shipment.id}`;
  if (driver_id) must(await on.post(`${at}/update-status`, { status: 'pending', driver_id }, tenant.admin.token), 200);
  if (name === `GET ${SHIPMENTS}{shipment_id}/proof-of-delivery/`)
    must(
      await on.post(`${at}/proof-of-delivery`, { received_by: 'Tan', collected_amount: 59.9 }, tenant.admin.token),
      201,
    );
  const schedule = path.includes('{schedule_id}')
    ? await newSchedule(tenant, { shipment_id: shipment.id, driver_id })
    : undefined;
  const { tracking_number } = shipment;
  const named: Record<string, string> = { shipment_id: shipment.id, tracking_number, schedule_id: schedule?.id };
  const body = name.endsWith('bulk-status/')
    ? { tracking_numbers: [tracking_number], status: 'in_transit' }
    : bodies[name];
  return { path: path.replace(/{(\w+)}/g, (_, parameter: string) => named[parameter] as string), body };
}

/** What each failing operation has against the promise. */
async function failing(
  which: readonly DocumentedOperation[],
  check: (operation: DocumentedOperation) => Promise<void>,
): Promise<string[]> {
  const work = which.map((operation) => async () => {
    try {
      await check(operation);
      return [];
    } catch (error) {
      return [`${operation.name}: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 300)}`];
    }
  });
  return (await inTurns(12, work)).flat();
}

it('knows operations of logistics, and every one that is open to drivers', () => {
  expect(opened.map(({ name }) => name).sort()).toEqual([...open].sort());
  expect(closed.length).toBeGreaterThan(30);
});

it.each(['staff', 'user'])(
  '%s who is a driver is refused every other operation of logistics with 403',
  async (role) => {
    const { token } = role === 'staff' ? staff : viewer;
    const wrong = await failing(closed, async (operation) => {
      const request = await rightRequest(operation, world, tenant.admin);
      const answer = await call(operation.method, request.path, optionsOf(request, token));
      expectRefusal(operation.on, answer, 403, 'FORBIDDEN');
    });
    expect(wrong).toEqual([]);
  },
);

it('staff who are drivers are granted what is open, for what is assigned to them', async () => {
  const wrong = await failing(opened, async (operation) => {
    const request = await requestFor(operation, driver.id);
    const { status, text } = await call(operation.method, request.path, optionsOf(request, staff.token));
    if (!operation.successes.includes(status)) throw new Error(`${status} ${text}`);
  });
  expect(wrong).toEqual([]);
});

it('users who are drivers read what is assigned to them, and move nothing', async () => {
  const wrong = await failing(opened, async (operation) => {
    const request = await requestFor(operation, driver.id);
    const { status, text } = await call(operation.method, request.path, optionsOf(request, viewer.token));
    const expected = moves.includes(operation.name) ? [403] : operation.successes;
    if (!expected.includes(status)) throw new Error(`${status} ${text}`);
  });
  expect(wrong).toEqual([]);
});

it.each(['no driver', 'another driver'])('what names %s is unknown to them, and in no list', async (whose) => {
  const other = whose === 'no driver' ? null : (await newDriver(tenant)).id;
  const wrong = await failing(opened, async (operation) => {
    const request = await requestFor(operation, other);
    const answer = await call(operation.method, request.path, optionsOf(request, staff.token));
    if (operation.path.includes('{')) return expectRefusal(operation.on, answer, 404);
    const expected = operation.method === 'GET' ? [] : [{ result: 'not_found', shipment_id: null }];
    const rows = (answer.body.data as Json[]).filter((row) => row.driver_id !== driver.id);
    expect([answer.status, rows]).toMatchObject([200, expected]);
  });
  expect(wrong).toEqual([]);
});

it('nothing changes for staff who are no drivers, and for managers and administrators who are', async () => {
  const { id } = await newShipment(tenant);
  const people = [await newUser(tenant, 'staff')];
  for (const role of ['manager', 'admin'] as const) people.push(await newUser(tenant, role, { driver_id: driver.id }));
  for (const { token } of people) {
    expect((await on.get(`/logistics/shipments/${id}`, token)).status).toBe(200);
    expect((await on.get('/logistics/drivers', token)).status).toBe(200);
  }
});

it('what else the business does is open to them as to others of their role', async () => {
  const lists = operations.filter(
    ({ method, path }) => method === 'GET' && !path.includes('{') && /\/(retail|healthcare|education)\//.test(path),
  );
  const wrong = await failing(lists, async ({ path }) => {
    const { status } = await call('GET', path, { token: staff.token });
    expect(status).toBe(200);
  });
  expect(wrong).toEqual([]);
});
