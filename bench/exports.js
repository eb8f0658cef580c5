/**
 * node bench/exports.js [--rows 100000] [--query sort=name] [--runs 3]: how fast a list of products is exported as CSV, what memory that
 * takes, and how long another tenant's requests take meanwhile (A-500).
 *
 * The products are imported first. Before the exports and during each of them a shop reads pages and single products, ten requests a
 * second each.
 */
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask } from './client.js';
import { cpuOf, cpuOfPostgres, memoryOf } from './machine.js';
import { shopMeanwhile, stockedOf } from './meanwhile.js';
import { table } from './report.js';
import { signIn, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    query: { type: 'string', default: '' },
    runs: { type: 'string', default: '3' },
  },
});
const rows = Number(options.rows);
const EVERY_MS = 50;
const QUIET_MS = 15_000;
/** An import takes as many. */
const MOST_OF_FILE = 50_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const fileOf = (begin, count) =>
  `sku,name,category,brand,barcode,unit,selling_price,purchase_price,current_stock,minimum_stock\r\n${Array.from(
    { length: count },
    (_, i) => begin + i,
  )
    .map(
      (n) =>
        `E-${n},Kopi Cap Gajah ${n},Minuman,Cap Gajah,955${String(n).padStart(10, '0')},packet,${1 + (n % 900)}.50,1.00,9,5\r\n`,
    )
    .join('')}`;

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  // It makes the schema.
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { withShops: true });
  const service = await startService(join(folder, 'service.log'), {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
  });
  onEnd(() => service.stop());
  await signIn(service, database.facts);
  const { create: owner, shops } = database.facts;
  const [shop] = shops;
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onEnd(() => agent.destroy());
  const api = async (method, path, token, body) =>
    JSON.parse((await ask(agent, service.port, { method, path: `/api/v1/${path}`, token, body })).body).data;
  await api('POST', 'modules/retail/enable/', owner.token).catch(() => undefined);

  for (let begin = 0; begin < rows; begin += MOST_OF_FILE) {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/files/?purpose=import&name=list.csv`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'text/csv' },
      body: fileOf(begin, Math.min(MOST_OF_FILE, rows - begin)),
    });
    const { data } = await answer.json();
    const order = { resource: 'retail.products', file_id: data.id, dry_run: false };
    const { id } = await api('POST', 'imports/', owner.token, order);
    for (;;) {
      const { status, reason } = await api('GET', `imports/${id}/`, owner.token);
      if (status === 'done') break;
      if (!['queued', 'checking', 'running'].includes(status)) throw new Error(`${status}: ${reason}`);
      await pause(200);
    }
  }

  const ids = await stockedOf(agent, service.port, shop);
  const others = () =>
    shopMeanwhile({ agent, port: service.port, token: shop.token, ids, everyMs: EVERY_MS }, ['pages', 'reads']);

  /** The answer is read as it comes. */
  const exported = () =>
    new Promise((done, fail) => {
      const begun = performance.now();
      const path = `/api/v1/exports/retail.products/?format=csv${options.query ? `&${options.query}` : ''}`;
      get(
        { host: '127.0.0.1', port: service.port, path, headers: { Authorization: `Bearer ${owner.token}` } },
        (answer) => {
          let [bytes, lines, first] = [0, 0, 0];
          answer.on('data', (part) => {
            first ||= performance.now() - begun;
            bytes += part.length;
            for (const byte of part) if (byte === 10) lines += 1;
          });
          answer.on('end', () =>
            answer.statusCode === 200
              ? done({ seconds: (performance.now() - begun) / 1_000, bytes, lines: lines - 1, first })
              : fail(new Error(`${answer.statusCode}`)),
          );
          answer.on('error', fail);
        },
      ).on('error', fail);
    });

  await exported();
  const quiet = others();
  await pause(QUIET_MS);
  const alone = await quiet();
  const lines = [];
  const times = [];
  const line = (name, { pages, reads }) => [
    name,
    ...[pages.median, pages.p99, pages.slowest, reads.median, reads.p99, reads.slowest].map((one) => one.toFixed(1)),
  ];
  times.push(line('alone', alone));
  for (let run = 1; run <= Number(options.runs); run += 1) {
    const before = memoryOf(service.pid);
    let most = before;
    const watched = setInterval(() => (most = Math.max(most, memoryOf(service.pid))), 100);
    const cpu = [cpuOf(service.pid), cpuOfPostgres(database.postmaster)];
    const busy = others();
    // Long enough for a p99: one export after the other.
    const begun = performance.now();
    const made = [];
    while (performance.now() - begun < QUIET_MS) made.push(await exported());
    const meanwhile = await busy();
    clearInterval(watched);
    const used = [cpuOf(service.pid) - cpu[0], cpuOfPostgres(database.postmaster) - cpu[1]];
    const all = made.reduce((sum, one) => sum + one.lines, 0);
    if (made.some((one) => one.lines !== made[0].lines)) process.exitCode = 1;
    const seconds = made.reduce((sum, one) => sum + one.seconds, 0);
    lines.push([
      `${run}`,
      `${made.length} of ${made[0].lines}`,
      Math.round(all / seconds).toString(),
      made[0].first.toFixed(0),
      `${before.toFixed(0)} → ${most.toFixed(0)} (+${(most - before).toFixed(0)})`,
      used.map((one) => (one / all).toFixed(1)).join(' / '),
    ]);
    times.push(line(`export ${run}`, meanwhile));
  }
  console.log(
    table([['run', 'exports', 'rows/s', 'first byte ms', 'RSS MB', 'CPU µs/row: node / postgres'], ...lines]),
  );
  console.log(
    table([['another tenant, ms', 'page median', 'p99', 'slowest', 'GET median', 'p99', 'slowest'], ...times]),
  );
});
