import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError, kernelMessages } from '@usaha/shared';
import { contract } from '../contract/contract.js';
import { reference } from '../reference/reference.js';
import type { Dialect } from '../wire/dialect.js';
import type { ErrorFilter } from './error.filter.js';
import type { Metrics } from './metrics.js';
import type { UsahaRequest } from './request.js';

const dialects: readonly Dialect[] = [contract, reference];
/** A long answer may take so many times the time of a short one, as long as the client keeps reading. */
const LONGEST = 10;
/** Milliseconds that a client may take to hear that its time is up. */
const FAREWELL_MS = 1_000;

/**
 * Whoever has the address of a tracked shipment may see it: as a secret it is in no log. Links that were mangled on their way, which
 * find nothing, have it too: nothing else in a path is as long.
 */
export const loggedPath = (path: string): string =>
  path.replace(/(\/track\/+)[^/]+/gi, '$1…').replace(/[\w-]{64,}/g, '…');

const plausibleId = /^[\w.:-]{1,128}$/;

/** The surface a path belongs to: prefixes are whole segments, `/v10` is of no surface. */
export const dialectOf = (path: string): Dialect | null =>
  dialects.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`)) ?? null;

export interface RequestMiddlewareOptions {
  logger: Logger;
  metrics: Metrics;
  errors: ErrorFilter;
  timeoutMs: number;
  /** Headers that every answer carries, worked out once. */
  headers: Readonly<Record<string, string>>;
}

/**
 * What every request passes first: its id, its surface, the headers of every answer, the time it has, and the line
 * and the figure that it leaves behind. Nothing personal is logged: the path without its query, and who by id only.
 */
export function requestMiddleware({ logger, metrics, errors, timeoutMs, headers }: RequestMiddlewareOptions) {
  // Its fields are written out below, none is personal: looking for some in every line would cost more than the line.
  const lines = logger.child({}, { redact: [] });
  return (incoming: Request, response: Response, next: NextFunction): void => {
    const request = incoming as UsahaRequest;
    const sent = request.headers['x-request-id'];
    const id = typeof sent === 'string' && plausibleId.test(sent) ? sent : randomUUID();
    request.usaha = { id, dialect: dialectOf(request.path), started: process.hrtime.bigint() };
    for (const name in headers) response.setHeader(name, headers[name] as string);
    response.setHeader('X-Request-Id', id);

    const timer = setTimeout(() => {
      const wasBegun = response.headersSent;
      // Who is still sending is not listened to any longer.
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

    response.once('close', () => {
      clearTimeout(timer);
      const seconds = Number(process.hrtime.bigint() - request.usaha.started) / 1e9;
      const status = response.writableFinished || response.headersSent ? response.statusCode : 499;
      // Express's own word for the route: it knows it also where a guard refused.
      const { path: route } = (request.route as { path?: string } | undefined) ?? {};
      metrics.observe(request.method, route, status, seconds);
      lines.info({
        request_id: id,
        method: request.method,
        path: loggedPath(request.path),
        status,
        duration_ms: Math.round(seconds * 1e5) / 100,
        tenant_id: request.user?.tenant_id,
        user_id: request.user?.actor.user_id,
      });
    });
    next();
  };
}
