/**
 * What others notice while one attacks: a calm shop reads a product over and over, first alone, then during each attack of
 * `attacks.js`, which comes from another tenant or from a caller without one. A report or a receipt of the calm shop is asked for once a
 * second, or a user with a password made there, where an attack aims at those.
 *
 *   node bench/hostile.js [--seconds 20] [--only keys,unread] [--heap 512] [--json FILE]
 *
 * `--heap` limits the service's old space, in megabytes. Shown are the calm shop's p50 and p99, its failures, and the most memory that the service took.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { attacks } from './attacks.js';
import { ask } from './client.js';
import { memoryOf, memoryOfPostgres } from './machine.js';
import { table } from './report.js';
import { growProducts, growSales, PRODUCTS } from './retail-data.js';
import { signIn, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
    json: { type: 'string' },
    heap: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const heap = options.heap ? [`--max-old-space-size=${options.heap}`] : [];
const chosen = options.only?.split(',') ?? Object.keys(attacks);
/** A request of the calm shop begins every `EVERY_MS` milliseconds on each of its connections, or when the last was answered. */
const EVERY_MS = 20;
const CONNECTIONS = 2;
/** The attack is under way before anything is measured. */
const LEAD_MS = 2_000;
/** What an attack held comes back before the next. */
const REST_MS = 3_000;
const GROWN = 100_000;
const CROWD = 60;
const CROWDED = 'everybody@bench.example';
/** Tenants of the account of the attack `account`. */
const TENANTS = 200;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The attacker's shop: many products, a hundred of them with 60 KB of attributes, and one sale of 1,000 lines. */
async function arm(owner, shop) {
  await growProducts(owner, [shop.id], PRODUCTS + 1, GROWN);
  await owner.query(
    `update retail.products set name = name || ' gemuk', attributes = jsonb_build_object('notes', repeat('halal ', 10000))
     where tenant_id = $1 and id in (select id from retail.products where tenant_id = $1 order by id desc limit 100)`,
    [shop.id],
  );
  await growSales(owner, [shop.id], { from: 1_001, count: 1, products: PRODUCTS, lines: 1_000 });
  const { rows } = await owner.query(
    `select s.id, (select count(*)::int from retail.sale_lines l where l.tenant_id = s.tenant_id and l.sale_id = s.id) as lines
     from retail.sales s where s.tenant_id = $1 and s.invoice_number like '%001001'`,
    [shop.id],
  );
  shop.longSale = rows[0].id;
  await owner.query(
    `insert into core.users (tenant_id, id, created_at, updated_at, username, email, password_hash, first_name, last_name, role, status, permissions, mfa_enabled)
     select t.id, uuidv7(), now(), now(), $1, $1, (select password_hash from core.users where tenant_id = $2 limit 1), 'Orang', 'Ramai', 'staff', 'active', '{}', false
     from core.tenants t where t.slug like 'bench-%' order by t.slug limit ${CROWD}`,
    [CROWDED, shop.id],
  );
  await owner.query('vacuum analyze');
}

/** Tenants of one account that registers for them, with tokens (A-395). */
async function tenantsOfAccount(port) {
  const post = async (path, body, bearer) => {
    const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const [email, password] = ['account@bench.example', 'a password of an account'];
  await post('/api/v1/auth/register/', { username: 'account', email, password });
  const { data } = await post('/api/v1/auth/login/', { username: email, password });
  const all = [];
  for (let i = 0; i < TENANTS; i += 1) {
    const tenant = { name: `Cawangan ${i}`, email: 'hello@example.com', business_type: 'RETAIL' };
    const { id, slug } = await post('/v1/tenants', tenant, data.access_token);
    const { access_token } = await post('/v1/auth/login', { email, password, tenant_slug: slug });
    all.push({ id, token: access_token });
  }
  return all;
}

const shortSaleOf = async (owner, shop) => {
  const { rows } = await owner.query(
    `select s.id from retail.sales s where s.tenant_id = $1
     order by (select count(*) from retail.sale_lines l where l.tenant_id = s.tenant_id and l.sale_id = s.id) limit 1`,
    [shop.id],
  );
  return rows[0].id;
};

/** Asks over and over until told to end. @returns what each took, and what failed */
async function watch(port, requestOf, everyMs, isOver) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken = [];
  const failures = [];
  for (let n = 0; !isOver(); n += 1) {
    const begin = performance.now();
    try {
      taken.push((await ask(agent, port, requestOf(n))).milliseconds);
    } catch (error) {
      failures.push(error.message.slice(0, 200));
    }
    await pause(Math.max(0, everyMs - (performance.now() - begin)));
  }
  agent.destroy();
  return { taken, failures };
}

