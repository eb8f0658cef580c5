/**
 * How many e-invoices a process sends to the simulator of MyInvois until they are valid: documents of several businesses are
 * queued, then rounds of submissions and questions run as the job `einvoices` has them.
 *
 *   node bench/einvoices.js [--documents 10000] [--tenants 10] [--json FILE]
 *
 * Shown are the seconds until the last document is valid, documents a minute, the most memory that the process took, the time of a
 * processor, and how many submissions and documents the simulator has. The simulator is part of the process: its work is measured, too.
 */
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import {
  CoreModule,
  EinvoiceDocument,
  EinvoiceDocumentRepository,
  EinvoiceRounds,
  EinvoiceSettingsService,
  EinvoiceText,
  TenantService,
} from '@usaha/core';
import { Database, DatabaseModule, Keyring, NO_TENANT, newId } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';
import pg from 'pg';
import { entities } from '../apps/api/dist/database/persistence.js';
import { lineOf, totalsOf, ublOf } from '../libs/core/dist/einvoice/document/index.js';
import { table } from './report.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    tenants: { type: 'string', default: '10' },
    json: { type: 'string' },
  },
});
const [count, tenantCount] = [options.documents, options.tenants].map(Number);
const PATIENCE_MS = 20 * 60_000;
/** Documents that are queued by a transaction. */
const BATCH = 500;
/** As the job searches. */
const SEARCH_MS = 1_000;
const TIN = 'C2584563200';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const address = {
  line1: 'Lot 66',
  line2: null,
  line3: null,
  city: 'Kuala Lumpur',
  postcode: '50480',
  state: '14',
  country: 'MYS',
};
const party = { sst_number: null, email: null, phone: '+60312345678', address };
const content = {
  ...{
    type_code: '01',
    version: '1.0',
    currency: 'MYR',
    exchange_rate: null,
    period: null,
    refers_to: [],
    rounding: 0,
  },
  seller: {
    ...party,
    ...{ name: 'Kedai Pak Din', tin: TIN, id_type: 'BRN', id_value: '202001234567' },
    ...{ ttx_number: null, msic_code: '47111', activity: 'Provision stores' },
  },
  buyer: { ...party, name: 'Siti binti Ali', tin: 'EI00000000010', id_type: 'NRIC', id_value: '900101145678' },
  payment_mode: '01',
  lines: [
    lineOf(
      {
        ...{ description: 'Beras 5 kg', classification: '022', quantity: 3, unit_price: 19.9 },
        ...{ subtotal: 53.73, tax_rate: 6, tax_amount: 3.22 },
      },
      { is_registered: true, type: '01' },
    ),
  ],
};

/** Queues documents of a tenant, as the handler of a sale does. */
function queue(ctx, documents, first, many) {
  for (let n = first; n < first + many; n += 1) {
    const number = `INV-2026-${String(n).padStart(6, '0')}`;
    const whole = { ...content, number, issued_at: ctx.now };
    const { excluding_tax, tax_amount, including_tax, rounding, payable } = totalsOf(whole);
    const totals = { excluding_tax, tax_amount, including_tax, rounding, payable };
    const identity = {
      ...{ kind: 'invoice', number, environment: 'simulator', module: 'retail', source: null, consolidated: false },
      ...{ month: '2026-11', sources: 1, person_id: null, refers_to: [] },
    };
    const built = {
      ubl_version: '1.0',
      currency: 'MYR',
      exchange_rate: null,
      totals,
      buyer: content.buyer,
      errors: [],
    };
    const document = EinvoiceDocument.of(identity, built, ctx.now);
    document.id = newId(ctx.now);
    documents.insert(ctx, document);
    documents.keepTexts(ctx, [EinvoiceText.of(ctx.tenant_id, document.id, JSON.stringify(ublOf(whole)))]);
  }
}

/** The services over a database, with keys of this run. */
async function openApp(url, onEnd) {
  const dataSource = await createDataSource({ url, entities, poolSize: 10 }).initialize();
  const database = await Database.over(dataSource, new Keyring([['bench', randomBytes(32)]], randomBytes(32)));
  const tokens = { keys: [['bench', randomBytes(32)]] };
  const app = await NestFactory.createApplicationContext(
    { ...CoreModule.forRoot({ tokens }), imports: [DatabaseModule.forRoot(database)] },
    { logger: ['error', 'warn'], abortOnError: false },
  );
  onEnd(async () => {
    await app.close();
    await database.end();
  });
  return { app, database };
}

/** Businesses with e-invoices, and their documents, which wait. @returns their ids */
async function fill({ app, database }) {
  const as = (tenant_id, work) => database.work({ tenant_id, actor: null, now: new Date() }, work);
  const [tenants, each] = [[], Math.ceil(count / tenantCount)];
  for (let i = 0; i < tenantCount; i += 1) {
    const told = { name: `E-invois ${i}`, business_type: 'retail' };
    const { id } = await as(NO_TENANT, (ctx) => app.get(TenantService).create(ctx, told));
    await as(id, (ctx) => app.get(EinvoiceSettingsService).update(ctx, { enabled: true, tin: TIN }));
    for (let first = 1; first <= each; first += BATCH)
      await as(id, async (ctx) =>
        queue(ctx, app.get(EinvoiceDocumentRepository), first, Math.min(BATCH, each - first + 1)),
      );
    tenants.push(id);
  }
  return tenants;
}

/** Sends all of it. @returns the seconds until the last document is valid */
async function send({ app }, owner, expected) {
  const failures = [];
  const rounds = app.get(EinvoiceRounds).begin({ now: () => new Date(), failed: (error) => failures.push(error) });
  const begun = performance.now();
  let [valid, searched, memory] = [0, 0, 0];
  while (valid < expected && performance.now() - begun < PATIENCE_MS) {
    if (performance.now() - searched >= SEARCH_MS || searched === 0) {
      searched = performance.now();
      await rounds.search(() => true);
    }
    await pause(200);
    memory = Math.max(memory, process.memoryUsage().rss);
    const { rows } = await owner.query("select count(*)::integer as n from einvoice.documents where status = 'valid'");
    valid = rows[0].n;
  }
  const seconds = (performance.now() - begun) / 1_000;
  await rounds.stop();
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} turns failed`);
  return { valid, seconds, memory };
}

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const { url, ownerUrl } = await openFilledDatabase(folder, onEnd);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  const opened = await openApp(url, onEnd);
  const tenants = await fill(opened);
  const expected = tenants.length * Math.ceil(count / tenantCount);
  const cpu = process.cpuUsage();
  const { valid, seconds, memory } = await send(opened, owner, expected);
  const { user, system } = process.cpuUsage(cpu);
  const counted = async (name) =>
    (await owner.query(`select count(*)::integer as n from einvoice.${name} where tenant_id = any ($1)`, [tenants]))
      .rows[0].n;
  const result = {
    documents: expected,
    valid,
    seconds: Math.round(seconds * 10) / 10,
    a_minute: Math.round((valid / seconds) * 60),
    node_mb: Math.round(memory / 1e6),
    node_cpu_seconds: Math.round((user + system) / 1e5) / 10,
    submissions: await counted('submissions'),
    at_the_simulator: await counted('simulator_documents'),
  };
  console.log(table([Object.keys(result), Object.values(result).map(String)]));
  if (options.json) await writeFile(options.json, JSON.stringify(result, null, 2));
});
