import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { AddressGuard } from '@usaha/core';
import { connectTo, secure } from '../../webhooks/webhook-connection.js';

/** Milliseconds for name, connection, TLS and answer together. */
const REQUEST_MS = 15_000;
/** Bytes of an answer that are read; the rest is cut off. */
const MOST_READ = 64 * 1_024;

export interface CarrierRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** null of GET. */
  body: string | null;
}

/** What a gateway answered; `unsent`: nothing was written to it; `silent`: it may have the request, and did not answer. */
export type CarrierAnswer =
  | { kind: 'answered'; status: number; text: string }
  | { kind: 'unsent'; reason: string }
  | { kind: 'silent'; reason: string };

export interface CarrierRequestOptions {
  guard: AddressGuard;
  timeoutMs?: number;
  /** Certificates, in PEM, that are trusted in place of the usual ones: for tests. */
  ca?: string;
}

/** Sends one request to a gateway, to addresses that the guard allows. Redirects are not followed. It never throws. */
export async function askCarrier(
  request: CarrierRequest,
  { guard, timeoutMs = REQUEST_MS, ca }: CarrierRequestOptions,
): Promise<CarrierAnswer> {
  const stopped = new AbortController();
  const timer = setTimeout(() => stopped.abort(), timeoutMs);
  const { signal } = stopped;
  let isWritten = false;
  try {
    const addresses = await guard.addressesOf(request.url, signal);
    const plain = await connectTo(request.url, addresses, { guard, signal });
    const socket = request.url.protocol === 'https:' ? await secure(request.url, plain, { ca, signal }) : plain;
    isWritten = true;
    const response = await exchange(request, socket, signal);
    const status = response.statusCode as number;
    // A refusal is known by its status: the rest of its answer is not waited for.
    const text = await beginningOf(response).catch((error: unknown) => {
      if (status >= 200 && status < 300) throw error;
      return '';
    });
    return { kind: 'answered', status, text };
  } catch (error) {
    return { kind: isWritten ? 'silent' : 'unsent', reason: reasonOf(error, signal.aborted) };
  } finally {
    clearTimeout(timer);
    stopped.abort();
  }
}

async function exchange(
  { method, url, headers, body }: CarrierRequest,
  socket: Socket,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = httpRequest({
    method,
    path: url.pathname + url.search,
    headers: { host: url.host, ...headers, connection: 'close' },
    createConnection: () => socket,
    signal,
  });
  // An error goes to what waits for the answer; a later one must not end the process.
  request.on('error', () => undefined);
  const answered = once(request, 'response');
  if (body === null) request.end();
  else {
    const bytes = Buffer.from(body);
    request.setHeader('content-length', bytes.length);
    request.end(bytes);
  }
  const [response] = (await answered) as [IncomingMessage];
  return response;
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MOST_READ) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_READ).toString('utf8');
}

/** A code, and never an address or a part of an answer: the reason stands in the log. */
function reasonOf(error: unknown, isLate: boolean): string {
  if (isLate) return 'no answer in time';
  const { code, name } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : name;
}