const percentile = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** The calm shop for so long. @param also a request that it sends, too, once a second */
async function measure({ port, service, postmaster, calm }, also) {
  const end = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= end;
  const productOf = (n) => `/api/v1/retail/products/${calm.products[n % calm.products.length]}/`;
  let [node_mb, postgres_mb] = [0, 0];
  const looking = (async () => {
    while (!isOver()) {
      node_mb = Math.max(node_mb, memoryOf(service.pid) ?? 0);
      postgres_mb = Math.max(postgres_mb, memoryOfPostgres(postmaster) ?? 0);
      await pause(500);
    }
  })();
  const reading = Array.from({ length: CONNECTIONS }, () =>
    watch(port, (n) => ({ path: productOf(n), token: calm.token }), EVERY_MS, isOver),
  );
  const meanwhile = also && watch(port, () => ({ token: calm.token, ...also() }), 1_000, isOver);
  const gets = await Promise.all(reading);
  await looking;
  const taken = gets.flatMap((one) => one.taken);
  const other = await meanwhile;
  return {
    count: taken.length,
    p50: percentile(taken, 0.5),
    p99: percentile(taken, 0.99),
    slowest: Math.max(...taken),
    failures: [...gets, ...(other ? [other] : [])].flatMap((one) => one.failures),
    ...(other
      ? {
          meanwhile: {
            count: other.taken.length,
            p50: percentile(other.taken, 0.5),
            p99: percentile(other.taken, 0.99),
            slowest: Math.max(...other.taken),
          },
        }
      : {}),
    node_mb,
    postgres_mb,
  };
}

async function hostile(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { withShops: true });
  const [calm, attacker] = database.facts.shops;
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await arm(owner, attacker);
  const shortSale = await shortSaleOf(owner, calm);
  const watched = {
    csv: () => ({ path: '/api/v1/retail/reports/inventory/?format=csv' }),
    receipt: () => ({ path: `/api/v1/retail/sales/${shortSale}/receipt/` }),
    user: () => {
      const username = `calm-${randomUUID()}`;
      const body = { username, email: `${username}@bench.example`, password: 'a password of a user' };
      return { method: 'POST', path: '/api/v1/users/', body: { ...body, role: 'staff' } };
    },
  };
  await owner.end();
  const environment = {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    TENANTS_PER_ACCOUNT: String(TENANTS),
  };
  const service = await startService(join(folder, 'service.log'), environment, heap);
  onEnd(service.stop);
  await signIn(service, { ...database.facts, shops: [calm, attacker] });
  const account = chosen.includes('account') ? await tenantsOfAccount(service.port) : [];
  const child = fork(fileURLToPath(new URL('attacker.js', import.meta.url)));
  onEnd(() => child.kill());
  const say = async (message) => {
    child.send(message);
    const [answer] = await once(child, 'message');
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  const { port } = service;
  const place = { port, service, postmaster: database.postmaster, calm };
  await measure(place, watched.csv); // until everything is compiled and read
  const found = [];
  for (const kind of [undefined, 'csv', 'receipt', 'user']) {
    const name = kind ? `none, with a ${kind} a second` : 'none';
    found.push({ name, alone: kind ?? 'get', ...(await measure(place, watched[kind])) });
  }
  for (const name of chosen) {
    const { watch: kind } = attacks[name];
    await say({ begin: name, port, tenant: attacker, crowded: CROWDED, account });
    await pause(LEAD_MS);
    const figures = await measure(place, watched[kind]);
    const { answers } = await say({ end: true });
    found.push({ name, kind: kind ?? 'get', answers, ...figures });
    console.error(
      `${name}: p99 ${figures.p99.toFixed(1)} ms, ${JSON.stringify(answers)} ${figures.failures.slice(0, 2)}`,
    );
    await pause(REST_MS);
  }
  return found;
}

const found = await withUndo(hostile);
const ms = (value) => value.toFixed(1);
const aloneOf = ({ kind = 'get' }) => found.find(({ alone }) => alone === kind);
console.log(
  `\n${table([
    [
      'while',
      'p50 ms',
      'p99 ms',
      'of undisturbed',
      'slowest',
      'failed',
      'report, receipt or user: p50, p99, slowest',
      'node MB',
      'PostgreSQL MB',
    ],
    ...found.map((one) => [
      attacks[one.name]?.title ?? one.name,
      ms(one.p50),
      ms(one.p99),
      `${(one.p99 / aloneOf(one).p99).toFixed(1)}×`,
      ms(one.slowest),
      String(one.failures.length),
      one.meanwhile ? `${ms(one.meanwhile.p50)}, ${ms(one.meanwhile.p99)}, ${ms(one.meanwhile.slowest)}` : '',
      one.node_mb.toFixed(0),
      one.postgres_mb.toFixed(0),
    ]),
  ])}`,
);
if (options.json) await writeFile(options.json, `${JSON.stringify(found, null, 2)}\n`);
