/**
 * What one courier costs as it grows, among others of 2,000 shipments: its library calls compared with those of another courier
 * (`library.js`, milliseconds), and how long another one's requests wait while its reports are read over HTTP.
 *
 *   node bench/logistics-growth.js [--shipments 1000000] [--positions 10000000] [--couriers 5] [--explain] [--json FILE]
 *
 * A million shipments with their histories and ten million positions take some ten gigabytes and minutes.
 */
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  PositionHistory,
  ScheduleRepository,
  ShipmentHistory,
  ShipmentRepository,
  driverPerformanceReport,
  routeEfficiencyReport,
  shipmentsReport,
  vehiclePerformanceReport,
} from '@usaha/logistics';
import { ask, summaryOf } from './client.js';
import { OF_LISTS, OF_REPORTS, measureAll, openLibrary, shown, wholeReport } from './library.js';
import { growPositions, growRoutes, growShipments, namedOf } from './logistics-data.js';
import { cpuOfPostgres } from './machine.js';
import { table } from './report.js';
import { signIn, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    shipments: { type: 'string', default: '1000000' },
    positions: { type: 'string', default: '10000000' },
    couriers: { type: 'string', default: '5' },
    explain: { type: 'boolean' },
    json: { type: 'string' },
  },
});
/** Of the others. */
const SHIPMENTS = 2_000;
const POSITIONS = 20_000;
const shipments = Number(options.shipments);
const positions = Number(options.positions);
const ROUTES = 50;
/** The grown one's shipments go two years back. */
const DAYS = 730;
const LOGISTICS = '/api/v1/logistics';
const QUIET_MS = 5_000;
/** How often each report is read: alone for what it costs PostgreSQL, then together with another tenant's requests. */
const RUNS = 5;

const dayBefore = (n) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
const seconds = (since) => Math.round((performance.now() - since) / 1_000);

async function grow(owner, grown, others) {
  const since = performance.now();
  // From the beginning, the oldest first: added before others an index would split its pages in halves.
  for (const table of ['shipment_events', 'shipments'])
    await owner.query(`delete from logistics.${table} where tenant_id = $1`, [grown.id]);
  await owner.query('vacuum logistics.shipments, logistics.shipment_events');
  await growShipments(owner, grown, { from: 1, to: shipments, days: DAYS });
  Object.assign(grown, await namedOf(owner, grown.id));
  const shipped = seconds(since);
  await growPositions(owner, grown, positions);
  await growRoutes(owner, grown.id, { routes: ROUTES, runs: 10_000 });
  for (const other of others) {
    await growPositions(owner, other, POSITIONS);
    await growRoutes(owner, other.id, { routes: ROUTES, runs: 100 });
  }
  await owner.query('vacuum analyze');
  const { rows } = await owner.query(`
    select relname, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relnamespace = 'logistics'::regnamespace and relkind = 'r' and pg_total_relation_size(oid) > 10000000 order by pg_total_relation_size(oid) desc`);
  const sizes = rows.map(({ relname, size }) => `${relname} ${size}`).join(', ');
  console.log(`… filled in ${seconds(since)} s, the shipments in ${shipped} s: ${sizes}`);
}

/** The measurements: name → a call, and whether its rows are wanted alone. */
function listWork(database, { drivers: [driver_id], vehicles: [vehicle_id], numbers: [number], moved: [shipment_id] }) {
  const repository = new ShipmentRepository(database);
  const history = new ShipmentHistory(database);
  const positionsOf = new PositionHistory(database);
  const schedules = new ScheduleRepository(database);
  const first = { page: 1, size: 20 };
  const listed = (query) => ({ work: (ctx) => repository.list(ctx, query, first) });
  const scheduled = (query) => ({ work: (ctx) => schedules.list(ctx, query, first) });
  const track = async (ctx) => {
    await Promise.all([repository.tracked(ctx, number), history.lastOf(ctx, number, 100)]);
  };
  return {
    'shipments, page 1, rows alone': { ...listed({}), rowsAlone: true },
    'shipments, page 1, with total': listed({}),
    'by status and state, rows alone': {
      ...listed({ status: 'in_transit', destination_state: 'Penang' }),
      rowsAlone: true,
    },
    'by status and state': listed({ status: 'in_transit', destination_state: 'Penang' }),
    'by status': listed({ status: 'pending' }),
    'by origin and destination': listed({ origin_state: 'Selangor', destination_state: 'Johor' }),
    'of a service': listed({ service_type: 'express' }),
    'of a day, two months ago': listed({ date_from: dayBefore(60), date_to: dayBefore(60) }),
    'of a month, four months ago': listed({ date_from: dayBefore(150), date_to: dayBefore(120) }),
    'delivered of a day, two months ago': listed({
      status: 'delivered',
      date_from: dayBefore(60),
      date_to: dayBefore(60),
    }),
    'of a driver': listed({ driver_id }),
    'pending of a driver: none': listed({ driver_id, status: 'pending' }),
    'by tracking number in the list': listed({ tracking_number: number }),
    'by a reference': listed({ customer_reference: 'PO-2026-2' }),
    'tracking a shipment': { work: track },
    'history of a shipment': { work: (ctx) => history.list(ctx, shipment_id, first) },
    'positions of a vehicle': { work: (ctx) => positionsOf.list(ctx, vehicle_id, first) },
    'schedules of a day': scheduled({ date_from: dayBefore(60), date_to: dayBefore(60) }),
    'schedules of a driver': scheduled({ driver_id }),
  };
}

