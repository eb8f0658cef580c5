/**
 * The cost of a salon's larger readings compared with small ones of their kind, in turns of one service, one request at a time over one
 * connection, and how many statements each sends: the history of a client with 500 visits against one with 5, the schedule of
 * a month with 300 bookings against one with 5, the free slots of a day of 20 members against those of one.
 *
 *   node bench/salon.js [--quick] [--rounds 60] [--salons 20] [--json FILE]
 */
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ahead, dayAfter, everyDay, growAppointments } from './beauty-visits.js';
import { ask, summaryOf } from './client.js';
import { cpuOf, cpuOfPostgres } from './machine.js';
import { table } from './report.js';
import { signIn, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';
import { statementsOf } from './statements.js';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    rounds: { type: 'string' },
    salons: { type: 'string' },
    json: { type: 'string' },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 20 : 60));
const salons = Number(options.salons ?? (options.quick ? 2 : 20));
const WARM_UP = options.quick ? 20 : 60;
/** /proc counts CPU time in hundredths of a second: it takes many requests to be told. */
const REQUESTS_FOR_CPU = options.quick ? 40 : 100;

const VISITS = [5, 500];
const BOOKINGS = [5, 300];
/** The month begins `from` days from now, when nothing else is booked. */
const MONTH = { from: 400, days: 30 };
/** A day with appointments that is still to come. */
const TOMORROW = dayAfter(1);

const BEAUTY = '/api/v1/beauty';

/** Gives two clients their numbers of visits, and two members their numbers of bookings in a month. */
async function fill(owner, { id, clients, services, members }) {
  const [other, ...rest] = clients.slice(VISITS.length);
  const of = clients.slice(0, VISITS.length);
  await owner.query('update beauty.appointments set client_id = $2 where tenant_id = $1 and client_id = any($3)', [
    id,
    other,
    of,
  ]);
  for (const [i, visits] of VISITS.entries())
    await growAppointments(owner, { id, services, members }, everyDay(visits, [clients[i]], 1));
  const month = { days: MONTH.from, lines: 1, perDay: BOOKINGS[1] / MONTH.days };
  for (const [i, bookings] of BOOKINGS.entries())
    await growAppointments(owner, { id, services, members: [members[i]] }, ahead(bookings, rest, month));
}

/** All members but one leave. */
const shrink = (owner, { id, members }) =>
  owner.query('update beauty.staff set deleted_at = now() where tenant_id = $1 and id <> $2', [id, members[0]]);

/** The comparisons, in pairs: name → whose, the path, and whether an answer is the one that is to be measured. */
function kindsOf(salon, alone) {
  const { clients, members } = salon;
  const history = (i, size) => ({
    salon,
    path: `${BEAUTY}/clients/${clients[i]}/history/?page_size=${size}`,
    isRight: ({ data, pagination }) => pagination.total === VISITS[i] && data.length === Math.min(VISITS[i], size),
  });
  const month = `date_from=${dayAfter(MONTH.from)}&date_to=${dayAfter(MONTH.from + MONTH.days - 1)}`;
  const schedule = (i) => ({
    salon,
    path: `${BEAUTY}/staff/${members[i]}/schedule/?${month}`,
    isRight: ({ data }) => data.days.reduce((sum, { booked }) => sum + booked.length, 0) === BOOKINGS[i],
  });
  const slots = (whose, count) => ({
    salon: whose,
    path: `${BEAUTY}/free-slots/?service_id=${whose.services[0]}&date=${TOMORROW}`,
    isRight: ({ data }) => new Set(data.map(({ staff_id }) => staff_id)).size === count,
  });
  return {
    'history of 5 visits': history(0, 20),
    'of 500, the first 20': history(1, 20),
    'history of 5 visits, again': history(0, 100),
    'of 500, the first 100': history(1, 100),
    'a month with 5 bookings': schedule(0),
    'a month with 300': schedule(1),
    'free slots of one member': slots(alone, 1),
    'of 20 members': slots(salon, members.length),
  };
}

async function compare(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { salons, counted: true });
  const [salon, alone] = database.facts.salons;
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  await fill(owner, salon);
  await shrink(owner, alone);
  await owner.query('vacuum analyze');
  const environment = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
  const service = await startService(join(folder, 'service.log'), environment);
  onEnd(service.stop);
  await signIn(service, { ...database.facts, salons: [salon, alone] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onEnd(() => agent.destroy());
  const send = ({ path, salon: { token } }) => ask(agent, service.port, { path, token });

  const kinds = Object.entries(kindsOf(salon, alone));
  const taken = new Map(kinds.map(([name]) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [name, kind] of kinds) {
      const { milliseconds, body } = await send(kind);
      if (round === -WARM_UP && !kind.isRight(JSON.parse(body)))
        throw new Error(`${name}: another answer than is to be measured: ${body.subarray(0, 500)}`);
      if (round >= 0) taken.get(name).push(milliseconds);
    }
  }
  const found = {};
  for (const [name, kind] of kinds) {
    const clocks = () => [cpuOf(service.pid), cpuOfPostgres(database.postmaster)];
    const before = clocks();
    const statements = await statementsOf(owner, REQUESTS_FOR_CPU, () => send(kind));
    const [node_us, postgres_us] = clocks().map((micros, i) => (micros - before[i]) / REQUESTS_FOR_CPU);
    found[name] = { ...summaryOf(taken.get(name)), statements, node_us, postgres_us };
  }
  return found;
}

const found = await withUndo(compare);
const pairs = Object.entries(found);
const rows = pairs.map(([name, { median, fastest, slowest, statements, node_us, postgres_us }], i) => [
  name,
  ...[median, fastest, slowest].map((ms) => ms.toFixed(2)),
  `${(median / pairs[i - (i % 2)][1].median).toFixed(1)}×`,
  statements.toFixed(1),
  ...[node_us, postgres_us].map((micros) => Math.round(micros).toLocaleString('en')),
]);
const head = [
  'salon', 'ms, median', 'fastest', 'slowest', 'of the one before', 'statements', 'µs CPU of node', 'of PostgreSQL',
]; // prettier-ignore
console.log(`\n${table([head, ...rows])}`);
if (options.json) await writeFile(options.json, `${JSON.stringify(found, null, 2)}\n`);
