import 'reflect-metadata';
import type { Server } from 'node:http';
import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Express, Request } from 'express';
import type { Logger } from 'pino';
import {
  LetterStops,
  Machines,
  RightsCache,
  SessionRegistry,
  TenantRepository,
  type SandboxOptions,
  type TokenSettings,
} from '@usaha/core';
import { PublicTracking, TrackingLinks } from '@usaha/logistics';
import type { Database } from '@usaha/shared';
import { AppModule } from './app.module.js';
import { contract } from './contract/contract.js';
import { reference } from './reference/reference.js';
import { serveDocuments } from './docs/serve-documents.js';
import { serveEntrance } from './docs/entrance.js';
import { JsonAdapter } from './http/adapter.js';
import { arrivalOwner } from './http/arrival-owner.js';
import { boundClients } from './http/client-connections.js';
import { crossOrigin, exposedHeaders } from './http/cross-origin.js';
import { DatabaseTroubles } from './http/database-troubles.js';
import { frontOf } from './http/front.js';
import { requestMiddleware } from './http/request.middleware.js';
import { ErrorFilter } from './http/error.filter.js';
import { Metrics } from './http/metrics.js';
import { nestLogger } from './http/nest-logger.js';
import { serveOperations, type MetricsHere } from './http/operations.js';
import { MachineCheck } from './http/machine-check.js';
import { Readiness } from './http/readiness.js';
import { answerRefusals } from './http/refusals.js';
import { RouteTable } from './http/route-table.js';
import { securityHeaders } from './http/security-headers.js';
import { UnsentAnswers } from './http/unsent-answers.js';
import { VerifiedTokens } from './http/verified-tokens.js';
import { transformStorage } from './insides/class-transformer.js';
import { rememberConstraints } from './insides/class-validator.js';
import { checkExpress, checkHead, middlewaresFor, operationsOf } from './insides/express.js';
import { checkNest, interceptWithPromises } from './insides/nest.js';
import { serveStop } from './stop/serve-stop.js';
import { serveTracking } from './track/serve-tracking.js';
import { requireFinders } from './wire/records.js';
import { validation } from './wire/validation.pipe.js';

export interface AppOptions {
  database: Database;
  tokens: TokenSettings;
  logger: Logger;
  corsOrigins: string[] | '*';
  trustProxy: boolean | number | string;
  requestTimeoutMs: number;
  /** How many connections of clients may be open at once; any number unless given. */
  mostConnections?: number;
  /** Whether the process is on its way out: then it is not ready any more. */
  isStopping?: () => boolean;
  /** Where figures are gathered that others than requests make, too; its own unless given. */
  metrics?: Metrics;
  /** How they are served on the port of the service, to all unless told; null: they are not. */
  metricsHere?: MetricsHere | null;
  /** How the sandbox that plays the payment gateway behaves. */
  sandbox?: SandboxOptions;
  /** Where people reach the service; null or absent: not known. */
  publicUrl?: string | null;
  /** How many tenants an account may have; 100 unless given. */
  tenantsPerAccount?: number;
  /** Modules beside the two surfaces: for tests that need a controller the product does not have. */
  extraModules?: Type[];
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
  const unsent = new UnsentAnswers();
  const adapter = new JsonAdapter(unsent);
  const app = await NestFactory.create(AppModule.over({ ...options, unsent }), adapter, {
    logger: nestLogger(logger),
    bodyParser: false,
  });
  const express = adapter.getInstance<Express>();
  express.set('etag', false);
  express.set('x-powered-by', false);
  express.set('trust proxy', options.trustProxy);

  const metrics = options.metrics ?? new Metrics(database);
  const routes = new RouteTable();
  const errors = new ErrorFilter(logger, routes, new DatabaseTroubles(logger, metrics));
  const headers = { ...securityHeaders(), Vary: 'Authorization, Origin' };
  answerRefusals(app.getHttpServer() as Server, logger, headers);
  const ownerOf = arrivalOwner(express, app.get(VerifiedTokens), app.get(SessionRegistry));
  boundClients(app.getHttpServer() as Server, options.mostConnections ?? Infinity, ownerOf);
  const origins = crossOrigin(options.corsOrigins);
  const { requestTimeoutMs: timeoutMs } = options;
  const begin = requestMiddleware({ logger, metrics, errors, routes, timeoutMs, headers, origins });
  adapter.front = frontOf(express, begin, routes, errors);
  const preflight = { origin: options.corsOrigins, exposedHeaders, maxAge: 600 };
  // Whatever else is asked has its headers from the middleware.
  app.enableCors((request: Request, done: (error: null, options: CorsOptions) => void) => {
    done(null, request.method === 'OPTIONS' ? preflight : { origin: false });
  });
  const passedOver = middlewaresOf(express);
  const readiness = new Readiness(
    database,
    options.isStopping ?? (() => false),
    new MachineCheck(database, app.get(Machines)),
  );
  serveEntrance(express);
  metrics.watch({ isListening: () => app.get(RightsCache).isListening, pendingMigrations: () => readiness.pending() });
  serveOperations(
    express,
    readiness,
    metrics,
    options.metricsHere === undefined ? { token: null } : options.metricsHere,
  );
  (app.getHttpServer() as Server).once('listening', () => readiness.start()).once('close', () => readiness.close());
  serveStop(express, { database, stops: app.get(LetterStops), tenants: app.get(TenantRepository) });
  serveTracking(express, { database, links: app.get(TrackingLinks), tracking: app.get(PublicTracking) });
  app.useGlobalPipes(validation);
  app.useGlobalFilters(errors);
  serveDocuments(app, express);
  requireFinders(controllersOf(app));
  await app.init();
  if (middlewaresOf(express) !== passedOver)
    throw new Error(
      'A middleware of Express stands before the operations, which do not come past it: see http/front.ts',
    );
  routes.fill(operationsOf(express));
  return app;
}

/** How many Express would call before an operation. */
const middlewaresOf = (app: Express): number =>
  Math.max(...[contract, reference].map(({ prefix }) => middlewaresFor(app, `${prefix}/x`)));

const controllersOf = (app: INestApplication): Type[] =>
  [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as Type),
  );
