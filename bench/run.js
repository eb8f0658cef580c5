/**
 * npm run bench: a bare node:http + pg server and this service, side by side on the same rows of the same PostgreSQL.
 *
 *   node bench/run.js [--quick] [--only get,list,create,login,retail,healthcare,education,beauty,logistics]
 *     [--schools 100] [--salons 100] [--couriers 10] [--json FILE]
 *
 * `core`, `retail`, `healthcare`, `education`, `beauty` and `logistics` stand for all scenarios of theirs; a quick run does core
 * alone: shops, clinics, schools, salons and couriers take minutes to fill. Of schools and of salons there are 100, of couriers 10,
 * in a quick run 4.
 *
 * Each scenario is measured in pairs of short rounds, one on each server, whose order alternates: a busy machine
 * slows both of a pair, so the median of the pairs' ratios says more than any figure of a single round.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SALONS } from './beauty-data.js';
import { SCHOOLS } from './education-data.js';
import { cpuOf, cpuOfMachine, cpuOfPostgres, memoryOf } from './machine.js';
import { COURIERS } from './logistics-data.js';
import { describe } from './report.js';
import { fillingFor, scenarios, scenariosNamed } from './scenarios.js';
import { signIn, startBare, startLoad, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    schools: { type: 'string' },
    salons: { type: 'string' },
    couriers: { type: 'string' },
    json: { type: 'string' },
  },
});
const { pairs, round, warmUp } = options.quick
  ? { pairs: 3, round: 700, warmUp: 0.5 }
  : { pairs: 5, round: 2_500, warmUp: 2 };
const chosen = scenariosNamed(
  options.only ?? (options.quick ? 'core' : 'core,retail,healthcare,education,beauty,logistics'),
);
const schools = Number(options.schools ?? (options.quick ? 4 : SCHOOLS));
const salons = Number(options.salons ?? (options.quick ? 4 : SALONS));
const couriers = Number(options.couriers ?? (options.quick ? 4 : COURIERS));

const spread = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], min: sorted[0], max: sorted.at(-1) };
};

/** Every path of an object's keys, those of a list's first element too: what a consumer can rely on. */
const keysOf = (value, path = '') =>
  typeof value === 'object' && value !== null
    ? Object.entries(Array.isArray(value) ? value.slice(0, 1) : value).flatMap(([key, inner]) =>
        keysOf(inner, `${path}.${key}`),
      )
    : [path];

async function checkSame(load, servers, job) {
  const answers = [];
  for (const server of servers) answers.push(await load.sample({ ...job, port: server.port }));
  const [bare, ours] = answers.map(({ status, body }) => [status, ...keysOf(JSON.parse(body)).sort()].join(' '));
  if (bare !== ours) throw new Error(`The servers answer ${job.scenario} differently:\n${bare}\n${ours}`);
}

async function measureRound(load, server, postmaster, job) {
  const clocks = () => [cpuOf(server.pid), cpuOfPostgres(postmaster), cpuOf(load.pid), cpuOfMachine()];
  const before = clocks();
  const { requests, seconds, failures, ...latency } = await load.run({ ...job, port: server.port });
  const after = clocks();
  if (Object.keys(failures).length > 0)
    throw new Error(`${job.scenario}: requests failed:\n${JSON.stringify(failures, null, 2)}`);
  // Where there is no /proc these are NaN, and null in JSON.
  const [node, postgres, client, machine] = after.map((micros, i) => (micros ?? Number.NaN) - before[i]);
  return {
    per_second: requests / seconds,
    ...latency,
    node_us: node / requests,
    postgres_us: postgres / requests,
    /** Which part of the machine was taken by what has no part in this. */
    others: (machine - node - postgres - client) / (seconds * 1e6 * availableParallelism()),
  };
}

const summaryOf = (rounds) =>
  Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, spread(rounds.map((round) => round[name]))]));

async function measure(load, bare, ours, { postmaster, facts }, scenario) {
  const job = { scenario, facts };
  await checkSame(load, [bare, ours], job);
  const atLeast = scenarios[scenario].warmUp * warmUp;
  for (const server of [bare, ours]) await load.run({ ...job, port: server.port, milliseconds: 0, atLeast });
  const rounds = { bare: [], ours: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = ['bare', 'ours'];
    if (pair % 2 === 1) order.reverse();
    for (const name of order) {
      const server = { bare, ours }[name];
      rounds[name].push(await measureRound(load, server, postmaster, { ...job, milliseconds: round }));
    }
  }
  const ratio = spread(rounds.ours.map(({ per_second }, i) => per_second / rounds.bare[i].per_second));
  return { scenario, ratio, bare: summaryOf(rounds.bare), ours: summaryOf(rounds.ours) };
}

async function bench(onEnd) {
  const folder = await makeFolder(onEnd);
  const start = await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, fillingFor(chosen, { schools, salons, couriers }));
  const log = join(folder, 'service.log');
  const ours = await startService(log, { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl });
  onEnd(ours.stop);
  const bare = await startBare(join(folder, 'bare.log'), database.ownerUrl);
  onEnd(bare.stop);
  const load = startLoad();
  onEnd(load.stop);
  await signIn(ours, database.facts);

  const memory = () => ({ bare: memoryOf(bare.pid), ours: memoryOf(ours.pid) });
  const rest = memory();
  const results = [];
  for (const scenario of chosen) {
    console.log(`… ${scenarios[scenario].title}`);
    results.push(await measure(load, bare, ours, database, scenario));
  }
  return { node: process.version, start, memory: { rest, load: memory() }, results };
}

const report = await withUndo(bench);
console.log(describe(report));
if (options.json) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
