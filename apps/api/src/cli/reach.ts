import type { INestApplicationContext } from '@nestjs/common';
import { NO_TENANT, type Context, type Database } from '@usaha/shared';
import { APP_ROLE } from '@usaha/shared/operation';
import pg from 'pg';
import { parseSecrets, readConfig, type Config, type Secrets } from '../start/config.js';
import { coordinatorUrl } from '../database/coordinator-url.js';
import { letAppRoleLogIn, migrateDatabase, openDatabase, type Access } from '../database/database-access.js';
import {
  claimDataDirectory,
  dataDirectoryHolder,
  makeFolders,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@usaha/embedded-postgres';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { loadOrMakeSecrets } from '../database/embedded/secrets-file.js';
import type { Situation } from './command.js';
import { examine } from './examine.js';

/** A database within a command's reach. */
export interface Reached {
  config: Config;
  access: Access;
  /** Whether this command has started it: then no other process works in it, and it may be brought up to date unasked. */
  ours: boolean;
}

/**
 * Does a piece of work on the service's database: the one of DATABASE_URL, or the embedded one, next to the running
 * service, or started for the time of the work where the service is stopped.
 */
export async function withDatabase<T>(situation: Situation, work: (reached: Reached) => Promise<T>): Promise<T> {
  const config = readConfig(situation.environment, situation.cwd);
  const { databaseUrl, migrationDatabaseUrl, databaseDirectUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const ownerUrl = migrationDatabaseUrl ?? databaseUrl;
    return work({ config, access: { url: databaseUrl, ownerUrl, directUrl: databaseDirectUrl }, ours: false });
  }
  const holder = await dataDirectoryHolder(dataDir);
  if (holder) {
    const running = await runningEmbeddedPostgres(dataDir);
    if (!running)
      throw new StartError(`Process ${holder.pid} is just starting or stopping the database in ${dataDir}; try again`);
    return work({ config, access: accessTo(running), ours: false });
  }
  const directory = await claimDataDirectory(dataDir, 0);
  try {
    // Before the database, as the service does: a database without its secrets is refused, not given new ones.
    await loadOrMakeSecrets(dataDir);
    const postgres = await startEmbeddedPostgres({ dir: dataDir, log: situation.say });
    try {
      return await work({ config, access: accessTo(postgres), ours: true });
    } finally {
      await postgres.stop();
    }
  } finally {
    await directory.release();
  }
}

/** Brings the schema up to date. @returns the names of the migrations that were run. */
export async function bringUpToDate({ config, access }: Reached): Promise<string[]> {
  const run = await migrateDatabase(access);
  if (config.databaseUrl === null) await letAppRoleLogIn(access.ownerUrl);
  return run;
}

/**
 * The same as the owner of the tables has it, on a schema that is up to date: for what the service's own role may not do.
 * @param work is given a connection, which is closed after it, and its URL @throws StartError where migrations are pending
 */
export const withOwner = <T>(
  situation: Situation,
  work: (client: pg.Client, url: string, config: Config) => Promise<T>,
): Promise<T> =>
  withDatabase(situation, async (reached) => {
    if (reached.ours) await bringUpToDate(reached);
    await requireMigrated(reached.access.ownerUrl);
    const url = await coordinatorUrl(reached.access.ownerUrl);
    const client = new pg.Client({ connectionString: url, application_name: 'usaha cli' });
    client.on('error', () => undefined); // its next statement is told as well
    await client.connect();
    try {
      return await work(client, url, reached.config);
    } finally {
      await client.end();
    }
  });

async function requireMigrated(url: string): Promise<void> {
  const { pending } = await examine(url);
  if (pending.length > 0)
    throw new StartError(
      `The database lacks ${pending.length} migrations of this version; run npm run cli -- migrate first`,
    );
}

/** The same as the service holds it, on a schema that is up to date. */
export const withOpened = <T>(
  situation: Situation,
  work: (database: Database, secrets: Secrets, config: Config, access: Access) => Promise<T>,
): Promise<T> =>
  withDatabase(situation, async (reached) => {
    if (reached.ours) await bringUpToDate(reached);
    await requireMigrated(reached.access.url);
    const secrets = await secretsOf(reached.config);
    const database = await openDatabase(reached.access, { ...reached.config, poolSize: 2 }, secrets);
    try {
      return await work(database, secrets, reached.config, reached.access);
    } finally {
      await database.end();
    }
  });

/** The same with the services of all contexts over it. */
export const withContexts = <T>(
  situation: Situation,
  work: (app: INestApplicationContext, database: Database, access: Access) => Promise<T>,
): Promise<T> =>
  withOpened(situation, async (database, secrets, config, access) => {
    const { publicUrl, webhookNetworks, files, platformAccount } = config;
    const { einvoiceSimulator, einvoiceIntermediary, einvoiceSending } = config;
    // Loaded only here: migrations and events need no container, which takes a while to load.
    const [{ NestFactory }, { ContextsModule }] = await Promise.all([
      import('@nestjs/core'),
      import('../app/contexts.module.js'),
    ]);
    const app = await NestFactory.createApplicationContext(
      ContextsModule.over({
        database,
        tokens: { keys: secrets.jwt_keys },
        publicUrl,
        webhookNetworks,
        files,
        platformAccount,
        einvoiceSimulator,
        einvoiceIntermediary,
        einvoiceSending,
      }),
      { logger: ['error', 'warn'], abortOnError: false },
    );
    try {
      return await work(app, database, access);
    } finally {
      await app.close();
    }
  });

/** What a command does is done by the service itself, for no tenant until it says for which. */
export const asService = <T>(
  database: Database,
  work: (ctx: Context) => Promise<T>,
  tenant_id = NO_TENANT,
): Promise<T> => database.work({ tenant_id, actor: null, now: new Date() }, work);

const accessTo = ({ url }: { url(user: string, database: string): string }): Access => ({
  url: url(APP_ROLE, 'usaha'),
  ownerUrl: url('usaha', 'usaha'),
  directUrl: null,
});

/** As the service has them: from the environment, or kept in the data directory, which makes them at the first request. */
async function secretsOf({ secrets, dataDir }: Config): Promise<Secrets> {
  const { jwt_keys, seal_keys, search_key } = secrets;
  if (jwt_keys && seal_keys && search_key) return { jwt_keys, seal_keys, search_key };
  await makeFolders(dataDir);
  const kept = parseSecrets(await loadOrMakeSecrets(dataDir));
  return {
    jwt_keys: jwt_keys ?? kept.jwt_keys,
    seal_keys: seal_keys ?? kept.seal_keys,
    search_key: search_key ?? kept.search_key,
  };
}
