import 'reflect-metadata';
import type { Server } from 'node:http';
import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Express, Request } from 'express';
import type { Logger } from 'pino';
import {
  AttemptAsking,
  AttemptBooking,
  CallbackAccounts,
  CallbackAddresses,
  type EinvoiceIntermediary,
  type EinvoiceSendingTimes,
  FileLinks,
  FileService,
  LetterStops,
  LinkedAccounts,
  MessageAccountService,
  MessageCallbackAddresses,
  MessageReports,
  PasswordRecovery,
  PayPages,
  PaymentGateways,
  PaymentLinks,
  SandboxGateway,
  EinvoiceRequestLinks,
  EinvoiceRequestPages,
  EinvoiceRequestRates,
  SimulatorService,
  SessionRegistry,
  TenantRepository,
  WrittenNumbers,
  type MetaSettings,
  type PasswordBlocklist,
  type SandboxOptions,
  type TokenSettings,
} from '@usaha/core';
import { PublicTracking, TrackingLinks } from '@usaha/logistics';
import type { Database } from '@usaha/shared';
import { AppModule } from './app.module.js';
import type { ContextsSettings } from './contexts.module.js';
import { serveDocuments } from '../docs/serve-documents.js';
import { serveLandingPage } from '../docs/landing-page.js';
import { JsonAdapter } from '../http/server/adapter.js';
import { arrivalOwner } from '../http/limits/arrival-owner.js';
import { boundClients } from '../http/server/client-connections.js';
import { crossOrigin, exposedHeaders } from '../http/server/cross-origin.js';
import { DatabaseTroubles } from '../http/observability/database-troubles.js';
import { createFastPathRouter } from '../http/server/fast-path-router.js';
import { AcceptedKeys } from '../http/pipeline/accepted-keys.js';
import { requestMiddleware } from '../http/pipeline/request.middleware.js';
import { ErrorFilter } from '../http/pipeline/error.filter.js';
import { Metrics } from '../http/observability/metrics.js';
import type { PaymentMetrics } from '../http/observability/payment-metrics.js';
import { nestLogger } from '../http/observability/nest-logger.js';
import { serveOperations, type MetricsHere } from '../http/observability/operations.js';
import { Readiness } from '../http/observability/readiness.js';
import { answerRefusals } from '../http/server/refusals.js';
import { RouteTable } from '../http/server/route-table.js';
import { securityHeaders } from '../http/server/security-headers.js';
import { ResponseBackpressure } from '../http/limits/response-backpressure.js';
import { LONGEST_UPLOAD_MS } from '../http/uploads/upload-clock.js';
import { VerifiedTokens } from '../http/pipeline/verified-tokens.js';
import type { MessageOutbox } from '../jobs/mail/message-outbox.js';
import type { RecentLetters } from '../jobs/mail/recent-letters.js';
import { transformStorage } from '../internals/class-transformer.js';
import { rememberConstraints } from '../internals/class-validator.js';
import { checkExpress, checkHead, middlewaresOf, operationsOf, type Middleware } from '../internals/express.js';
import { checkNest, interceptWithPromises } from '../internals/nest.js';
import type { SmsSettings } from '../start/sms-settings.js';
import { serveAccount } from '../surfaces/account/serve-account.js';
import { FileLinkOpening } from '../files/file-link-opening.js';
import { serveLetters } from '../surfaces/dev/serve-letters.js';
import { serveMessages } from '../surfaces/dev/serve-messages.js';
import { serveMessageCallbacks } from '../surfaces/callbacks/serve-message-callbacks.js';
import { serveEinvoice } from '../surfaces/einvoice/serve-einvoice.js';
import { serveEinvoiceSimulator } from '../surfaces/einvoice-simulator/serve-einvoice-simulator.js';
import { serveFileLinks } from '../surfaces/file-link/serve-file-links.js';
import { servePaymentCallbacks } from '../surfaces/callbacks/serve-payment-callbacks.js';
import { servePay } from '../surfaces/pay/serve-pay.js';
import { SandboxCallbacks } from '../surfaces/sandbox/sandbox-callbacks.js';
import { serveSandbox } from '../surfaces/sandbox/serve-sandbox.js';
import { serveStop } from '../surfaces/stop/serve-stop.js';
import { serveTracking } from '../surfaces/track/serve-tracking.js';
import { requireFinders } from '../wire/records.js';
import { validation } from '../wire/validation.pipe.js';

