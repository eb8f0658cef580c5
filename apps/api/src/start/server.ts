import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import {
  AccountPages,
  MessageAccountService,
  MessageCallbackAddresses,
  MessageCarriers,
  MessagePapers,
  OperatorService,
  PublicAddress,
  RightsCache,
} from '@usaha/core';
import { NO_TENANT, type Database } from '@usaha/shared';
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
import { endWithAnswers } from '../http/server/end-with-answers.js';
import { MetricsServer } from '../http/observability/metrics-server.js';
import { Metrics } from '../http/observability/metrics.js';
import { Readiness } from '../http/observability/readiness.js';
import { Jobs } from '../jobs/jobs.js';
import { mailerOf } from '../jobs/mail/mailer-of.js';
import { smsCarrierOf, whatsAppCarrierOf } from '../jobs/mail/carriers/operator-carriers.js';
import { installationCarriers } from '../jobs/mail/message-carriers.js';
import { messageOutboxOf } from '../jobs/mail/message-outbox.js';
import { receiptPapers } from '../jobs/mail/receipt-papers.js';
import { RecentLetters } from '../jobs/mail/recent-letters.js';
import { linkUrlProblems } from './link-urls.js';
import { clientsAllowed } from './open-files.js';
import { withProgress } from './progress.js';
import { RightsListener } from '../database/rights-listener.js';
import { startWarnings } from './start-warnings.js';
import { endsWithin } from './teardown.js';

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
  /** @param ending how, where other processes serve the same port */
  stop(ending?: Ending): Promise<void>;
}

/** How one of several processes ends. */
export interface Ending {
  /** Milliseconds in which connections end with their next answer. */
  lingerMs: number;
  /** Whether another process has taken its place: then the service as a whole goes on. */
  isReplaced: boolean;
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
  group,
}: Infrastructure): Promise<RunningService> {
  const isFirst = group?.isFirst ?? true;
  const { access, firstStart, failed } = await reachDatabase(config, say, embedded, isFirst);
  const database = await openDatabase(access, config, secrets);
  teardown.defer('connections', () => database.end());
  database.onLoss((loss) =>
    logger.warn(loss, 'connections on which the database does not answer any more were closed'),
  );
  database.onUntold((error) =>
    logger.warn({ err: error }, 'other instances were not told of a change at once; they see it within a second'),
  );
  database.onNodeChange(({ name: node, isAsked, closed }) => {
    if (isAsked) logger.warn({ node }, 'a node of the database answers again');
    else logger.error({ node, closed }, 'a node of the database does not answer: its tenants get 503 until it does');
  });
  if (isFirst) for (const warning of await startWarnings(database, config, secrets)) logger.warn(warning);

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
  const isCarried = config.smtp !== null || config.sms !== null || config.whatsapp !== null;
  // Businesses may have accounts at carriers: messages are held in any case.
  const areHeld = config.databaseUrl === null && (await areLettersHeld(config.dataDir));
  const isHeld = areHeld && isCarried;
  const carrier = isHeld ? null : await mailerOf(config, directory === null ? null : config.dataDir, say);
  const recentLetters = carrier && !config.production && !config.smtp ? new RecentLetters(carrier) : null;
  for (const letter of group?.letters.toReversed() ?? []) recentLetters?.remember(letter);
  if (group && recentLetters) recentLetters.tell = group.shareLetters((letter) => recentLetters.remember(letter));
  const mailer = recentLetters ?? carrier;
  const sms = isHeld ? null : smsCarrierOf(config);
  const whatsapp = isHeld ? null : whatsAppCarrierOf(config);
  const messageOutbox = messageOutboxOf(config, directory === null ? null : config.dataDir);
  const app = await createApp({
    ...options,
    mostConnections,
    database,
    sandbox,
    platformEmail: config.operator.email,
    tokens,
    logger,
    metricsKeptMs: scraping.keptMs,
    metricsHere,
    recentLetters,
    messageOutbox,
    areLettersSent: missingForLetters(config).length === 0,
  });
  teardown.defer('application', () => app.close());
  const carriers = installationCarriers({ mailer, outbox: messageOutbox, sms, whatsapp }, config);
  app.get(MessageCarriers).use(carriers, config.messageTerms);
  app.get(MessagePapers).use(receiptPapers(app));
  const metrics = app.get(Metrics);
  group?.readMetrics(() => metrics.reading());
  if (group) metrics.sumOver(group.askForSum);

  const demo = isFirst ? await fill(app, database, config, { firstStart, say }) : [];
  if (access.directUrl !== null) {
    const listener = new RightsListener(access.directUrl, app.get(RightsCache), logger);
    await listener.start();
    teardown.defer('listener', async () => listener.stop());
  }
  if (isFirst && !isLoopback(config.host)) await refuseKnownPasswords(app);
  const scrapes = await MetricsServer.listen(metrics, scraping, (line) => logger.warn(line));
  if (scrapes) teardown.defer('metrics', () => scrapes.stop());
  const port = await listen(app, config);
  if (!config.production) app.get(AccountPages).listensOn(port);
  app.get(PublicAddress).listensOn(port);
  await directory?.setPort(port);
  if (isFirst && config.production && config.platformAccount.gateway === 'sandbox')
    logger.warn('payments go to the sandbox: no money is moved');
  if (isFirst && config.production && embedded?.postgres.warning) logger.warn(embedded.postgres.warning);
  const reports = app.get(MessageCallbackAddresses).urlOf(NO_TENANT, 'whatsapp');
  if (isFirst && whatsapp && reports !== null)
    say(`WhatsApp reports to ${reports}, verify token ${app.get(MessageAccountService).verifyToken(NO_TENANT)}`);
  if (isFirst && areHeld)
    say('Letters are held, since this copy was restored: npm run cli -- letters:send lets it send them');
  else if (isFirst && !mailer) logger.warn('there is no SMTP_URL: no reminders are sent by e-mail');
  const remindsByMessage = !areHeld && (carriers.carriers.whatsapp ?? carriers.carriers.sms) !== null;
  const { lettersPerDay, lettersAfterHours, accountLettersPerDay, sendsWebhooks, importRows } = config;
  const einvoiceIntervalMs = config.einvoiceSending.intervalMs;
  const jobs = app.get(Jobs);
  const limitsNewTenants = config.production;
  jobs.start({
    mailer,
    remindsByMessage,
    carriesMessages: !areHeld,
    lettersPerDay,
    lettersAfterHours,
    accountLettersPerDay,
    limitsNewTenants,
    sendsWebhooks,
    importRows,
    einvoiceIntervalMs,
  });
  teardown.defer('jobs', () => jobs.stop());

  const stop = async ({ lingerMs, isReplaced }: Ending = { lingerMs: 0, isReplaced: false }): Promise<void> => {
    // Readiness says so from here on, so that a balancer sends no more clients before connections are refused.
    if (!isReplaced) app.get(Readiness).announceStop();
    if (!isReplaced && config.drainMs > 0) await sleep(config.drainMs);
    // Told at once, waited for below: they begin nothing new while requests finish.
    jobs.stop().catch((error: unknown) => logger.error({ err: error }, 'the jobs could not be stopped'));
    const server = app.getHttpServer() as Server;
    const begun = Date.now();
    if (lingerMs > 0) await endsWithin(endWithAnswers(server), lingerMs);
    const patience = isReplaced ? config.requestTimeoutMs : begun + IN_FLIGHT_MS - Date.now();
    const impatience = setTimeout(() => server.closeAllConnections(), patience);
    // Closing ends only connections that are idle now; the others would be kept alive once their answer is out.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(sweep);
    clearTimeout(impatience);
    await teardown.dispose((isReplaced ? Date.now() : begun) + STOP_MS - Date.now());
  };
  const served = metricsHere === null ? (scrapes?.address ?? null) : 'here';
  return { port, metrics: served, embedded: embedded?.postgres ?? null, demo, failed, stop };
}

