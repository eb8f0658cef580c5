/**
 * node bench/events.js [--against FOLDER] [--cases nothing,again,before] [--pairs 15] [--round 1000]: what a sale, a new product and a GET cost where nothing listens,
 * where the feed of every tenant is on, and where a webhook endpoint awaits everything, each in rounds whose order alternates.
 * CPU of the service and of PostgreSQL for a request is compared, since a busy machine slows all of them.
 *
 * `--against` names the folder of another checkout that was built: its service runs on the same database, and `before` is measured
 * with it.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cpuOf, cpuOfPostgres } from './machine.js';
import { fillingFor } from './scenarios.js';
import { signIn, startLoad, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    cases: { type: 'string' },
    pairs: { type: 'string' },
    round: { type: 'string' },
  },
});
const pairs = Number(options.pairs ?? 15);
const milliseconds = Number(options.round ?? 1_000);
const SCENARIOS = ['retail-sale', 'retail-create', 'retail-get'];
/** A change of what is awaited holds everywhere after a second. */
const KNOWN_MS = 1_200;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const percent = (ratio) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)} %`;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  // It makes the schema.
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, fillingFor(['retail-sale'], {}));
  const start = async (name, main) => {
    const environment = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
    const service = await startService(join(folder, `${name}.log`), environment, [], main);
    onEnd(service.stop);
    return service;
  };
  const service = await start('service');
  const services = { nothing: service, again: service, feed: service, everything: service };
  if (options.against) services.before = await start('before', resolve(options.against, 'apps/api/bundle/main.js'));
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  const load = startLoad();
  onEnd(load.stop);
  await signIn(service, database.facts);

  const awaited = { feed: [[], 'now()'], everything: [['*'], 'null'] };
  /** Endpoints themselves are none: deliveries are made and sent apart from the request. */
  async function listen(name) {
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
  const cases = options.cases?.split(',') ?? Object.keys(services);
  const unknown = cases.filter((name) => !services[name]);
  if (unknown.length > 0 || !cases.includes('nothing'))
    throw new Error(`--cases: nothing and some of ${Object.keys(services)}`);
  const names = cases;
  const run = (name, scenario, more) =>
    load.run({ scenario, port: services[name].port, facts: database.facts, milliseconds, ...more });
  for (const name of new Set(['nothing', ...names.filter((one) => one === 'before')]))
    for (const scenario of SCENARIOS) await run(name, scenario, { milliseconds: 0, atLeast: 4_000 });
  for (const scenario of SCENARIOS) {
    const rounds = Object.fromEntries(names.map((name) => [name, []]));
    for (let pair = 0; pair < pairs; pair += 1)
      for (let i = 0; i < names.length; i += 1) {
        // Every second pair runs backwards, so that no case always follows the same one.
        const turn = (Math.floor(pair / 2) + i) % names.length;
        const name = names[pair % 2 === 0 ? turn : names.length - 1 - turn];
        await listen(name);
        const clocks = () => [cpuOf(services[name].pid), cpuOfPostgres(database.postmaster)];
        const before = clocks();
        const { requests, p50, failures } = await run(name, scenario);
        if (Object.keys(failures).length > 0) throw new Error(`${name}: ${JSON.stringify(failures).slice(0, 500)}`);
        const [node, postgres] = clocks().map((micros, at) => (micros - before[at]) / requests);
        rounds[name].push({ node, all: node + postgres, p50 });
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