export interface AppOptions {
  database: Database;
  tokens: TokenSettings;
  logger: Logger;
  corsOrigins: string[] | '*';
  trustProxy: boolean | number | string;
  requestTimeoutMs: number;
  /** How many connections of clients may be open at once; any number unless given. */
  mostConnections?: number;
  /** Milliseconds that a rendering of the metrics is kept; 5 seconds unless given. */
  metricsKeptMs?: number;
  /** How metrics are served on the port of the service, to all unless told; null: they are not. */
  metricsHere?: MetricsHere | null;
  /** How the sandbox that plays the payment gateway behaves. */
  sandbox?: SandboxOptions;
  /** Whether money is real: then the sandbox takes no payments of businesses. */
  production?: boolean;
  /** Whether there is the simulator of MyInvois; there is unless told. */
  einvoiceSimulator?: boolean;
  /** The operator's credentials as an intermediary at MyInvois; none unless given. */
  einvoiceIntermediary?: EinvoiceIntermediary | null;
  /** When submissions of e-invoices are repeated and given up; usual times unless given. */
  einvoiceSending?: EinvoiceSendingTimes;
  /** Address of the platform, for gateways that ask for one; none unless given. */
  platformEmail?: string | null;
  /** The platform's own account at a payment gateway; the sandbox unless given. */
  platformAccount?: ContextsSettings['platformAccount'];
  /** Where people reach the service; null or absent: not known. */
  publicUrl?: string | null;
  /** How many tenants an account may have; 100 unless given. */
  tenantsPerAccount?: number;
  /** Pages of consumers that links of letters may lead to; none unless given. */
  linkUrls?: readonly string[];
  /** Whether the service sends letters about accounts; it does unless told. */
  areLettersSent?: boolean;
  /** Requests a minute of API keys that state no limit; null or absent: any number. */
  apiKeyRateLimit?: number | null;
  /** Which passwords stated operations refuse; `worst` unless given. */
  passwordBlocklist?: PasswordBlocklist;
  /** The operator's accounts at carriers of messages, whose reports are followed; none unless given. */
  whatsapp?: MetaSettings | null;
  sms?: SmsSettings | null;
  /** Networks that webhooks may be sent to although they are not public; none unless given. */
  webhookNetworks?: readonly string[];
  /** Limits, store and scanner of files; those of the specification, the database and none unless given. */
  files?: ContextsSettings['files'];
  /** The last letters, for developers: served to this machine where they are given. */
  recentLetters?: Pick<RecentLetters, 'list'> | null;
  /** The last messages, for developers: served to this machine where they are given. */
  messageOutbox?: Pick<MessageOutbox, 'list'> | null;
  /** Modules in addition to the two surfaces: for tests that need a controller the product does not have. */
  extraModules?: Type[];
  /** Called before the routes are registered: `app.use(…)` and the like, which come too late afterwards. */
  configure?: (app: INestApplication) => void;
}

