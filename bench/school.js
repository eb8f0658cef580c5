/**
 * The cost of a school's larger requests compared with small ones of their kind, in turns of one service, one request at a time over
 * one connection: a register of 30 students against one record, and a report card of 10 subjects with 6 assessments each
 * against one of 2 with 2.
 *
 *   node bench/school.js [--quick] [--rounds 60] [--schools 100] [--json FILE]
 */
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ask, summaryOf } from './client.js';
import { SCHOOLS, growGrades } from './education-data.js';
import { cpuOf, cpuOfPostgres } from './machine.js';
import { table } from './report.js';
import { signIn, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    rounds: { type: 'string' },
    schools: { type: 'string' },
    json: { type: 'string' },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 20 : 60));
const schools = Number(options.schools ?? (options.quick ? 2 : SCHOOLS));
const WARM_UP = options.quick ? 20 : 60;
/** /proc counts CPU time in hundredths of a second: it takes many requests to be told. */
const REQUESTS_FOR_CPU = options.quick ? 40 : 100;
const REGISTER = 30;

const EDUCATION = '/api/v1/education';

/** A day that no record is of yet. */
const dayAfter = (n) => new Date(Date.parse('2031-01-01') + n * 86_400_000).toISOString().slice(0, 10);

/** The comparisons: name → the n-th request of its kind. */
function kindsOf({ classes, students }, { many, few }) {
  const [class_id] = classes;
  const line = (student_id) => ({ student_id, status: 'present', time_in: '07:25:00' });
  return {
    'one record': (n) => ({
      method: 'POST',
      path: `${EDUCATION}/attendance/`,
      body: { ...line(students[0]), class_id, date: dayAfter(n) },
    }),
    [`register of ${REGISTER}`]: (n) => ({
      method: 'POST',
      path: `${EDUCATION}/classes/${class_id}/attendance/`,
      body: { date: dayAfter(n), records: students.slice(0, REGISTER).map(line) },
    }),
    'report card, 2 × 2': () => ({ path: `${EDUCATION}/students/${few}/report-card/` }),
    'report card, 10 × 6': () => ({ path: `${EDUCATION}/students/${many}/report-card/` }),
  };
}

/** Two students who have grades of nothing else. */
async function graded(owner, { id, students }) {
  const [many, few] = students.slice(-2);
  await owner.query('delete from education.grades where tenant_id = $1 and student_id = any($2)', [id, [many, few]]);
  await growGrades(owner, id, [many], 10, 6);
  await growGrades(owner, id, [few], 2, 2);
  return { many, few };
}

async function compare(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { schools });
  const [school] = database.facts.schools;
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const kinds = Object.entries(kindsOf(school, await graded(owner, school)));
  await owner.query('vacuum analyze');
  await owner.end();
  const environment = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
  const service = await startService(join(folder, 'service.log'), environment);
  onEnd(service.stop);
  await signIn(service, { ...database.facts, shops: [], clinics: [], schools: [school] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onEnd(() => agent.destroy());
  let sent = 0;
  const send = (request) => ask(agent, service.port, { ...request((sent += 1)), token: school.token });

  const taken = new Map(kinds.map(([name]) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [name, request] of kinds) {
      const { milliseconds } = await send(request);
      if (round >= 0) taken.get(name).push(milliseconds);
    }
  }
  const found = {};
  for (const [name, request] of kinds) {
    const clocks = () => [cpuOf(service.pid), cpuOfPostgres(database.postmaster)];
    const before = clocks();
    for (let i = 0; i < REQUESTS_FOR_CPU; i += 1) await send(request);
    const [node_us, postgres_us] = clocks().map((micros, i) => (micros - before[i]) / REQUESTS_FOR_CPU);
    found[name] = { ...summaryOf(taken.get(name)), node_us, postgres_us };
  }
  return found;
}

const found = await withUndo(compare);
const small = Object.keys(found).filter((_, i) => i % 2 === 0);
const rows = Object.entries(found).map(([name, { median, fastest, slowest, node_us, postgres_us }], i) => [
  name,
  ...[median, fastest, slowest].map((ms) => ms.toFixed(2)),
  `${(median / found[small[Math.floor(i / 2)]].median).toFixed(1)}×`,
  ...[node_us, postgres_us].map((micros) => Math.round(micros).toLocaleString('en')),
]);
const head = ['school', 'ms, median', 'fastest', 'slowest', 'of the small one', 'µs CPU of node', 'of PostgreSQL'];
console.log(`\n${table([head, ...rows])}`);
if (options.json) await writeFile(options.json, `${JSON.stringify(found, null, 2)}\n`);
