import type { ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Rights } from '@usaha/core';
import { NO_TENANT, networkOf, unavailable, type Context, type Owner } from '@usaha/shared';
import { kernelMessages } from '@usaha/shared/operation';
import type { KeyOutcome } from '../observability/key-requests.js';
import type { ReceivedUpload } from '../uploads/upload-receiver.js';
import type { Dialect } from '../../wire/dialect.js';

/** What a request gathers on its way in. */
export interface RequestState {
  id: string;
  /** The surface its path belongs to; null for what stands outside both (health, metrics, documents). */
  dialect: Dialect | null;
  /** Milliseconds, on the clock of `performance`. */
  started: number;
  /** Whether there is nothing but words of ours and ids in its path, so that the log may say it; told where its route was found. */
  isPlainPath?: boolean;
  /** The route's template, once a handler is reached. */
  route?: string;
  context?: Context;
  /** The account that a sign-in was to, or failed to reach: for the log. */
  identified?: { tenant_id: string; user_id: string };
  /** What became of a request with an API key, for the metrics. */
  key_outcome?: KeyOutcome;
  /** Called with every part of a long answer that the client takes: then its time begins again. */
  progress?: () => void;
  /** Begins its time again while a file arrives. */
  wait?: () => void;
  /** Where its body is a file, the parameters of its route: a refusal ends the connection. */
  takesFile?: (new () => object) | null;
  /** The file that has arrived with it. */
  upload?: ReceivedUpload;
  /** Aborted when the client no longer waits for the answer; made when it is first asked for. */
  gone?: AbortSignal;
  /** Ends what is being done for it in the database: when its time is up, or its client has gone. Absent once that is over. */
  abandon?: () => void;
  /** Called when what was done in the database is over, of a request whose client has gone. */
  settled?: () => void;
}

export type UsahaRequest = Request & { usaha: RequestState; user?: Rights };
export type UsahaResponse = Response;

/** The request of an HTTP context: `switchToHttp()` makes three closures to get at it, many times a request. */
export const requestOf = (host: ArgumentsHost): UsahaRequest => host.getArgByIndex<UsahaRequest>(0);

export const responseOf = (host: ArgumentsHost): UsahaResponse => host.getArgByIndex<UsahaResponse>(1);

/** Whether it leaves nothing behind that a client may count on. */
export const onlyReads = ({ method }: Pick<UsahaRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Tells when the client no longer waits for the answer. */
export function goneOf(request: UsahaRequest, response: UsahaResponse): AbortSignal {
  const known = request.usaha.gone;
  if (known) return known;
  const gone = new AbortController();
  const reason = unavailable(kernelMessages.tookTooLong());
  response.once('close', () => gone.abort(reason));
  if (response.destroyed) gone.abort(reason);
  return (request.usaha.gone = gone.signal);
}

/** Whose turn it is wherever requests wait in line: their tenant's, or, of those that have none, their address's. */
export function ownerOf(request: UsahaRequest): Owner {
  const { user } = request;
  // `ip` is a getter that looks through the headers of proxies: it is asked only where it counts.
  return user === undefined || user.tenant_id === NO_TENANT ? networkOf(request.ip ?? NO_TENANT) : user.owner;
}
