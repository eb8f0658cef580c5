/**
 * node bench/instances.js [--counts 1,2] [--scenario retail-get] [--pairs 8] [--round 3000] [--quota 0.3]: GETs of a service
 * with several processes (INSTANCES) against one with one process, on the same database, in rounds whose order alternates.
 *
 * Says requests a second, and the CPU of a request: of the processes, of PostgreSQL and of the load. Where all of them together
 * take all processors, more processes cannot answer more: `limit` is what the processors allow at most.
 *
 * `--quota 0.3` gives each process that serves at most this part of a processor, so that PostgreSQL and the load have theirs on a
 * small machine too. It takes root, and the controller `cpu` of cgroup v1.
 */
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuOf, cpuOfPostgres } from './machine.js';
import { fillingFor } from './scenarios.js';
import { signIn, startLoad, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    counts: { type: 'string' },
    scenario: { type: 'string' },
    pairs: { type: 'string' },
    round: { type: 'string' },
    quota: { type: 'string' },
  },
});
const counts = (options.counts ?? '1,2').split(',').map(Number);
const scenario = options.scenario ?? 'retail-get';
const pairs = Number(options.pairs ?? 8);
const milliseconds = Number(options.round ?? 3_000);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);

/** A process alone serves by itself; of several the primary process does not. */
const servingOf = ({ pid }) => {
  const children = childrenOf(pid);
  return children.length === 0 ? [String(pid)] : children;
};

const CGROUP = '/sys/fs/cgroup/cpu';
const PERIOD_MICROS = 20_000;

function limit(pid, quota, onEnd) {
  const group = join(CGROUP, `usaha-bench-${pid}`);
  mkdirSync(group);
  onEnd(() => {
    // Ended processes are in no group any more.
    for (const one of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
      writeFileSync(join(CGROUP, 'cgroup.procs'), one);
    rmdirSync(group);
  });
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_MICROS));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(PERIOD_MICROS * quota)));
  writeFileSync(join(group, 'cgroup.procs'), pid);
}

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  // It makes the schema.
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, fillingFor([scenario], {}));
  const services = {};
  for (const count of counts) {
    const environment = {
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      INSTANCES: String(count),
    };
    services[count] = await startService(join(folder, `${count}.log`), environment);
    onEnd(services[count].stop);
    if (options.quota) for (const pid of servingOf(services[count])) limit(pid, Number(options.quota), onEnd);
  }
  const load = startLoad();
  onEnd(load.stop);
  await signIn(services[counts[0]], database.facts);
  const cpuOfService = ({ pid }) => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOf(Number(one)), 0);

  const run = async (count, ms) => {
    const clocks = () => [cpuOfService(services[count]), cpuOfPostgres(database.postmaster), cpuOf(load.pid)];
    const [before, begun] = [clocks(), performance.now()];
    const { requests, p50, p99, failures } = await load.run({
      scenario,
      port: services[count].port,
      facts: database.facts,
      milliseconds: ms,
    });
    const seconds = (performance.now() - begun) / 1_000;
    if (Object.keys(failures).length > 0) throw new Error(`${count}: ${JSON.stringify(failures).slice(0, 500)}`);
    const [node, postgres, client] = clocks().map((micros, at) => (micros - before[at]) / requests);
    return { rate: requests / seconds, p50, p99, node, postgres, client };
  };
  for (const count of counts) await run(count, 3_000);
  const rounds = Object.fromEntries(counts.map((count) => [count, []]));
  for (let pair = 0; pair < pairs; pair += 1)
    for (const count of pair % 2 === 0 ? counts : counts.toReversed())
      rounds[count].push(await run(count, milliseconds));
  const [least] = counts;
  for (const count of counts) {
    const of = (field) => median(rounds[count].map((round) => round[field]));
    const ratio = median(rounds[count].map((round, i) => round.rate / rounds[least][i].rate));
    const all = of('node') + of('postgres') + of('client');
    const limit = (availableParallelism() * 1_000_000) / all;
    console.log(
      `${scenario}, ${count} processes: ${of('rate').toFixed(0)} requests a second (${ratio.toFixed(2)} of ${least}), p50 ${of('p50').toFixed(1)} ms, ` +
        `CPU node ${of('node').toFixed(0)} µs, PostgreSQL ${of('postgres').toFixed(0)} µs, load ${of('client').toFixed(0)} µs; limit ${limit.toFixed(0)}`,
    );
  }
});
