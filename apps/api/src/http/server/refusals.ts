import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { DomainError, invalid } from '@usaha/shared';
import { contract } from '../../surfaces/contract/contract.js';
import { messages } from '../messages.js';
import { languageOf } from '../../wire/language.decorator.js';
import { dialectOf } from '../pipeline/request.middleware.js';

/** Milliseconds that a client may take to hear that it is refused. */
const FAREWELL_MS = 1_000;

/** What Node's HTTP parser says of a request that it cannot take. */
interface ParserError extends Error {
  code?: string;
  /** What it had read. */
  rawPacket?: Buffer;
}

interface Refusal {
  status: number;
  error: DomainError;
}

const unreadable = (): Refusal => ({ status: 400, error: invalid('request', messages.requestUnreadable()) });

/** By the code of Node's error; any other input cannot be read as HTTP. */
const refusals: ReadonlyMap<string | undefined, () => Refusal> = new Map([
  ['HPE_HEADER_OVERFLOW', () => ({ status: 431, error: new DomainError('too_large', messages.headersTooLarge()) })],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    () => ({ status: 413, error: new DomainError('too_large', messages.chunksTooLarge()) }),
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    () => ({ status: 408, error: new DomainError('unavailable', messages.requestTooSlow()) }),
  ],
]);

/**
 * Answers what Node itself refuses before a request begins (headers that are too large or too slow, what is no HTTP, an
 * unknown expectation) as everything else is answered: JSON in the shape of the surface, with a request id and a
 * line in the log.
 * @param headers those that every answer has
 */
export function answerRefusals(server: Server, logger: Logger, headers: Readonly<Record<string, string>>): void {
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answering.set(request.socket, response);
  });

  server.on('clientError', (problem: ParserError, socket) => {
    const current = answering.get(socket);
    // Within an answer there is no room for another, and who has gone hears none.
    if (!socket.writable || problem.code === 'ECONNRESET' || (current?.headersSent && !current.writableFinished)) {
      socket.destroy();
      return;
    }
    const { status, error } = (refusals.get(problem.code) ?? unreadable)();
    const id = randomUUID();
    const text = JSON.stringify(bodyOf(pathIn(problem.rawPacket), error));
    const lines = Object.entries({ ...headersOf(id, text), ...headers, Connection: 'close' });
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
    // A server's sockets stay half open: a client that never closes its side would hold one permanently.
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
    logger.info({ request_id: id, status, reason: problem.code });
  });

  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const error = invalid('Expect', messages.expectationUnknown());
    const id = randomUUID();
    const language = languageOf(request.headers['accept-language']);
    const text = JSON.stringify(bodyOf(request.url, error, language));
    response.writeHead(417, { ...headers, ...headersOf(id, text, language), Connection: 'close' });
    response.end(text);
    logger.info({ request_id: id, status: 417, reason: 'Expect' });
  });
}

const headersOf = (id: string, text: string, language = 'en'): Record<string, string> => ({
  'X-Request-Id': id,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(text)),
  'Content-Language': language,
  'Cache-Control': 'no-store',
  Date: new Date().toUTCString(),
});

const bodyOf = (path: string | undefined, error: DomainError, language: 'en' | 'ms' = 'en'): unknown =>
  (dialectOf(path ?? '') ?? contract).error(error.in(language), new Date().toISOString());

/** The path of a request whose first line was read at least. */
const pathIn = (packet: Buffer | undefined): string | undefined =>
  /^[A-Z]+ ([^ ?]+)/.exec(packet?.subarray(0, 2_000).toString('latin1') ?? '')?.[1];
