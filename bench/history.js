/**
 * What a patient's medical history costs as it grows: one with few visits and one with many, read in turns of one
 * service, one request at a time over one connection. Each visit is an appointment, a medical record and a prescription,
 * and a page is 100 of each kind.
 *
 *   node bench/history.js [--visits 5,500] [--rounds 40] [--json FILE]
 */
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ask, summaryOf } from './client.js';
import { growVisits } from './healthcare-data.js';
import { cpuOf, cpuOfPostgres } from './machine.js';
import { table } from './report.js';
import { signIn, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    visits: { type: 'string', default: '5,500' },
    rounds: { type: 'string', default: '40' },
    json: { type: 'string' },
  },
});
const counts = options.visits.split(',').map(Number);
const rounds = Number(options.rounds);
/** Until V8 has compiled what opens, makes and writes a thousand records. */
const WARM_UP = 60;
/** /proc counts CPU time in hundredths of a second: it takes many requests to be told. */
const REQUESTS_FOR_CPU = 100;

/** Whether the answer is what is to be measured: the first page of each kind, and how many there are in all. */
function check(body, visits) {
  const { data } = JSON.parse(body);
  for (const kind of ['appointments', 'medical_records', 'prescriptions'])
    if (data.totals[kind] !== visits || data[kind].length !== Math.min(visits, 100))
      throw new Error(`${data[kind].length} of ${data.totals[kind]} ${kind} for ${visits} visits`);
}

/** CPU a request, of the service and of PostgreSQL, in microseconds. */
async function cpuOfReading(readOnce, service, postmaster) {
  const clocks = () => [cpuOf(service.pid), cpuOfPostgres(postmaster)];
  const before = clocks();
  for (let i = 0; i < REQUESTS_FOR_CPU; i += 1) await readOnce();
  const [node_us, postgres_us] = clocks().map((micros, i) => (micros - before[i]) / REQUESTS_FOR_CPU);
  return { node_us, postgres_us };
}

async function histories(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { withClinics: true });
  const [clinic] = database.facts.clinics;
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const patients = counts.map((visits, i) => ({ visits, tenant_id: clinic.id, id: clinic.patients[i] }));
  for (const patient of patients) await growVisits(owner, [patient], patient.visits);
  await owner.query('vacuum analyze');
  await owner.end();
  const environment = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
  const service = await startService(join(folder, 'service.log'), environment);
  onEnd(service.stop);
  await signIn(service, { ...database.facts, shops: [], clinics: [clinic], schools: [] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onEnd(() => agent.destroy());
  const readOf = ({ id }) =>
    ask(agent, service.port, {
      path: `/api/v1/healthcare/patients/${id}/medical-history/`,
      token: clinic.token,
    });

  const taken = patients.map(() => []);
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [i, patient] of patients.entries()) {
      const { milliseconds, body } = await readOf(patient);
      if (round === -WARM_UP) check(body, patient.visits);
      if (round >= 0) taken[i].push(milliseconds);
      patient.bytes = body.length;
    }
  }
  const found = [];
  for (const [i, patient] of patients.entries()) {
    const cpu = await cpuOfReading(() => readOf(patient), service, database.postmaster);
    found.push({ visits: patient.visits, bytes: patient.bytes, ...summaryOf(taken[i]), ...cpu });
  }
  return found;
}

const found = await withUndo(histories);
const ms = (value) => value.toFixed(2);
const times = (value) => `${(value / found[0].median).toFixed(1)}×`;
console.log(
  `\n${table([
    ['medical history', 'ms, median', 'of the first', 'fastest', 'slowest', 'KB', 'µs CPU of node', 'of PostgreSQL'],
    ...found.map(({ visits, bytes, median, fastest, slowest, node_us, postgres_us }) => [
      `${visits} visits`,
      ms(median),
      times(median),
      ms(fastest),
      ms(slowest),
      (bytes / 1_000).toFixed(0),
      Math.round(node_us).toLocaleString('en'),
      Math.round(postgres_us).toLocaleString('en'),
    ]),
  ])}`,
);
if (options.json) await writeFile(options.json, `${JSON.stringify(found, null, 2)}\n`);
