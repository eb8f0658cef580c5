/**
 * What jobs cost where there are many tenants without work.
 *
 *   node bench/tenants.js [--tenants 100000] [--users 500000] [--idle 120] [--against FOLDER] [--dormant] [--citus URL]
 *
 * Tenants and users are made by SQL, without the triggers and roles of a request; none has anything due. Timed are the rounds of the jobs, by
 * the code of the jobs, a scrape of `/metrics`, and the processor time of a service that is asked nothing. `--against` names the folder of
 * another checkout that was built: its schema and jobs are measured instead. A job that is stopped at `--most` seconds says so.
 * With `--dormant` each tenant has rows that jobs pass over. `--citus` names the coordinator of a cluster, as a superuser.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openCitus } from './citus.js';
import { fillDormant } from './dormant.js';
import { cpuOf, cpuOfPostgres } from './machine.js';
import { startService } from './servers.js';
import { makeFolder, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    tenants: { type: 'string', default: '100000' },
    users: { type: 'string', default: '500000' },
    idle: { type: 'string', default: '120' },
    most: { type: 'string', default: '600' },
    against: { type: 'string' },
    dormant: { type: 'boolean', default: false },
    citus: { type: 'string' },
  },
});
const tenants = Number(options.tenants);
const users = Number(options.users);
const build = resolve(options.against ?? '.');
const main = join(build, 'apps/api/bundle/main.js');

/** Ids as the service makes them: a time, then randomness. PostgreSQL has `uuidv7` from 18 on. */
const ID = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
  || '8' || substr(md5(random()::text), 1, 15))::uuid`;
const FILL = `
  insert into core.tenants (id, created_at, updated_at, name, slug, schema_name, email, address, business_type, subscription_plan, pricing_model, status, settings)
  select ${ID}, now() - interval '60 days', now(), 'Kedai ' || n, 'idle-' || n, 'tenant_idle_' || n, 'kedai' || n || '@bench.example', '{}',
         'retail', 'starter', 'subscription', 'active', '{}' from generate_series(1, $1::int) n`;
const FILL_USERS = `
  insert into core.users (tenant_id, id, created_at, updated_at, username, email, password_hash, first_name, last_name, role, status, permissions, mfa_enabled)
  select t.id, ${ID}, now(), now(), 'user' || n || '@' || t.slug || '.example', 'user' || n || '@' || t.slug || '.example', 'none',
         'Mei Ling', 'Tan', case when n = 1 then 'admin' else 'staff' end, 'active', '{}', false
    from core.tenants t, generate_series(1, $1::int) n where t.slug like 'idle-%'`;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** @returns milliseconds, and how far the work came where it was stopped */
async function timed(work) {
  const begin = performance.now();
  let stopped = false;
  const isStopping = () => (stopped ||= performance.now() - begin > Number(options.most) * 1_000);
  await work(isStopping);
  return `${((performance.now() - begin) / 1_000).toFixed(2)} s${stopped ? ', and was stopped' : ''}`;
}

/** The rounds of the jobs of a build, in this process. */
async function jobsOf(url, onEnd) {
  const from = (path) => import(join(build, path));
  const [{ NestFactory }, { ContextsModule }, { Housekeeping }, { entities }] = await Promise.all([
    import('@nestjs/core'),
    from('apps/api/dist/app/contexts.module.js'),
    from('apps/api/dist/jobs/housekeeping.js'),
    from('apps/api/dist/database/persistence.js'),
  ]);
  const [core, education, shared, operation] = await Promise.all([
    from('libs/core/dist/index.js'),
    from('libs/education/dist/index.js'),
    from('libs/shared/dist/index.js'),
    from('libs/shared/dist/operation.js'),
  ]);
  const dataSource = await operation.createDataSource({ url, entities, poolSize: 10 }).initialize();
  const keyring = new shared.Keyring([['bench', Buffer.alloc(32, 1)]], Buffer.alloc(32, 2));
  const database = await shared.Database.over(dataSource, keyring);
  const app = await NestFactory.createApplicationContext(
    ContextsModule.over({ database, publicUrl: null, tokens: { keys: [['bench', Buffer.alloc(32, 1)]] } }),
    { logger: false, abortOnError: false },
  );
  onEnd(() => app.close().then(() => database.end()));
  const failed = (error) => {
    throw error;
  };
  const now = () => new Date();
  const types = Reflect.getMetadata('design:paramtypes', Housekeeping);
  const housekeeping = new Housekeeping(...types.map((type) => app.get(type, { strict: false })));
  const mailer = { send: () => Promise.resolve({ kind: 'accepted' }) };
  const nodes = app.get(core.ShardNodes);
  const dispatcher = new shared.OutboxDispatcher(database, {
    now,
    failed,
    nodes: () => nodes.list(now()),
    perNode: (tenant_ids) => nodes.perNode(now(), tenant_ids),
  });
  return {
    "the dispatcher's look": () => dispatcher.drain(),
    'the look for webhooks': (isStopping) => app.get(core.DeliverySender).begin({ now, failed, isStopping }).search(),
    settlement: (isStopping) => app.get(core.Settlement).settlePending({ now, failed, isStopping }),
    renewals: (isStopping) => app.get(core.Renewals).run({ now, failed, isStopping }),
    'invoices of schools': (isStopping) =>
      app.get(education.FeeRounds, { strict: false }).run(now, { failed, isStopping }),
    notifications: (isStopping) =>
      app.get(core.NotificationService).sendDue({ mailer, texts: null, now, failed, isStopping }),
    housekeeping: (isStopping) => housekeeping.run({ failed, isStopping }),
  };
}

/** @returns an embedded PostgreSQL with the schema of the build */
async function openPlain(folder, onEnd) {
  const first = await startService(join(folder, 'first.log'), { DATA_DIR: join(folder, 'data') }, [], main);
  await first.stop();
  const { postmaster, ...database } = await openFilledDatabase(folder, onEnd, {});
  return { ...database, postmasters: [postmaster] };
}

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  const database = options.citus
    ? await openCitus(options.citus, join(build, 'apps/api/bundle/cli.js'), onEnd)
    : await openPlain(folder, onEnd);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  await owner.query(FILL, [tenants]);
  await owner.query(FILL_USERS, [Math.round(users / tenants)]);
  if (options.dormant) await fillDormant(owner, `t.slug like 'idle-%'`);
  await owner.query('vacuum analyze');
  console.log(`${build}: ${tenants} tenants, ${users} users${options.dormant ? ', dormant' : ''}`);

  const jobs = await jobsOf(database.url, onEnd);
  for (const [name, work] of Object.entries(jobs)) {
    if (name.includes('look')) await work(() => false);
    console.log(`${name}: ${await timed(work)}`);
  }

  const environment = {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    METRICS_PORT: '0',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@usaha.example',
    PUBLIC_URL: 'https://usaha.example',
  };
  const service = await startService(join(folder, 'service.log'), environment, [], main);
  onEnd(service.stop);
  const [, url] = /metrics: (http[^\s"]+)/.exec(readFileSync(join(folder, 'service.log'), 'utf8')) ?? [];
  await pause(20_000);
  const scrapes = [];
  for (let i = 0; url && i < 5; i += 1) {
    const begin = performance.now();
    await (await fetch(url)).text();
    scrapes.push(performance.now() - begin);
    await pause(6_000);
  }
  console.log(`/metrics at ${url}: ${scrapes.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  const clocks = () => [cpuOf(service.pid), ...database.postmasters.map(cpuOfPostgres)];
  const before = clocks();
  await pause(Number(options.idle) * 1_000);
  const [node, ...postgres] = clocks().map((micros, i) =>
    ((micros - before[i]) / (Number(options.idle) * 10_000)).toFixed(2),
  );
  console.log(`idle for ${options.idle} s: service ${node} % of a core, PostgreSQL ${postgres.join(' %, ')} %`);
});
