import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressGuard } from '@usaha/core';
import { connectTo, secure } from '../../jobs/webhooks/webhook-connection.js';

/** Bytes of an answer: a purchase with all its attempts is a few kilobytes. */
const MOST_READ = 1_024 * 1_024;
/** Bytes of an answer's headers. */
const MOST_HEADER_BYTES = 16 * 1_024;

/** The gateway gave no answer, or none that can be understood: what it did is unknown. The message has no key. */
export class ChipSilent extends Error {}

export interface ChipRequest {
  method: 'GET' | 'POST';
  url: URL;
  secret_key: string;
  /** Sent as JSON. */
  body?: unknown;
}

export interface ChipAnswer {
  status: number;
  /** Parsed; undefined where it is no JSON. */
  body: unknown;
}

export interface ChipTransport {
  guard: AddressGuard;
  /** Certificates, in PEM, that are trusted in place of the usual ones: for tests. */
  ca?: string;
}

/**
 * Makes one request to CHIP: HTTP/1.1 over a connection of that request alone, through no proxy, to addresses that the guard
 * allows. Redirects are not followed.
 * @throws ChipSilent where the network or the answer fails; the signal ends the request
 */
export async function askChip(
  { guard, ca }: ChipTransport,
  request: ChipRequest,
  signal: AbortSignal,
): Promise<ChipAnswer> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    const addresses = await guard.addressesOf(request.url, ending.signal);
    const plain = await connectTo(request.url, addresses, { guard, signal: ending.signal });
    const socket =
      request.url.protocol === 'https:' ? await secure(request.url, plain, { ca, signal: ending.signal }) : plain;
    return await exchange(request, socket, ending.signal);
  } catch (error) {
    if (error instanceof ChipSilent) throw error;
    throw new ChipSilent(`CHIP did not answer ${request.method} ${request.url.pathname}`, { cause: error });
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function exchange(
  { method, url, secret_key, body }: ChipRequest,
  socket: Awaited<ReturnType<typeof connectTo>>,
  signal: AbortSignal,
): Promise<ChipAnswer> {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const request = httpRequest({
    method,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      accept: 'application/json',
      authorization: `Bearer ${secret_key}`,
      connection: 'close',
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
    },
    createConnection: () => socket,
    maxHeaderSize: MOST_HEADER_BYTES,
    insecureHTTPParser: false,
    signal,
  });
  // An error goes to what waits for the answer; a later one must not end the process.
  request.on('error', () => undefined);
  const answered = once(request, 'response', { signal });
  request.end(bytes ?? undefined);
  const [response] = (await answered) as [IncomingMessage];
  return { status: response.statusCode as number, body: parsed(await read(response)) };
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_READ) throw new ChipSilent('The answer of CHIP is too long');
    chunks.push(chunk);
  }
  if (!response.complete) throw new ChipSilent('The answer of CHIP was cut off');
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Error pages are HTML: their status is what counts.
    return undefined;
  }
}