/** Builds the application: used by the service, the command line and every test. It does not listen yet. */
export async function createApp(options: AppOptions): Promise<INestApplication> {
  checkExpress();
  checkHead();
  checkNest();
  rememberConstraints();
  transformStorage();
  interceptWithPromises();
  const { database, logger } = options;
  const backpressure = new ResponseBackpressure();
  const adapter = new JsonAdapter(backpressure);
  const app = await NestFactory.create(AppModule.over({ ...options, backpressure }), adapter, {
    logger: nestLogger(logger),
    bodyParser: false,
  });
  const express = adapter.getInstance<Express>();
  express.set('etag', false);
  express.set('x-powered-by', false);
  express.set('trust proxy', options.trustProxy);

  const metrics = app.get(Metrics);
  const routes = new RouteTable();
  const errors = new ErrorFilter(logger, routes, app.get(DatabaseTroubles));
  const headers = { ...securityHeaders(), Vary: 'Authorization, Origin' };
  answerRefusals(app.getHttpServer() as Server, logger, headers);
  const ownerOf = arrivalOwner(
    express,
    { tokens: app.get(VerifiedTokens), keys: app.get(AcceptedKeys) },
    app.get(SessionRegistry),
  );
  // A body has the time of its request (`requestMiddleware`); of all these, uploads have the longest.
  (app.getHttpServer() as Server).requestTimeout = LONGEST_UPLOAD_MS + options.requestTimeoutMs;
  boundClients(app.getHttpServer() as Server, options.mostConnections ?? Infinity, ownerOf);
  const origins = crossOrigin(options.corsOrigins);
  const { requestTimeoutMs: timeoutMs } = options;
  const begin = requestMiddleware({ logger, metrics, errors, routes, timeoutMs, headers, origins });
  const middlewares: Middleware[] = [];
  adapter.fastPathRouter = createFastPathRouter(express, { begin, routes, middlewares, errors });
  const preflight = { origin: options.corsOrigins, exposedHeaders, maxAge: 600 };
  // Other requests have their headers from the middleware.
  app.enableCors((request: Request, done: (error: null, options: CorsOptions) => void) => {
    done(null, request.method === 'OPTIONS' ? preflight : { origin: false });
  });
  // Operations need none of these: `begin` has done their work.
  const baseline = new Set(middlewaresOf(express));
  const readiness = app.get(Readiness);
  serveLandingPage(express);
  serveOperations(
    express,
    readiness,
    metrics,
    options.metricsHere === undefined ? { token: null } : options.metricsHere,
  );
  (app.getHttpServer() as Server).once('listening', () => readiness.start()).once('close', () => readiness.close());
  if (options.recentLetters) serveLetters(express, options.recentLetters);
  if (options.messageOutbox) serveMessages(express, options.messageOutbox);
  serveAccount(express, { database, accounts: app.get(LinkedAccounts), recovery: app.get(PasswordRecovery) });
  serveMessageCallbacks(express, {
    database,
    logger,
    addresses: app.get(MessageCallbackAddresses),
    accounts: app.get(MessageAccountService),
    reports: app.get(MessageReports),
    stops: app.get(LetterStops),
    numbers: app.get(WrittenNumbers),
    whatsapp: options.whatsapp ?? null,
    twilio: options.sms?.provider === 'twilio' ? options.sms.twilio : null,
  });
  serveStop(express, { database, stops: app.get(LetterStops), tenants: app.get(TenantRepository) });
  serveFileLinks(express, {
    database,
    links: app.get(FileLinks),
    openings: app.get(FileLinkOpening),
    files: app.get(FileService),
  });
  servePayments(app, express, options, metrics.payments);
  serveEinvoice(express, {
    database,
    links: app.get(EinvoiceRequestLinks),
    rates: app.get(EinvoiceRequestRates),
    pages: app.get(EinvoiceRequestPages),
  });
  serveEinvoiceSimulator(express, { database, simulator: app.get(SimulatorService) });
  serveTracking(express, { database, links: app.get(TrackingLinks), tracking: app.get(PublicTracking) });
  app.useGlobalPipes(validation);
  app.useGlobalFilters(errors);
  serveDocuments(app, express);
  requireFinders(controllersOf(app));
  options.configure?.(app);
  await app.init();
  middlewares.push(...middlewaresOf(express).filter((middleware) => !baseline.has(middleware)));
  routes.fill(operationsOf(express));
  return app;
}

const controllersOf = (app: INestApplication): Type[] =>
  [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as Type),
  );

/** Serves the public addresses of payments: the one for gateways, the page of payers, and that of the bank that the sandbox plays. */
function servePayments(
  app: INestApplication,
  express: Express,
  { database, logger, production = false }: AppOptions,
  metrics: PaymentMetrics,
): void {
  const addresses = app.get(CallbackAddresses);
  const gateways = app.get(PaymentGateways);
  const accounts = app.get(CallbackAccounts);
  gateways.measured = (gateway, call, seconds) => metrics.asked(gateway, call, seconds);
  app.get(AttemptBooking).ended = (attempt) => metrics.attempted(attempt);
  const asking = app.get(AttemptAsking);
  servePaymentCallbacks(express, { database, logger, metrics, addresses, accounts, gateways, asking });
  servePay(express, { database, logger, links: app.get(PaymentLinks), pages: app.get(PayPages) });
  // In production it is there for the payments of the platform alone, as long as they go to it.
  if (production && gateways.platform.gateway !== 'sandbox') return;
  const gateway = app.get(SandboxGateway);
  const callbacks = new SandboxCallbacks(gateway, addresses);
  serveSandbox(express, { database, gateway, callbacks });
  (app.getHttpServer() as Server).once('close', () => callbacks.stop());
}
