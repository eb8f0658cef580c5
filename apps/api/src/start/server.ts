import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { AccountPages, OperatorService, RightsCache } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';
import { APP_ROLE } from '@usaha/shared/operation';
import { listeningProblem } from '../../preflight/index.js';
import { createApp } from '../app/app.js';
import { isLoopback, missingForLetters, type Config } from './config.js';
import { letAppRoleLogIn, migrateDatabase, openDatabase, type Access } from '../database/database-access.js';
import type { DemoAccount } from '../demo/core/core-demo.js';
import { beginFirstStart, endFirstStart, isFirstStart } from '@usaha/embedded-postgres';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { areLettersHeld } from '../database/embedded/held-letters.js';
import { STOP_MS, type Infrastructure, type SupervisedPostgres } from './infrastructure.js';
import { MetricsServer } from '../http/observability/metrics-server.js';
import { Metrics } from '../http/observability/metrics.js';
import { Readiness } from '../http/observability/readiness.js';
import { Jobs } from '../jobs/jobs.js';
import { ConsoleTexts } from '../jobs/mail/console-texts.js';
import { mailerOf } from '../jobs/mail/mailer-of.js';
import { RecentLetters } from '../jobs/mail/recent-letters.js';
import { linkUrlProblems } from './link-urls.js';
import { clientsAllowed } from './open-files.js';
import { withProgress } from './progress.js';
import { RightsListener } from '../database/rights-listener.js';
import { startWarnings } from './start-warnings.js';

/** How long requests in flight may take to finish once new connections are taken no more. */
const IN_FLIGHT_MS = 6_000;

export interface RunningService {
  port: number;
  /** Where figures are served: the address, `here` on the same port, or null for nowhere. */
  metrics: string | null;
  /** The folder of the embedded PostgreSQL, and what its release lacks; null: the database is another's. */
  embedded: { place: string; warning: string | null } | null;
  /** Demo accounts, where this start has made or found them. */
  demo: DemoAccount[];
  /** Settles when it cannot go on by itself: then it is to be stopped, and the reason said. */
  failed: Promise<StartError>;
  stop(): Promise<void>;
}

/** Builds the service on its infrastructure and lets clients in. */
export async function serve({
  config,
  say,
  logger,
  teardown,
  directory,
  secrets,
  embedded,
}: Infrastructure): Promise<RunningService> {
  const { access, firstStart, failed } = await reachDatabase(config, say, embedded);
  const database = await openDatabase(access, config, secrets);
  teardown.defer('connections', () => database.end());
  database.onLoss((loss) =>
    logger.warn(loss, 'connections on which the database does not answer any more were closed'),
  );
  for (const warning of await startWarnings(database, config, secrets)) logger.warn(warning);

  const [wrongLink] = linkUrlProblems(config.linkUrls);
  if (wrongLink !== undefined) throw new StartError(`The configuration is not usable: ${wrongLink}`);
  const tokens = {
    keys: secrets.jwt_keys,
    accessLifetime: config.accessTokenSeconds,
    refreshLifetime: config.refreshTokenSeconds,
  };
  const { logLevel: _level, sandboxDelayMs, metrics: scraping, ...options } = config;
  const sandbox = { delayMs: sandboxDelayMs };
  const metricsHere = scraping.port === null ? { token: scraping.token } : null;
  const mostConnections = clientsAllowed(options);
  const isHeld = config.databaseUrl === null && config.smtp !== null && (await areLettersHeld(config.dataDir));
  const carrier = isHeld ? null : await mailerOf(config, directory === null ? null : config.dataDir, say);
  const recentLetters = carrier && !config.production && !config.smtp ? new RecentLetters(carrier) : null;
  const mailer = recentLetters ?? carrier;
  const app = await createApp({
    ...options,
    mostConnections,
    database,
    sandbox,
    tokens,
    logger,
    metricsKeptMs: scraping.keptMs,
    metricsHere,
    recentLetters,
    areLettersSent: missingForLetters(config).length === 0,
  });
  teardown.defer('application', () => app.close());

  const noTenant = { tenant_id: NO_TENANT, actor: null, now: new Date() };
  await database.work(noTenant, (ctx) => app.get(OperatorService).bootstrap(ctx, config.operator));
  const isReachable = !isLoopback(config.host);
  if (config.seedDemo ?? (firstStart && !config.production && !isReachable)) await seedDemo(app, say);
  if (firstStart) await endFirstStart(config.dataDir);
  const demo = config.production ? [] : await demoAccountsOf(app);
  if (access.directUrl !== null) {
    const listener = new RightsListener(access.directUrl, app.get(RightsCache), logger);
    await listener.start();
    teardown.defer('listener', async () => listener.stop());
  }
  if (isReachable) await refuseKnownPasswords(app);
  const scrapes = await MetricsServer.listen(app.get(Metrics), scraping, (line) => logger.warn(line));
  if (scrapes) teardown.defer('metrics', () => scrapes.stop());
  const port = await listen(app, config);
  if (!config.production) app.get(AccountPages).listensOn(port);
  await directory?.setPort(port);
  if (config.production) logger.warn('payments go to the sandbox: no money is moved');
  if (config.production && embedded?.postgres.warning) logger.warn(embedded.postgres.warning);
  if (isHeld) say('Letters are held, since this copy was restored: npm run cli -- letters:send lets it send them');
  else if (!mailer) logger.warn('there is no SMTP_URL: no reminders are sent');
  // As with letters: what is said to be sent in production must be.
  const texts = config.production ? null : new ConsoleTexts(logger);
  const { lettersPerDay, lettersAfterHours, accountLettersPerDay, sendsWebhooks } = config;
  const jobs = app.get(Jobs);
  const limitsNewTenants = config.production;
  jobs.start({
    mailer,
    texts,
    lettersPerDay,
    lettersAfterHours,
    accountLettersPerDay,
    limitsNewTenants,
    sendsWebhooks,
  });
  teardown.defer('jobs', () => jobs.stop());

  const stop = async (): Promise<void> => {
    // Readiness says so from here on, so that a balancer sends no more clients before connections are refused.
    app.get(Readiness).announceStop();
    if (config.drainMs > 0) await sleep(config.drainMs);
    const begun = Date.now();
    // Told at once, waited for below: they begin nothing new while requests finish.
    jobs.stop().catch((error: unknown) => logger.error({ err: error }, 'the jobs could not be stopped'));
    const server = app.getHttpServer() as Server;
    const impatience = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS);
    // Closing ends only connections that are idle now; the others would be kept alive once their answer is out.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(sweep);
    clearTimeout(impatience);
    await teardown.dispose(begun + STOP_MS - Date.now());
  };
  const served = metricsHere === null ? (scrapes?.address ?? null) : 'here';
  return { port, metrics: served, embedded: embedded?.postgres ?? null, demo, failed, stop };
}

