/**
 * node bench/events.js [--against FOLDER] [--cases nothing,again,before] [--scenarios retail-sale] [--pairs 15] [--round 1000]: what a sale, a new product and a GET cost where nothing listens,
 * where the feed of every tenant is on, and where a webhook endpoint awaits everything, each in rounds whose order alternates.
 * CPU of the service and of PostgreSQL for a request is compared, since a busy machine slows all of them.
 *
 * `--against` names the folder of another checkout that was built: `before` is its service, on a database that its own bench has filled,
 * since an earlier release cannot write into the schema of a later one. All cases of all scenarios take twenty minutes: name those that
 * are wanted. It tells its progress on standard error.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cpuOf, cpuOfPostgres, postgresOf } from './machine.js';
import { withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    cases: { type: 'string' },
    scenarios: { type: 'string' },
    pairs: { type: 'string' },
    round: { type: 'string' },
  },
});
const pairs = Number(options.pairs ?? 15);
const milliseconds = Number(options.round ?? 1_000);
const KNOWN = ['retail-sale', 'retail-create', 'retail-get'];
const SCENARIOS = options.scenarios?.split(',') ?? KNOWN;
/** A change of what is awaited holds everywhere after a second. */
const KNOWN_MS = 1_200;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const percent = (ratio) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)} %`;
const tell = (what) => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const strange = SCENARIOS.find((name) => !KNOWN.includes(name));
if (strange) throw new Error(`--scenarios: some of ${KNOWN}`);

/** @throws for requests that were not answered as they should */
function requireRight(name, result) {
  const { failures } = result;
  if (Object.keys(failures).length > 0) throw new Error(`${name}: ${JSON.stringify(failures).slice(0, 500)}`);
  return result;
}

/** A service of a checkout on a database of its release, and the load of its bench. */
async function sideOf(root, onEnd, others = []) {
  const part = (file) => import(pathToFileURL(join(root, 'bench', file)));
  const [setUp, servers, { fillingFor }] = await Promise.all(['set-up.js', 'servers.js', 'scenarios.js'].map(part));
  const folder = await setUp.makeFolder(onEnd);
  // It makes the schema.
  await setUp.measureStart(folder);
  const database = await setUp.openFilledDatabase(folder, onEnd, fillingFor(['retail-sale'], {}));
  const environment = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
  const service = await servers.startService(join(folder, 'service.log'), environment);
  onEnd(service.stop);
  const load = servers.startLoad();
  onEnd(load.stop);
  await servers.signIn(service, database.facts);
  return { database, postmaster: postgresOf(process.pid, others), service, load };
}

await withUndo(async (onEnd) => {
  tell('filling databases');
  const own = await sideOf(fileURLToPath(new URL('..', import.meta.url)), onEnd);
  const sides = { nothing: own, again: own, feed: own, everything: own };
  if (options.against) sides.before = await sideOf(resolve(options.against), onEnd, [own.postmaster]);
  const owner = new pg.Client({ connectionString: own.database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());

  const awaited = { feed: [[], 'now()'], everything: [['*'], 'null'] };
  /** Endpoints themselves are none: deliveries are made and sent apart from the request. */
  let heard = null;
  async function listen(name) {
    if (sides[name] !== own) return;
    const of = awaited[name] ? name : 'nothing';
    if (of === heard) return;
    heard = of;
    await owner.query('delete from core.event_interests');
    const [types, since] = awaited[name] ?? [];
    if (types)
      await owner.query(
        `insert into core.event_interests (tenant_id, id, endpoint_types, inner_types, feed_since, feed_read_at)
         select t.id, t.id, $1, '{}', ${since}, ${since} from core.tenants t`,
        [types],
      );
    await pause(KNOWN_MS);
  }
  const cases = options.cases?.split(',') ?? Object.keys(sides);
  const unknown = cases.filter((name) => !sides[name]);
  if (unknown.length > 0 || !cases.includes('nothing'))
    throw new Error(`--cases: nothing and some of ${Object.keys(sides)}`);
  const names = cases;
  const run = (name, scenario, more) => {
    const { load, service, database } = sides[name];
    return load.run({ scenario, port: service.port, facts: database.facts, milliseconds, ...more });
  };
  for (const name of new Set(['nothing', ...names.filter((one) => one === 'before')]))
    for (const scenario of SCENARIOS) {
      tell(`warming ${name}, ${scenario}`);
      requireRight(name, await run(name, scenario, { milliseconds: 0, atLeast: 4_000 }));
    }
  for (const scenario of SCENARIOS) {
    const rounds = Object.fromEntries(names.map((name) => [name, []]));
    for (let pair = 0; pair < pairs; pair += 1) {
      tell(`${scenario}, round ${pair + 1} of ${pairs}`);
      for (let i = 0; i < names.length; i += 1) {
        // Every second pair runs backwards, so that no case always follows the same one.
        const turn = (Math.floor(pair / 2) + i) % names.length;
        const name = names[pair % 2 === 0 ? turn : names.length - 1 - turn];
        await listen(name);
        const clocks = () => [cpuOf(sides[name].service.pid), cpuOfPostgres(sides[name].postmaster)];
        const before = clocks();
        const { requests, p50 } = requireRight(name, await run(name, scenario));
        const [node, postgres] = clocks().map((micros, at) => (micros - before[at]) / requests);
        rounds[name].push({ node, all: node + postgres, p50 });
      }
    }
    for (const name of names) {
      const of = (field) => median(rounds[name].map((round) => round[field]));
      const against = (field) =>
        percent(median(rounds[name].map((round, i) => round[field] / rounds.nothing[i][field])));
      console.log(
        `${scenario} ${name.padEnd(10)} node ${of('node').toFixed(0)} µs (${against('node')}), with PostgreSQL ${of('all').toFixed(0)} µs (${against('all')}), p50 ${of('p50').toFixed(2)} ms (${against('p50')})`,
      );
    }
  }
});
