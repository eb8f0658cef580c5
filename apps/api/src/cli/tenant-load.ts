import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import {
  FileMoving,
  FileStores,
  OperatorService,
  TenantLoads,
  type LoadRun,
  type LoadState,
  type Tenant,
} from '@usaha/core';
import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Database } from '@usaha/shared';
import pg from 'pg';
import { coordinatorUrl, queryableOf } from '../database/coordinator-url.js';
import { lacking } from '../database/tenant-data/load-changes.js';
import { FileLoad } from '../database/tenant-data/load-files.js';
import { loadedTables } from '../database/tenant-data/load-order.js';
import { manifestName, type ExportManifest } from '../database/tenant-data/manifest.js';
import { readExport } from '../database/tenant-data/read-export.js';
import { ownSchema } from '../database/tenant-data/schema-mark.js';
import { TenantLoad, type Checked, type LoadSource } from '../database/tenant-data/tenant-load.js';
import { RELEASE } from '../start/release.js';
import { withProgress } from '../start/progress.js';
import type { Command, Situation } from './command.js';
import { asService, withContexts } from './reach.js';

/** One load at a time. The number is arbitrary and must stay. */
const LOAD_LOCK = 7_283_641_909;

interface Load {
  app: INestApplicationContext;
  database: Database;
  client: pg.Client;
  source: LoadSource;
  checked: Checked;
  run: LoadRun;
  state: LoadState | null;
}

/**
 * Loads a tenant that `tenant:export --to` wrote in another installation. Without `--apply` it checks the folder and changes nothing. A load
 * that was cut short is finished by the next call with the same folder.
 */
export const run: Command = (situation) =>
  withContexts(situation, async (app, database, { ownerUrl }) => {
    const client = new pg.Client({ connectionString: await coordinatorUrl(ownerUrl), application_name: 'usaha load' });
    client.on('error', () => undefined); // its next statement is told as well
    await client.connect();
    try {
      const load = await prepare(situation, app, database, client);
      describe(situation, load);
      if (load.state?.is_done) situation.say(`${load.checked.tenant.slug} was loaded already; nothing was changed`);
      else if (situation.args.includes('--apply')) await apply(situation, load);
      else situation.say(next(situation, load));
      return 0;
    } finally {
      await client.end();
    }
  });

/** Reads the folder whole. @throws StartError where it cannot be loaded here */
async function prepare(
  { args, cwd, note }: Situation,
  app: INestApplicationContext,
  database: Database,
  client: pg.Client,
): Promise<Load> {
  const folder = resolve(cwd, args[0] ?? '');
  return withProgress(`Checking ${folder}`, note, async (progress) => {
    progress.at('SHA-256 of all files');
    const manifest = await readExport(folder);
    const { tenant, as_of } = manifest;
    requireSchema(manifest);
    if (!manifest.files) throw new StartError(`The export in ${folder} has no files: make it without --without-files`);
    const arrival = {
      as_of: new Date(as_of),
      store: app.get(FileStores).current,
      files: new Set(manifest.files.map(({ id }) => id)),
    };
    const source = { folder, manifest, arrival, tables: await loadedTables(queryableOf(client), database) };
    const checked = await new TenantLoad(database, source).check(progress);
    const loads = app.get(TenantLoads);
    const state = await asService(database, (ctx) => loads.find(ctx, tenant.id));
    const run = { manifest: await manifestOf(folder), as_of, by: userInfo().username };
    if (state && state.manifest !== run.manifest)
      throw new StartError(`A load of ${tenant.slug} was begun at ${state.begun_at.toISOString()} with another export`);
    const purged = state && (await asService(database, (ctx) => app.get(OperatorService).purgeBegan(ctx, tenant.id)));
    if (purged)
      throw new StartError(`${tenant.slug} was purged here at ${purged.toISOString()}: it is not loaded again`);
    const found = state ? null : await asService(database, (ctx) => loads.obstacle(ctx, checked.tenant));
    const obstacle = found ?? (await domainObstacle(client, checked.tenant));
    if (obstacle !== null) throw new StartError(`${tenant.slug} cannot be loaded here: ${obstacle}`);
    return { app, database, client, source, checked, run, state };
  });
}

function requireSchema({ schema, release }: ExportManifest): void {
  const own = ownSchema();
  if (schema?.sha256 === own.sha256) return;
  const theirs = schema ? `release ${release} (${schema.last})` : `release ${release}, which did not tell its schema`;
  throw new StartError(
    `The export is of ${theirs}, and this is release ${RELEASE} (${own.last}): export with the same release again`,
  );
}

/** Seen by the owner of the tables alone; otherwise the end of the load is refused. */
async function domainObstacle(client: pg.Client, { id, domain }: Tenant): Promise<string | null> {
  const { rows } = await client.query(
    'select 1 from core.tenants t where lower(t.domain) = lower($1) and t.deleted_at is null and t.id <> $2',
    [domain, id],
  );
  return rows.length > 0 ? `another tenant has the domain ${domain}` : null;
}

const manifestOf = async (folder: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(folder, manifestName)))
    .digest('hex');

function describe({ say }: Situation, { source: { manifest }, checked: { leftOut, cut } }: Load): void {
  const { counts, files, tenant, as_of, release } = manifest;
  const filled = Object.entries(counts).filter(([, rows]) => rows > 0);
  for (const [path, rows] of filled.toSorted()) say(`  ${path}\t${rows}`);
  const rows = filled.reduce((sum, [, count]) => sum + count, 0);
  say(
    `The export of ${tenant.slug} (${tenant.id}) as of ${as_of} by release ${release} is whole: ` +
      `${rows} rows of ${filled.length} tables, ${files?.length ?? 0} files`,
  );
  if (leftOut > 0)
    say(`Rows that are not loaded: ${leftOut}, of uploads that had not ended and of archives of exports`);
  if (cut > 0) say(`Rows with numbers of cards, which are cut: ${cut}`);
  for (const lack of lacking) say(`  - ${lack}`);
}

function next({ args }: Situation, { state, checked: { tenant } }: Load): string {
  const call = `npm run cli -- tenant:load ${args[0]} --apply`;
  return state
    ? `A load of ${tenant.slug} was begun at ${state.begun_at.toISOString()}. Nothing was changed now; ${call} goes on with it`
    : `Nothing was changed; ${call} loads it`;
}

async function apply(situation: Situation, load: Load): Promise<void> {
  const { app, database, client, source, checked, run, state } = load;
  const { tenant } = checked;
  await lock(client);
  const loads = app.get(TenantLoads);
  if (!state) await asService(database, (ctx) => loads.begin(ctx, tenant, run));
  await withProgress(`Loading ${tenant.slug}`, situation.note, async (progress) => {
    const rows = new TenantLoad(database, source);
    await rows.insert(progress);
    await new FileLoad(app.get(FileMoving), app.get(FileStores)).write(source.folder, source.manifest, progress);
    await asService(database, (ctx) => loads.complete(ctx), tenant.id);
    await rows.compare(checked, progress);
  });
  await asService(database, (ctx) => loads.finish(ctx, tenant, run));
  situation.say(`${tenant.slug} is loaded, and every row is what the export has; the operator's trail says so`);
  if (tenant.status === 'suspended')
    situation.say(`It is suspended, as it was; tenant:suspend ${tenant.slug} --lift lets it in`);
}

async function lock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOAD_LOCK]);
  if (!rows[0]?.free) throw new StartError('Another load is under way; call this one again after it');
}
