import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError, invalid, withoutCards } from '@usaha/shared';
import { kernelMessages } from '@usaha/shared/operation';
import { contract } from '../../surfaces/contract/contract.js';
import { reference } from '../../surfaces/reference/reference.js';
import type { Dialect } from '../../wire/dialect.js';
import { putIntoHead } from '../../internals/express.js';
import type { CrossOrigin } from '../server/cross-origin.js';
import type { ErrorFilter } from './error.filter.js';
import type { Metrics } from '../observability/metrics.js';
import { onlyReads, type UsahaRequest } from './request.js';
import type { RouteTable } from '../server/route-table.js';
import { messages } from '../messages.js';

const dialects: readonly Dialect[] = [contract, reference];
/** A long answer may take this many times the time of a short one, as long as the client keeps reading. */
const LONGEST = 10;
/** Milliseconds that a client may take to hear that its time is up. */
const FAREWELL_MS = 1_000;
/** Milliseconds that a read goes on whose client has gone: most end within them, and keep their connection to the database. */
const LEFT_MS = 250;

/** It stands in answers and in the log, where no card's number may be. */
const isPlausible = (id: string): boolean => /^[\w.:-]{1,128}$/.test(id) && withoutCards(id) === id;

/**
 * The surface a path belongs to: prefixes are whole segments, `/v10` is of no surface. `/api/V1` names nothing, and that is
 * said in the shape of the surface that is meant.
 */
export const dialectOf = (path: string): Dialect | null => within(path) ?? within(path.toLowerCase());

const within = (path: string): Dialect | null =>
  dialects.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`)) ?? null;

/** What machines ask every few seconds, which would drown everything else in the log. */
const probes: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

export interface RequestMiddlewareOptions {
  logger: Logger;
  metrics: Metrics;
  errors: ErrorFilter;
  routes: RouteTable;
  timeoutMs: number;
  /** Headers that every answer carries, worked out once. */
  headers: Readonly<Record<string, string>>;
  origins: CrossOrigin;
}

/**
 * What every request passes first: its id, its surface, the headers of every answer, the time it has, and the line
 * and the figure that it leaves behind. Nothing personal is logged: of the path what its template and ids are, and who by id only.
 */
export function requestMiddleware(options: RequestMiddlewareOptions) {
  const { logger, metrics, errors, routes, timeoutMs, origins } = options;
  const headers: Readonly<Record<string, string>> = { ...options.headers, ...origins.always };
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  // Its fields are written out below, none is personal: looking for some in every line would cost more than the line.
  const log = logger.child({}, { redact: [] });
  return (incoming: Request, response: Response, next: NextFunction): void => {
    const request = incoming as UsahaRequest;
    const sent = request.headers['x-request-id'];
    const id = typeof sent === 'string' && isPlausible(sent) ? sent : randomUUID();
    request.usaha = { id, dialect: dialectOf(request.path), started: performance.now(), key_outcome: undefined };
    metrics.begun();
    const ofOrigin = origins.of(request.headers.origin);
    for (const name in ofOrigin) response.setHeader(name, ofOrigin[name] as string);
    // Documents, the page of a shipment and preflights set some of them otherwise; operations do not.
    if (request.usaha.dialect && request.method !== 'OPTIONS') putIntoHead(response, `${lines}X-Request-Id: ${id}\r\n`);
    else {
      for (const name in headers) response.setHeader(name, headers[name] as string);
      response.setHeader('X-Request-Id', id);
    }

    const timer = setTimeout(() => {
      if (response.destroyed) return request.usaha.abandon?.();
      const wasBegun = response.headersSent;
      // The rest of a body is not read any longer.
      if (!wasBegun && !request.complete) response.setHeader('Connection', 'close');
      errors.answer(
        new DomainError('unavailable', kernelMessages.tookTooLong(), { retry_after: 1 }),
        request,
        response,
      );
      request.usaha.abandon?.();
      // An answer that is not taken in time is broken off; so is this one, where there is no way to it.
      if (wasBegun) request.socket.destroy();
      else setTimeout(() => response.writableFinished || request.socket.destroy(), FAREWELL_MS).unref();
    }, timeoutMs);

    const longest = Date.now() + LONGEST * timeoutMs;
    request.usaha.progress = () => {
      if (Date.now() < longest) timer.refresh();
    };

    request.usaha.wait = () => timer.refresh();

    response.once('close', () => {
      if (response.writableFinished || !request.usaha.abandon) clearTimeout(timer);
      else leave(request, timer);
      const milliseconds = performance.now() - request.usaha.started;
      const status = response.writableFinished || response.headersSent ? response.statusCode : 499;
      // Express's own word for the route: it knows it also where a guard refused.
      const { path: route } = (request.route as { path?: string } | undefined) ?? {};
      metrics.observe(request.method, route, status, milliseconds / 1_000);
      if (request.usaha.key_outcome !== undefined) metrics.keyRequested(request.usaha.key_outcome);
      log[probes.has(request.path) ? 'debug' : 'info']({
        request_id: id,
        method: request.method,
        path: request.usaha.isPlainPath ? request.path : routes.shown(request.path),
        status,
        duration_ms: Math.round(milliseconds * 100) / 100,
        tenant_id: request.user?.tenant_id ?? request.usaha.identified?.tenant_id,
        user_id: request.user?.api_key ? undefined : (request.user?.actor.user_id ?? request.usaha.identified?.user_id),
        api_key_id: request.user?.api_key?.id,
      });
    });
    const refusal = refusalOfHost(request);
    if (refusal !== null) {
      response.setHeader('Connection', 'close');
      errors.answer(refusal, request, response);
      return;
    }
    next();
  };
}

/**
 * The client has gone before its answer had. What it wanted to read is ended; a write goes on until its time is up, since some
 * clients send without waiting for the answer.
 */
function leave(request: UsahaRequest, timer: NodeJS.Timeout): void {
  const { usaha } = request;
  let last = timer;
  if (onlyReads(request)) {
    clearTimeout(timer);
    last = setTimeout(() => usaha.abandon?.(), LEFT_MS).unref();
  }
  usaha.settled = () => clearTimeout(last);
}

/** RFC 9112, 3.2. Node keeps the first of several, and a proxy may have gone by another. */
function refusalOfHost({ headers, httpVersion, rawHeaders }: IncomingMessage): DomainError | null {
  if (headers.host === undefined) return httpVersion === '1.1' ? invalid('Host', messages.hostMissing()) : null;
  let hosts = 0;
  // Names stand at even places, each before its value.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? invalid('Host', messages.hostRepeated()) : null;
}