// Loaded only where they are asked for, which production never does.
async function seedDemo(app: INestApplication, say: (line: string) => void): Promise<void> {
  const { seedDemo: seed } = await import('../demo/demo.js');
  await withProgress('Making the demo businesses', say, (progress) => seed(app, new Date(), progress));
}
const demoAccountsOf = async (app: INestApplication): Promise<DemoAccount[]> =>
  (await import('../demo/core/core-demo.js')).demoAccounts(app, new Date());

const MOST_NAMED = 5;
const few = (names: readonly string[]): string =>
  [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} more`] : [])].join(
    ', ',
  );

/** A database may come from a start for this machine alone, where default passwords are allowed. @throws StartError */
async function refuseKnownPasswords(app: INestApplication): Promise<void> {
  const { accountsWithKnownPasswords } = await import('./known-passwords.js');
  const known = await accountsWithKnownPasswords(app, new Date());
  if (known.length === 0) return;
  throw new StartError(
    `Other machines are let in, and the passwords of these accounts are public: ${few(known)}; ` +
      'set others (npm run cli -- user:reset-password <tenant> <email>), or listen on this machine alone (HOST=127.0.0.1)',
  );
}

async function reachDatabase(
  config: Config,
  say: (line: string) => void,
  embedded: SupervisedPostgres | null,
): Promise<{ access: Access; firstStart: boolean; failed: Promise<StartError> }> {
  if (config.databaseUrl !== null) {
    const access = {
      url: config.databaseUrl,
      ownerUrl: config.migrationDatabaseUrl ?? config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      wait: { ms: config.databaseWaitMs, say },
    };
    const run = await migrateDatabase(access);
    if (run.length > 0) say(`Migrated the database: ${run.join(', ')}`);
    // One of others' is theirs to start again.
    return { access, firstStart: false, failed: new Promise(() => undefined) };
  }
  const { postgres, failed } = embedded as SupervisedPostgres;
  const ownerUrl = postgres.url('usaha', 'usaha');
  const run = await migrateDatabase({ url: ownerUrl, ownerUrl, directUrl: null });
  if (run.length > 0) {
    // Demo businesses may have become possible that were not before.
    await beginFirstStart(config.dataDir);
    say(`Made the schema: ${run.join(', ')}`);
  }
  await letAppRoleLogIn(ownerUrl);
  const url = postgres.url(APP_ROLE, 'usaha');
  return { access: { url, ownerUrl, directUrl: url }, firstStart: await isFirstStart(config.dataDir), failed };
}

async function listen(app: INestApplication, config: Config): Promise<number> {
  try {
    // Not through Nest, which would print an error in addition to the one line.
    const server = app.getHttpServer() as Server;
    server.listen({ port: config.port, host: config.host ?? undefined });
    await once(server, 'listening');
  } catch (error) {
    // It was free when the start began.
    throw new StartError(await listeningProblem(config.port, config.host, error as Error), { cause: error });
  }
  return ((app.getHttpServer() as Server).address() as AddressInfo).port;
}
