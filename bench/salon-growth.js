/**
 * What one salon costs as it grows, among others of 5,000 appointments: its library calls compared with those of another salon
 * (`library.js`, milliseconds).
 *
 *   node bench/salon-growth.js [--quick] [--appointments 200000] [--salons 20] [--explain] [--json FILE]
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { BeautyAppointmentRepository, beautySalesReport, staffPerformanceReport } from '@usaha/beauty';
import { APPOINTMENTS } from './beauty-data.js';
import { dayAfter, everyDay, growAppointments } from './beauty-visits.js';
import { OF_LISTS, OF_REPORTS, measureAll, openLibrary, shown, wholeReport } from './library.js';
import { table } from './report.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    appointments: { type: 'string', default: '200000' },
    salons: { type: 'string' },
    explain: { type: 'boolean' },
    json: { type: 'string' },
  },
});
const appointments = Number(options.appointments);
const salons = Number(options.salons ?? (options.quick ? 3 : 20));
/** 200,000 appointments in five years. */
const PER_DAY = 110;
/** How many of them one statement makes. */
const AT_ONCE = 5_000;

async function grow(owner, { id, clients, services, members }) {
  const wanted = everyDay(appointments - APPOINTMENTS, clients, PER_DAY);
  for (let from = 0; from < wanted.length; from += AT_ONCE)
    await growAppointments(owner, { id, services, members }, wanted.slice(from, from + AT_ONCE));
  await owner.query('vacuum analyze');
}

/** The measurements: name → a call, and whether its rows are wanted alone. */
function listWork(database, { clients: [client_id], members: [staff_id] }) {
  const repository = new BeautyAppointmentRepository(database);
  const first = { page: 1, size: 20 };
  const listed = (query) => ({ work: (ctx) => repository.list(ctx, query, first) });
  const [date_from, date_to] = [dayAfter(-20), dayAfter(-20)];
  return {
    'appointments, page 1, rows alone': { ...listed({}), rowsAlone: true },
    'appointments, page 1, with total': listed({}),
    'appointments of a day': listed({ date_from, date_to }),
    "a member's appointments of a day": listed({ staff_id, date_from, date_to }),
    "a member's appointments": listed({ staff_id }),
    "a client's appointments": listed({ client_id }),
    "a client's history": { work: (ctx) => repository.history(ctx, client_id, {}, first) },
    'cancelled appointments': listed({ status: 'cancelled' }),
  };
}

const lastMonth = { date_from: dayAfter(-30), date_to: dayAfter(-1) };

const reportWork = () => ({
  'staff performance': { work: wholeReport(staffPerformanceReport, {}) },
  'staff performance of a month': { work: wholeReport(staffPerformanceReport, lastMonth) },
  'sales by service': { work: wholeReport(beautySalesReport, { grouping: 'service' }) },
  'sales by service of a month': { work: wholeReport(beautySalesReport, { grouping: 'service', ...lastMonth }) },
  'sales by member': { work: wholeReport(beautySalesReport, { grouping: 'staff' }) },
  'sales by client': { work: wholeReport(beautySalesReport, { grouping: 'client' }) },
  'sales by day': { work: wholeReport(beautySalesReport, { grouping: 'day' }) },
});

async function growth(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { salons });
  const [grown, other] = database.facts.salons;
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  console.log(`… ${appointments.toLocaleString('en')} appointments`);
  await grow(owner, grown);
  const library = await openLibrary(database.url, onEnd);
  const found = {};
  for (const [name, salon] of Object.entries({ other, grown })) {
    const who = { tenant_id: salon.id, actor: null, now: new Date() };
    found[name] = {
      ...(await measureAll(library, who, listWork(library, salon), OF_LISTS, options.explain)),
      ...(await measureAll(library, who, reportWork(), OF_REPORTS, options.explain)),
    };
  }
  return found;
}

const { other, grown } = await withUndo(growth);
const rows = Object.keys(grown).map((name) => [
  name,
  shown(other[name]),
  shown(grown[name]),
  `${(grown[name].median / other[name].median).toFixed(1)}×`,
]);
const head = ['ms, median / fastest', `${APPOINTMENTS} appointments`, `${appointments} appointments`, ''];
console.log(`\n${table([head, ...rows])}`);
if (options.json) await writeFile(options.json, `${JSON.stringify({ other, grown }, null, 2)}\n`);
