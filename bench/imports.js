/**
 * node bench/imports.js [--rows 50000] [--wrong 10] [--taken] [--abort] [--profile FILE.cpuprofile]: how fast a CSV file of products is
 * imported, what memory that takes, and how long another tenant's requests take meanwhile.
 *
 * Every `--wrong`th row has a price that is none, or with `--taken` the SKU of another product, which the database refuses; 0: no row.
 * `--abort` imports with on_error abort, in one transaction, which needs `--wrong 0`. The file is imported twice: the first time all rows are created, the second time they are
 * unchanged. During the first a shop reads and sells, ten requests a second each; its requests are timed before, too. The report of the wrong
 * rows is read at the end and compared with what was sent.
 */
import { Agent } from 'node:http';
import { copyFile, readdir } from 'node:fs/promises';
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
    rows: { type: 'string', default: '50000' },
    wrong: { type: 'string', default: '10' },
    taken: { type: 'boolean', default: false },
    abort: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const rows = Number(options.rows);
const wrong = Number(options.wrong);
const EVERY_MS = 100;
const QUIET_MS = 10_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const isWrong = (n) => wrong > 0 && n % wrong === wrong - 1;
const skuOf = (n) => (isWrong(n) && options.taken ? 'W-0' : `I-${n}`);
const priceOf = (n) => (isWrong(n) && !options.taken ? 'sepuluh' : `"RM ${1 + (n % 900)}.50"`);
const fileOf = () =>
  `sku,name,category,brand,barcode,unit,selling_price,purchase_price,current_stock,minimum_stock\r\n${Array.from(
    { length: rows },
    (_, n) =>
      `${skuOf(n)},Kopi Cap Gajah ${n},Minuman,Cap Gajah,955${String(n).padStart(10, '0')},packet,${priceOf(n)},${1 + (n % 500)}.00,${n % 90},5\r\n`,
  ).join('')}`;

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { withShops: true });
  const service = await startService(
    join(folder, 'service.log'),
    { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl },
    options.profile ? ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}`] : [],
  );
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await service.stop();
    isStopped = true;
  };
  onEnd(stop);
  await signIn(service, database.facts);
  const { create: importer, shops } = database.facts;
  const [shop] = shops;
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onEnd(() => agent.destroy());
  const api = async (method, path, token, body) => {
    const answer = await ask(agent, service.port, { method, path: `/api/v1/${path}`, token, body });
    return JSON.parse(answer.body).data;
  };
  await api('POST', 'modules/retail/enable/', importer.token).catch(() => undefined);

  async function upload(content) {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/files/?purpose=import&name=list.csv`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${importer.token}`, 'Content-Type': 'text/csv' },
      body: content,
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()).data.id;
  }

  const ids = await stockedOf(agent, service.port, shop);
  const others = () =>
    shopMeanwhile({ agent, port: service.port, token: shop.token, ids, everyMs: EVERY_MS }, ['reads', 'writes']);

  async function run(file_id) {
    const before = memoryOf(service.pid);
    const cpu = [cpuOf(service.pid), cpuOfPostgres(database.postmaster)];
    let most = before;
    const begin = performance.now();
    const on_error = options.abort ? 'abort' : 'skip';
    const order = {
      resource: 'retail.products',
      file_id,
      dry_run: false,
      on_error,
      mode: options.taken ? 'create' : 'upsert',
    };
    const { id } = await api('POST', 'imports/', importer.token, order);
    for (;;) {
      const found = await api('GET', `imports/${id}/`, importer.token);
      most = Math.max(most, memoryOf(service.pid));
      if (!['queued', 'checking', 'running'].includes(found.status)) {
        const seconds = (performance.now() - begin) / 1_000;
        const used = [cpuOf(service.pid) - cpu[0], cpuOfPostgres(database.postmaster) - cpu[1]];
        return { found, seconds, before, most, used };
      }
      await pause(200);
    }
  }

  // Compiling and filling caches is no cost of an import.
  const atRest = memoryOf(service.pid);
  const warm = await upload(
    fileOf().split('\r\n').slice(0, 2_001).join('\r\n').replaceAll('I-', 'W-').replaceAll('955', '956'),
  );
  await run(warm);
  await pause(2_000);
  const quiet = others();
  await pause(QUIET_MS);
  const alone = await quiet();
  const file_id = await upload(fileOf());
  await pause(2_000);

  const busy = others();
  const first = await run(file_id);
  const beside = await busy();
  const second = await run(file_id);

  const failed = first.found.totals.failed;
  const report = await (
    await fetch(`http://127.0.0.1:${service.port}/api/v1/imports/${first.found.id}/errors/`, {
      headers: { Authorization: `Bearer ${importer.token}` },
    })
  ).text();
  const lines = report.trimEnd().split('\r\n').slice(1);
  const expected = Array.from({ length: rows }, (_, n) => n).filter(isWrong);
  const isExact =
    failed === expected.length &&
    lines.length === expected.length &&
    lines.every((one, i) => one.startsWith(`${skuOf(expected[i])},Kopi Cap Gajah ${expected[i]},`));

  const line = (name, { found, seconds, before, most, used }) => [
    name,
    found.status,
    JSON.stringify(found.totals),
    seconds.toFixed(1),
    Math.round(rows / seconds).toString(),
    Math.round((rows - failed) / seconds).toString(),
    `${before.toFixed(0)} → ${most.toFixed(0)} (+${(most - before).toFixed(0)})`,
    used.map((one) => (one / rows).toFixed(0)).join(' / '),
  ];
  console.log(
    table([
      ['import', 'status', 'totals', 's', 'rows/s', 'products/s', 'RSS MB', 'CPU µs/row: node / postgres'],
      line('all new', first),
      line('all there', second),
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
      times('while it runs', beside),
    ]),
  );
  console.log(`RSS at rest, before the first import of all: ${atRest.toFixed(0)} MB`);
  console.log(`report of ${lines.length} wrong rows: ${isExact ? 'exact' : 'WRONG'}`);
  if (!isExact) process.exitCode = 1;
  if (options.profile) {
    await stop();
    const name = (await readdir(folder)).find((one) => one.endsWith('.cpuprofile'));
    await copyFile(join(folder, name), options.profile);
  }
});
