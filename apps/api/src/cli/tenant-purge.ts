import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { OperatorService, type Tenant } from '@usaha/core';
import type { Database } from '@usaha/shared';
import pg from 'pg';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { withProgress } from '../start/progress.js';
import { countRows, heldRows, type HeldRows } from '../database/tenant-data/count-rows.js';
import { WAITING_DAYS, outOfUseSince, purgeableFrom } from '../database/tenant-data/purge-conditions.js';
import { purgedTables, type PurgedTable } from '../database/tenant-data/purged-tables.js';
import { readExport } from '../database/tenant-data/read-export.js';
import { purgeRows, requirePurgeRights } from '../database/tenant-data/tenant-purge.js';
import { optionOf, type Command, type Situation } from './command.js';
import { asService, withContexts } from './reach.js';
import { lockCommand } from './run-alone.js';

interface Purge {
  database: Database;
  operator: OperatorService;
  /** As the owner of the tables. */
  client: pg.Client;
  tables: readonly PurgedTable[];
  tenant: Tenant;
  /** When an earlier call began it; null: none has. */
  began: Date | null;
  counts: Readonly<Record<string, number>>;
}

/**
 * Removes a suspended or deleted tenant's rows from every table permanently. Without `--apply --confirm` it says what there is and changes
 * nothing.
 */
export const run: Command = async (situation) =>
  withContexts(situation, async (app, database, { ownerUrl }) => {
    const operator = app.get(OperatorService);
    const tenant = await asService(database, (ctx) => operator.findTenant(ctx, situation.args[0] ?? ''));
    const client = new pg.Client({ connectionString: ownerUrl, application_name: 'usaha purge' });
    client.on('error', () => undefined); // its next statement is told as well
    await client.connect();
    try {
      const tables = await purgedTables(client, database);
      const began = await asService(database, (ctx) => operator.purgeBegan(ctx, tenant.id));
      const { counts, held } = await look(situation, database, tenant, tables);
      describe(situation, tenant, counts, held);
      const purge = { database, operator, client, tables, tenant, began, counts };
      if (situation.args.includes('--apply')) await apply(situation, purge);
      else situation.say(next(situation, purge));
      return 0;
    } finally {
      await client.end();
    }
  });

/** Of one moment. */
function look(
  { note }: Situation,
  database: Database,
  { id, slug }: Tenant,
  tables: readonly PurgedTable[],
): Promise<{ counts: Record<string, number>; held: HeldRows[] }> {
  return withProgress(`Counting rows of ${slug}`, note, (progress) =>
    database.snapshot({ tenant_id: id, actor: null, now: new Date() }, async (ctx) => {
      const counts = await countRows(ctx, tables, (path) => progress.at(path));
      return { counts, held: await heldRows(ctx, counts) };
    }),
  );
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, rows) => sum + rows, 0);

function describe(
  { say }: Situation,
  { slug, id, status }: Tenant,
  counts: Readonly<Record<string, number>>,
  held: readonly HeldRows[],
): void {
  for (const [path, rows] of Object.entries(counts).sort()) say(`  ${path}\t${rows}`);
  say(`${slug} (${id}) is ${status} and has ${sumOf(counts)} rows in ${Object.keys(counts).length} tables`);
  for (const { what, rule, rows, newest } of held)
    say(`Among them ${what}: ${rows} rows, the newest of ${newest.toISOString().slice(0, 10)}, to be kept ${rule}`);
}

/** The obstacle of a purge, or the command for it. */
function next(situation: Situation, { tenant, began, counts }: Purge): string {
  const called = `npm run cli -- tenant:purge ${tenant.slug}`;
  const asked = `--apply --confirm ${tenant.slug}`;
  if (began && sumOf(counts) === 0) return `Its purge of ${began.toISOString()} is complete`;
  if (began)
    return `Its purge was begun at ${began.toISOString()}. Nothing was changed now; ${called} ${asked} goes on with it`;
  const hindrance = hindranceOf(tenant, situation.args.includes('--now'));
  return hindrance === null
    ? `Nothing was changed; ${called} --export <folder> ${asked} removes them permanently`
    : `Nothing was changed. ${hindrance}`;
}

/** Why a tenant cannot be purged yet. @param isUrgent whether the waiting is left out */
function hindranceOf(tenant: Tenant, isUrgent: boolean): string | null {
  const since = outOfUseSince(tenant);
  if (!since) return `${tenant.slug} is ${tenant.status}; tenant:suspend ${tenant.slug} comes first`;
  const from = purgeableFrom(since);
  if (isUrgent || from <= new Date()) return null;
  return (
    `${tenant.slug} has been out of use since ${since.toISOString()} and can be purged after ${WAITING_DAYS} days, ` +
    `from ${from.toISOString()}; --now does not wait`
  );
}

async function apply(situation: Situation, { operator, began, ...purge }: Purge): Promise<void> {
  const { args, say, note } = situation;
  const { database, client, tables, tenant, counts } = purge;
  const { id, slug } = tenant;
  if (optionOf(args, '--confirm') !== slug)
    throw new StartError(`Nothing was changed: --confirm has to repeat the slug, ${slug}`);
  if (!began) await requireReady(situation, tenant);
  await requirePurgeRights(client, tables);
  await lock(client);
  await asService(database, (ctx) => operator.beginPurge(ctx, tenant, counts, userInfo().username));
  const deleted = await withProgress(`Purging ${slug}`, note, (progress) => purgeRows(client, tables, id, progress));
  say(`${slug} is purged: ${deleted} rows are gone; its id and slug stay, and the operator's trail says so`);
  say('Backups and exports made until now hold its rows as before');
}

async function requireReady({ args, cwd }: Situation, tenant: Tenant): Promise<void> {
  const hindrance = hindranceOf(tenant, args.includes('--now'));
  if (hindrance !== null) throw new StartError(`Nothing was changed. ${hindrance}`);
  const folder = optionOf(args, '--export');
  if (folder !== undefined) return requireExport(resolve(cwd, folder), tenant);
  if (!args.includes('--without-export'))
    throw new StartError(
      `Nothing was changed: tenant:export ${tenant.slug} --to <folder> comes first, then --export <folder>; --without-export keeps nothing`,
    );
}

/** @throws StartError where it is not whole, of another tenant, or from before the tenant was out of use */
async function requireExport(folder: string, tenant: Tenant): Promise<void> {
  const { tenant: of, as_of } = await readExport(folder);
  if (of.id !== tenant.id) throw new StartError(`Nothing was changed: the export in ${folder} is of ${of.slug}`);
  const since = outOfUseSince(tenant);
  if (since && new Date(as_of) < since)
    throw new StartError(
      `Nothing was changed: the export in ${folder} is of ${as_of}, and the tenant was in use until ${since.toISOString()}`,
    );
}

/** One purge at a time. */
async function lock(client: pg.Client): Promise<void> {
  if (!(await lockCommand(client, 'tenant:purge')))
    throw new StartError('Another purge is under way; call this one again after it');
}
