import { resolve } from 'node:path';
import { Keyring, Database } from '@usaha/shared';
import { createDataSource, APP_ROLE, STATEMENT_MS } from '@usaha/shared/operation';
import type { Config } from '../../start/config.js';
import { addressOf } from '../../database/database-url.js';
import {
  checkVersion,
  claimDataDirectory,
  dataDirectoryHolder,
  type EmbeddedPostgres,
  findCluster,
  installedBinaries,
  knownVulnerabilities,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@usaha/embedded-postgres';
import { entities, migrations } from '../../database/persistence.js';
import { isMissing, schemaDrift } from '../../database/schema-drift.js';
import { statementTimeoutProblem } from '../../database/statement-timeout.js';
import { examine, type Examined } from '../examine.js';
import { lookForClearValues } from './clear-values.js';
import { examineDistribution } from './distribution.js';
import { examineEinvoices } from './einvoices.js';
import { examineFiles } from './files.js';
import { neutral, reasonOf, unwell, well, type Check, type Finding } from './finding.js';
import { compareWithDatabase } from './keys.js';
import { examineServer } from './server.js';
import { lookForUnregistered } from './taxes.js';
import { examineTrail } from './trail.js';

export const checkDatabase: Check = async (config) => {
  const { databaseUrl, migrationDatabaseUrl } = config;
  try {
    if (databaseUrl === null) return [...(await embedded(config)), ...(await vulnerable())];
    const findings = await reachable(databaseUrl, config);
    if (migrationDatabaseUrl === null) return findings;
    const { role } = await examine(migrationDatabaseUrl);
    return [...findings, well('Migrations', `run as ${role} (MIGRATION_DATABASE_URL)`)];
  } catch (error) {
    return [
      unwell(
        'Database',
        `${reasonOf(error)}${databaseUrl === null ? '' : '; is it running there, and is DATABASE_URL right?'}`,
      ),
    ];
  }
};

async function vulnerable(): Promise<Finding[]> {
  const warning = knownVulnerabilities((await installedBinaries()).version);
  return warning === null ? [] : [neutral('Database', warning)];
}

async function embedded(config: Config): Promise<Finding[]> {
  const dir = resolve(config.dataDir);
  const [binaries, cluster, holder] = [
    await installedBinaries(),
    await findCluster(dir),
    await dataDirectoryHolder(dir),
  ];
  if (!cluster?.made)
    return [neutral('Database', `embedded PostgreSQL ${binaries.version}; the first start makes the database`)];
  await checkVersion(cluster, binaries);
  if (holder) {
    const running = await runningEmbeddedPostgres(dir);
    if (running) return within(running, config);
    return [neutral('Database', `embedded PostgreSQL ${binaries.version}; it is just starting or stopping`)];
  }
  // As a start does: what it would refuse is found only there. No data are changed.
  const directory = await claimDataDirectory(dir, 0);
  try {
    const postgres = await startEmbeddedPostgres({ dir, log: () => undefined });
    try {
      return await within(postgres, config);
    } finally {
      await postgres.stop();
    }
  } finally {
    await directory.release();
  }
}

async function within({ url }: Pick<EmbeddedPostgres, 'url'>, config: Config): Promise<Finding[]> {
  const { pending } = await examine(url('usaha', 'usaha'));
  if (pending.length < migrations.length) return reachable(url(APP_ROLE, 'usaha'), config);
  return [
    neutral('Database', 'embedded PostgreSQL without a schema: its first start did not end; the next one makes it'),
  ];
}

async function reachable(url: string, config: Config): Promise<Finding[]> {
  const found = await examine(url);
  const answers = well('Database', `PostgreSQL ${found.version} answers at ${decodeURIComponent(addressOf(url))}`);
  const schema = [...migrated(found), ...(await drifted(url, found))];
  const distribution = await examineDistribution(url, found.pending);
  const keys = await compareWithDatabase(url, config, found.pending);
  const clear = await lookForClearValues(url, found.pending);
  const taxes = await lookForUnregistered(url, found.pending);
  const einvoices = await examineEinvoices(url, config, found.pending);
  const files = await examineFiles(url, config, found.pending);
  const trail = found.pending.length === 0 ? [await examineTrail(url)] : [];
  const server = [...(await examineServer(url, config)), ...trail];
  return [
    answers,
    ...(await boundBy(url, found, config)),
    ...schema,
    ...distribution,
    ...keys,
    ...clear,
    ...taxes,
    ...einvoices,
    ...files,
    ...server,
  ];
}

const SAFER = 'DATABASE_URL is safer with a role that owns no table';

/** Asked of the service's own way in: what it refuses at its start is not well. */
async function boundBy(url: string, { role, pending }: Examined, { statementTimeoutMs }: Config): Promise<Finding[]> {
  const about = 'Database role';
  const dataSource = await createDataSource({
    url,
    entities: [],
    poolSize: 1,
    statementTimeout: statementTimeoutMs ?? undefined,
  }).initialize();
  try {
    // Nothing is sealed or opened here; a keyring is only what the database is told.
    const database = await Database.over(dataSource, new Keyring([['none', Buffer.alloc(32)]], Buffer.alloc(32)));
    const ask = (text: string): Promise<{ ms: number }[]> => dataSource.query(text);
    const timeout = await statementTimeoutProblem(ask, statementTimeoutMs ?? STATEMENT_MS);
    const how = database.isElevated ? `${role}, which switches to usaha_app in every transaction` : role;
    return [
      well(about, `${how}; row level security binds it`),
      ...(database.isElevated ? [neutral(about, `${role} could read every tenant by itself: ${SAFER}`)] : []),
      ...(timeout === null ? [] : [unwell('Statement timeout', timeout)]),
    ];
  } catch (error) {
    if (pending.length > 0) return [neutral(about, `${role}; the first migration makes usaha_app`)];
    return [unwell(about, reasonOf(error))];
  } finally {
    await dataSource.destroy();
  }
}

function migrated({ pending, unknown, changed }: Examined): Finding[] {
  const about = 'Migrations';
  const later =
    unknown.length > 0
      ? [
          neutral(
            about,
            `run by another release, unknown to this one, which starts all the same: ${unknown.join(', ')}`,
          ),
        ]
      : [];
  if (changed !== null) return [unwell(about, `${changed}; the service does not start until then`), ...later];
  if (pending.length > 0)
    return [
      unwell(about, `pending: ${pending.join(', ')}; the next start runs them, or npm run cli -- migrate`),
      ...later,
    ];
  return [well(about, 'all done'), ...later];
}

const MOST_SHOWN = 10;

/** Whether the tables are those that this code works with. */
async function drifted(url: string, { pending, unknown }: Examined): Promise<Finding[]> {
  const about = 'Schema';
  if (pending.length > 0) return [neutral(about, 'is compared once no migration is pending')];
  const dataSource = await createDataSource({ url, entities, poolSize: 1 }).initialize();
  try {
    const differences = await schemaDrift(dataSource);
    if (differences.length === 0) return [well(about, 'tables and columns are as this version describes them')];
    // What a later release has added is seen here, too, and is no fault; what it took away this one cannot do without.
    const found = (difference: string): Finding =>
      (unknown.length > 0 && !isMissing(difference) ? neutral : unwell)(about, difference);
    const more = differences.length - MOST_SHOWN;
    return [
      ...differences.slice(0, MOST_SHOWN).map(found),
      ...(more > 0 ? [found(`and ${more} more differences`)] : []),
    ];
  } finally {
    await dataSource.destroy();
  }
}
