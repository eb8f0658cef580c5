import { Database, Keyring, NO_TENANT, migrate } from '@usaha/shared';
import {
  createDataSource,
  APP_ROLE,
  MigrationChanged,
  ReleaseTooOld,
  WrongKeys,
  claimKeys,
  checkPooler,
} from '@usaha/shared/operation';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { Config, Secrets } from '../start/config.js';
import { coordinatorOf } from './coordinator-url.js';
import { addressOf, atNode } from './database-url.js';
import { distributeAdded } from './distribution/distribute.js';
import { whenThere, type DatabaseWait } from './database-wait.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { entities, migrations } from './persistence.js';
import { RELEASE } from '../start/release.js';
import { missingColumns } from './schema-drift.js';
import { isSearchKeyWeak, refuseNewWeakSearchKey } from '../start/weak-search-key.js';
import { wrongKeyText } from '../start/wrong-key.js';

/** How this process reaches PostgreSQL. */
export interface Access {
  /** The database role of the service. */
  url: string;
  /** The database role that runs migrations: the owner of the tables. */
  ownerUrl: string;
  /** For LISTEN; null where there is none. */
  directUrl: string | null;
  /** How long it is waited for where it is not there yet; not at all unless told. */
  wait?: DatabaseWait;
}

/**
 * So much longer than a request may take, PostgreSQL lets a transaction lie open without a statement. A request thinks no
 * longer than it may take, and the reader of a streamed report gets each part of it within that time or is cut off.
 */
const IDLE_GRACE_MS = 30_000;

/** PgBouncer refuses what it does not know of a connection's settings, unless it is told to ignore it. */
const POOLER_HINT =
  'give PgBouncer ignore_startup_parameters = statement_timeout, or set DATABASE_STATEMENT_TIMEOUT_MS=0';

async function connect(make: () => DataSource, url: string, wait?: DatabaseWait): Promise<DataSource> {
  try {
    return await whenThere(url, wait, () => make().initialize());
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    const hint = message.includes('startup parameter') ? `; ${POOLER_HINT}` : '';
    throw new StartError(`The database at ${addressOf(url)} cannot be used: ${message || code || 'no answer'}${hint}`, {
      cause: error,
    });
  }
}

/** The owner's connections: those of a Citus cluster to its coordinator, which alone may change the schema. */
async function connectOwner({ ownerUrl, wait }: Access): Promise<DataSource> {
  const there = (url: string) =>
    connect(() => createDataSource({ url, entities: [], migrations, poolSize: 2, statementTimeout: 0 }), url, wait);
  const owner = await there(ownerUrl);
  const coordinator = await coordinatorOf(owner);
  if (!coordinator) return owner;
  await owner.destroy();
  return there(atNode(ownerUrl, coordinator));
}

/** Brings the schema up to date, and on a Citus cluster distributes what that has added. @returns the names of the migrations that were run. */
export async function migrateDatabase(access: Access): Promise<string[]> {
  const owner = await connectOwner(access);
  try {
    return await migrate(owner, RELEASE, distributeAdded);
  } catch (error) {
    if (error instanceof MigrationChanged || error instanceof ReleaseTooOld)
      throw new StartError(error.message, { cause: error });
    // A migration that says itself what an administrator has to do (raise_exception).
    const { code, message } = error as Error & { code?: string };
    if (code === 'P0001') throw new StartError(message, { cause: error });
    if (code === '42501') {
      throw new StartError(
        `The database at ${addressOf(access.ownerUrl)} cannot be migrated by this role (${message}); give its owner in MIGRATION_DATABASE_URL`,
        { cause: error },
      );
    }
    throw error;
  } finally {
    await owner.destroy();
  }
}

/** On a server of our own the service connects as the role that row level security binds, and has nothing to lay down. */
export async function letAppRoleLogIn(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => undefined); // its statement is told as well
  await owner.connect();
  try {
    await owner.query(`alter role ${APP_ROLE} login`);
  } finally {
    await owner.end();
  }
}

/**
 * Whether the tables have what this release works with: a later release may have taken a column away, or a restore may lack one.
 * @throws StartError naming the first of them
 */
async function requireColumns(dataSource: DataSource): Promise<void> {
  const missing = await missingColumns(dataSource);
  if (missing.length === 0) return;
  const more = missing.length > 1 ? `, and ${missing.length - 1} more` : '';
  throw new StartError(
    `The schema of the database is not that of release ${RELEASE}: ${missing[0]}${more}; npm run doctor names all of them`,
  );
}

/** The service's own connections, bound by row level security, or a clear word why they cannot be. */
export async function openDatabase(
  access: Access,
  config: Pick<Config, 'production' | 'poolSize' | 'statementTimeoutMs' | 'requestTimeoutMs'>,
  secrets: Secrets,
): Promise<Database> {
  const dataSource = await connect(
    () =>
      createDataSource({
        url: access.url,
        entities,
        poolSize: config.poolSize,
        statementTimeout: config.statementTimeoutMs ?? undefined,
      }),
    access.url,
    access.wait,
  );
  try {
    const keyring = new Keyring(secrets.seal_keys, secrets.search_key);
    const options = { idleInTransactionMs: config.requestTimeoutMs + IDLE_GRACE_MS };
    const database = await Database.over(dataSource, keyring, options);
    await checkPooler(() => database.dedicatedConnection('usaha start'));
    await requireColumns(dataSource);
    await database.work({ tenant_id: NO_TENANT, actor: null, now: new Date() }, async (ctx) => {
      if (isSearchKeyWeak(config, secrets)) await refuseNewWeakSearchKey(database, ctx);
      await claimKeys(ctx);
    });
    return database;
  } catch (error) {
    await dataSource.destroy();
    const reason = error instanceof WrongKeys ? error.keys.map(wrongKeyText).join('\n') : (error as Error).message;
    throw new StartError(reason, { cause: error });
  }
}