/** Makes what a database has from its first start on: the operator, and demo businesses. @returns the accounts of those */
async function fill(
  app: INestApplication,
  database: Database,
  config: Config,
  { firstStart, say }: { firstStart: boolean; say: (line: string) => void },
): Promise<DemoAccount[]> {
  const noTenant = { tenant_id: NO_TENANT, actor: null, now: new Date() };
  await database.work(noTenant, (ctx) => app.get(OperatorService).bootstrap(ctx, config.operator));
  const isWanted = firstStart && !config.production && isLoopback(config.host);
  if (config.seedDemo ?? isWanted) await seedDemo(app, say);
  if (firstStart) await endFirstStart(config.dataDir);
  return config.production ? [] : demoAccountsOf(app);
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
  isFirst: boolean,
): Promise<{ access: Access; firstStart: boolean; failed: Promise<StartError> }> {
  if (config.databaseUrl !== null) {
    const access = {
      url: config.databaseUrl,
      ownerUrl: config.migrationDatabaseUrl ?? config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      wait: { ms: config.databaseWaitMs, say },
    };
    const run = isFirst ? await migrateDatabase(access) : [];
    if (run.length > 0) say(`Migrated the database: ${run.join(', ')}`);
    // One of others' is theirs to start again.
    return { access, firstStart: false, failed: new Promise(() => undefined) };
  }
  const { postgres, failed } = embedded as SupervisedPostgres;
  const ownerUrl = postgres.url('usaha', 'usaha');
  const url = postgres.url(APP_ROLE, 'usaha');
  if (!isFirst) return { access: { url, ownerUrl, directUrl: url }, firstStart: false, failed };
  const run = await migrateDatabase({ url: ownerUrl, ownerUrl, directUrl: null });
  if (run.length > 0) {
    // Demo businesses may have become possible that were not before.
    await beginFirstStart(config.dataDir);
    say(`Made the schema: ${run.join(', ')}`);
  }
  await letAppRoleLogIn(ownerUrl);
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
