/**
 * node bench/tenant-archive.js [--products 50000] [--sales 50000] [--megabytes 200]: how long the archive of a whole tenant takes, and
 * what memory. It is made of a tenth of that first, then of all of it, so that what grows with the tenant shows.
 *
 * Another shop reads a product and changes one, ten requests a second each, before and meanwhile.
 */
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ask } from './client.js';
import { cpuOf, cpuOfPostgres, memoryOf } from './machine.js';
import { shopMeanwhile, stockedOf } from './meanwhile.js';
import { table } from './report.js';
import { growProducts, growSales, writeLedger } from './retail-data.js';
import { signIn, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '50000' },
    sales: { type: 'string', default: '50000' },
    megabytes: { type: 'string', default: '200' },
  },
});
const [products, sales, megabytes] = [options.products, options.sales, options.megabytes].map(Number);
const EVERY_MS = 100;
const QUIET_MS = 10_000;
const FILE_MB = 10;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { withShops: true });
  const service = await startService(join(folder, 'service.log'), {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
  });
  onEnd(() => service.stop());
  await signIn(service, database.facts);
  const { create: big, password } = database.facts;
  const [shop] = database.facts.shops;
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onEnd(() => agent.destroy());
  const api = async (method, path, token, body) => {
    const answer = await ask(agent, service.port, { method, path: `/api/v1/${path}`, token, body });
    return JSON.parse(answer.body).data;
  };

  /** Lets the tenant grow. */
  async function grow(from, to) {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const part = (of, all) => Math.round(of * all);
    await growProducts(owner, [big.id], part(from, products) + 1, part(to, products));
    await growSales(owner, [big.id], {
      from: part(from, sales) + 1,
      count: part(to - from, sales),
      products: part(to, products),
      lines: 2,
    });
    await owner.query('delete from retail.stock_movements where tenant_id = $1', [big.id]);
    await writeLedger(owner, [big.id]);
    await owner.query('vacuum analyze');
    await owner.end();
    for (let mb = part(from, megabytes); mb < part(to, megabytes); mb += FILE_MB) await upload(mb);
  }

  /** Bytes that cannot be packed, under the signature of a PDF. */
  async function upload(n) {
    const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(FILE_MB * 1e6)]);
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/files/?name=${n}.pdf`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${big.token}`, 'Content-Type': 'application/pdf' },
      body,
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  }

  const ids = await stockedOf(agent, service.port, shop);
  const others = () =>
    shopMeanwhile({ agent, port: service.port, token: shop.token, ids, everyMs: EVERY_MS }, ['reads', 'writes']);

  async function archive() {
    const before = memoryOf(service.pid);
    const cpu = [cpuOf(service.pid), cpuOfPostgres(database.postmaster)];
    let most = before;
    const begin = performance.now();
    const { id } = await api('POST', `tenants/${big.id}/exports/`, big.token, { password });
    for (;;) {
      const found = await api('GET', `tenants/${big.id}/exports/${id}/`, big.token);
      most = Math.max(most, memoryOf(service.pid));
      if (!['queued', 'running'].includes(found.status)) {
        const seconds = (performance.now() - begin) / 1_000;
        const used = [cpuOf(service.pid) - cpu[0], cpuOfPostgres(database.postmaster) - cpu[1]];
        if (found.status !== 'ready') throw new Error(`The export is ${found.status}`);
        return { found, seconds, before, most, used };
      }
      await pause(EVERY_MS);
    }
  }

  await grow(0, 0.1);
  // Compiling and filling caches is no cost of an archive.
  await archive();
  await pause(2_000);
  const tenth = await archive();
  await grow(0.1, 1);
  await pause(2_000);
  const quiet = others();
  await pause(QUIET_MS);
  const alone = await quiet();
  const busy = others();
  const first = await archive();
  const meanwhile = await busy();
  const second = await archive();

  const line = (name, { found, seconds, before, most, used }) => {
    const records = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
    return [
      name,
      String(records),
      (found.bytes / 1e6).toFixed(1),
      seconds.toFixed(1),
      Math.round(records / seconds).toString(),
      (found.bytes / 1e6 / seconds).toFixed(1),
      `${before.toFixed(0)} → ${most.toFixed(0)} (+${(most - before).toFixed(0)})`,
      used.map((one) => (one / 1e6).toFixed(1)).join(' / '),
    ];
  };
  console.log(
    table([
      ['archive', 'records', 'MB', 's', 'records/s', 'MB/s', 'RSS MB', 'CPU s: node / postgres'],
      line('of a tenth', tenth),
      line('of all', first),
      line('of all, again', second),
    ]),
  );
  const times = (name, { reads, writes }) => [
    name,
    ...[reads.median, reads.p99, reads.slowest, writes.median, writes.p99, writes.slowest].map((one) => one.toFixed(1)),
  ];
  console.log(
    table([
      ['another tenant, ms', 'GET median', 'p99', 'slowest', 'PUT median', 'p99', 'slowest'],
      times('alone', alone),
      times('while it runs', meanwhile),
    ]),
  );
});
