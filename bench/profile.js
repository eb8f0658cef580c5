/**
 * Where the service's CPU time goes: one scenario under `node --cpu-prof`.
 *
 *   node bench/profile.js [get|list|create|login|retail-list|retail-sale|…] [--seconds 8] [--schools 100] [--salons 100] [--couriers 10] [--keep FILE.cpuprofile]
 *
 * Only what was sampled while the load ran is counted, in microseconds per request, by package and by function.
 * Time on a busy machine is longer than CPU time: the shares are what to look at.
 */
import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SALONS } from './beauty-data.js';
import { SCHOOLS } from './education-data.js';
import { COURIERS } from './logistics-data.js';
import { cpuOf } from './machine.js';
import { fillingFor, scenarios } from './scenarios.js';
import { signIn, startLoad, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    keep: { type: 'string' },
    schools: { type: 'string' },
    salons: { type: 'string' },
    couriers: { type: 'string' },
  },
  allowPositionals: true,
});
const [scenario = 'get'] = positionals;
const TOP = 25;
const INTERVAL_MICROS = 200;

/** The clock of the profile's own time stamps. */
const now = () => Number(process.hrtime.bigint() / 1_000n);

/** `pg`, `@nestjs/core`, `libs/core`; null for Node's own and native functions. */
function packageOf(url) {
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  const [, ours] = /\/((?:libs|apps)\/[^/]+)\//.exec(url) ?? [];
  return installed ?? ours ?? null;
}

const placeOf = ({ functionName, url, lineNumber }) => {
  const file = url.replace(/^.*\/node_modules\/|^.*\/(?=libs\/|apps\/)/, '');
  return `${functionName || '(anonymous)'}${file ? ` ${file}:${lineNumber + 1}` : ''}`;
};

/**
 * Microseconds of each function of the samples between two instants. Its package is the one that called it: for what
 * Node and V8 do themselves the nearest caller outside Node, so that a write to a socket counts for its writer.
 */
function selfTimes({ nodes, samples, timeDeltas, startTime }, begin, end) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const callerOf = (id) => {
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const group = packageOf(frames.get(at).url);
      if (group !== null) return group;
    }
    return 'Node itself';
  };
  const times = new Map();
  let at = startTime;
  samples.forEach((id, i) => {
    at += timeDeltas[i];
    const frame = frames.get(id);
    if (at < begin || at > end || frame.functionName === '(idle)') return;
    const place = placeOf(frame);
    const group = frame.functionName === '(garbage collector)' ? 'garbage collection' : callerOf(id);
    const key = `${place}  [${group}]`;
    const entry = times.get(key) ?? { key, group, own: packageOf(frame.url) !== null, micros: 0 };
    entry.micros += timeDeltas[i + 1] ?? 0;
    times.set(key, entry);
  });
  return [...times.values()].sort((a, b) => b.micros - a.micros);
}

async function profile(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const counts = {
    schools: Number(options.schools ?? SCHOOLS),
    salons: Number(options.salons ?? SALONS),
    couriers: Number(options.couriers ?? COURIERS),
  };
  const database = await openFilledDatabase(folder, onEnd, fillingFor([scenario], counts));
  const profiles = join(folder, 'profiles');
  await mkdir(profiles);
  const service = await startService(
    join(folder, 'service.log'),
    { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl },
    ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-interval=${INTERVAL_MICROS}`],
    '../apps/api/dist/main.js',
  );
  onEnd(service.stop);
  await signIn(service, database.facts);
  const load = startLoad();
  onEnd(load.stop);

  const job = { scenario, port: service.port, facts: database.facts };
  await load.run({ ...job, milliseconds: 0, atLeast: 2 * scenarios[scenario].warmUp });
  const [begin, cpu] = [now(), cpuOf(service.pid)];
  const { requests, seconds } = await load.run({ ...job, milliseconds: Number(options.seconds) * 1_000 });
  const [end, spent] = [now(), cpuOf(service.pid) - cpu];
  await service.stop();
  const [name] = await readdir(profiles);
  if (options.keep) await copyFile(join(profiles, name), options.keep);
  const times = selfTimes(JSON.parse(await readFile(join(profiles, name), 'utf8')), begin, end);
  return { times, requests, seconds, spent };
}

const { times, requests, seconds, spent } = await withUndo(profile);
const total = times.reduce((sum, { micros }) => sum + micros, 0);
const line = (micros, text) =>
  `${(micros / requests).toFixed(1).padStart(8)} µs ${((100 * micros) / total).toFixed(1).padStart(5)} %  ${text}`;
const groups = new Map();
for (const { group, own, micros } of times) {
  const sums = groups.get(group) ?? { all: 0, own: 0 };
  sums.all += micros;
  if (own) sums.own += micros;
  groups.set(group, sums);
}

console.log(
  `${scenarios[scenario].title}: ${requests} requests in ${seconds.toFixed(1)} s; per request ${Math.round(total / requests)} µs on the main thread as sampled, ${Math.round(spent / requests)} µs CPU of the process\n`,
);
console.log('By package, with what Node and V8 did for it (its own code alone)');
for (const [group, sums] of [...groups].sort((a, b) => b[1].all - a[1].all).slice(0, TOP))
  console.log(line(sums.all, `${group} (${(sums.own / requests).toFixed(1)})`));
console.log(`\nThe ${TOP} functions with the most self time`);
for (const { key, micros } of times.slice(0, TOP)) console.log(line(micros, key));