const lastMonth = { date_from: dayBefore(30), date_to: dayBefore(1) };

const reportWork = ({ vehicles: [vehicle_id] }) => ({
  'shipments by status': { work: wholeReport(shipmentsReport, {}) },
  'shipments by state': { work: wholeReport(shipmentsReport, { grouping: 'destination_state' }) },
  'shipments of a month': { work: wholeReport(shipmentsReport, lastMonth) },
  'driver performance': { work: wholeReport(driverPerformanceReport, {}) },
  'driver performance of a month': { work: wholeReport(driverPerformanceReport, lastMonth) },
  'vehicle performance': { work: wholeReport(vehiclePerformanceReport, {}) },
  'vehicle performance of a month': { work: wholeReport(vehiclePerformanceReport, lastMonth) },
  'one vehicle': { work: wholeReport(vehiclePerformanceReport, { vehicle_id }) },
  'route efficiency': { work: wholeReport(routeEfficiencyReport, {}) },
  'route efficiency of a month': { work: wholeReport(routeEfficiencyReport, lastMonth) },
}); // prettier-ignore

/** The other's lists and numbers one after the other, until told to end. @returns what each took */
async function readOn(agent, port, { numbers, token }, ended) {
  const taken = [];
  while (taken.length === 0 || !ended()) {
    const path =
      taken.length % 2 === 0
        ? `${LOGISTICS}/shipments/?status=in_transit&destination_state=Penang`
        : `${LOGISTICS}/shipments/tracking/${numbers[taken.length % numbers.length]}/`;
    taken.push((await ask(agent, port, { path, token })).milliseconds);
  }
  return taken;
}

/** The grown one's reports as they are asked for over HTTP, while another one reads. */
async function besideAnother(folder, database, grown, other, onEnd) {
  const environment = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
  const service = await startService(join(folder, 'service.log'), environment);
  onEnd(service.stop);
  const none = { shops: [], clinics: [], schools: [], salons: [] };
  await signIn(service, { ...database.facts, ...none, couriers: [grown, other] });
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  onEnd(() => agent.destroy());
  const readFor = (milliseconds) => {
    const until = performance.now() + milliseconds;
    return readOn(agent, service.port, other, () => performance.now() > until);
  };
  await readFor(QUIET_MS);
  const found = { quiet: summaryOf(await readFor(QUIET_MS)) };
  for (const report of ['shipments', 'driver-performance', 'vehicle-performance', 'route-efficiency']) {
    const read = async () =>
      (await ask(agent, service.port, { path: `${LOGISTICS}/reports/${report}/`, token: grown.token })).milliseconds;
    await read();
    const before = cpuOfPostgres(database.postmaster);
    for (let run = 0; run < RUNS; run += 1) await read();
    const postgres_ms = (cpuOfPostgres(database.postmaster) - before) / RUNS / 1_000;
    let done = false;
    const reading = readOn(agent, service.port, other, () => done);
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await read());
    done = true;
    found[report] = { ...summaryOf(runs), postgres_ms, meanwhile: summaryOf(await reading) };
  }
  return found;
}

async function growth(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, {
    couriers: Number(options.couriers),
    shipments: SHIPMENTS,
  });
  const [other, ...rest] = database.facts.couriers;
  const grown = rest.at(-1);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  console.log(`… ${shipments.toLocaleString('en')} shipments, ${positions.toLocaleString('en')} positions`);
  await grow(owner, grown, [other]);
  const library = await openLibrary(database.url, onEnd);
  const found = {};
  for (const [name, courier] of Object.entries({ other, grown })) {
    const who = { tenant_id: courier.id, actor: null, now: new Date() };
    found[name] = {
      ...(await measureAll(library, who, listWork(library, courier), OF_LISTS, options.explain)),
      ...(await measureAll(library, who, reportWork(courier), OF_REPORTS, options.explain)),
    };
  }
  return { ...found, http: await besideAnother(folder, database, grown, other, onEnd) };
}

const { other, grown, http } = await withUndo(growth);
const rows = Object.keys(grown).map((name) => [
  name,
  shown(other[name]),
  shown(grown[name]),
  `${(grown[name].median / other[name].median).toFixed(1)}×`,
]);
const head = ['ms, median / fastest', `${SHIPMENTS} shipments`, `${shipments} shipments`, ''];
console.log(`\n${table([head, ...rows])}\n`);
const { quiet, ...reports } = http;
const reads = ({ median, p99, slowest }) => [median, p99, slowest].map((ms) => ms.toFixed(1)).join(' / ');
console.log(
  table([
    ['over HTTP: ms', 'median / fastest', 'CPU of PostgreSQL', "another's requests meanwhile, median / p99 / slowest"],
    ['nothing else', '', '', reads(quiet)],
    ...Object.entries(reports).map(([name, taken]) => [
      name,
      shown(taken),
      taken.postgres_ms.toFixed(0),
      reads(taken.meanwhile),
    ]),
  ]),
);
if (options.json) await writeFile(options.json, `${JSON.stringify({ other, grown, http }, null, 2)}\n`);
