import { once } from 'node:events';
import { request as httpRequest, validateHeaderName, validateHeaderValue, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  ATTEMPT_MS,
  BlockedAddressError,
  WebhookSender,
  retryAfterMs,
  type AddressGuard,
  type WebhookOutcome,
  type WebhookRequest,
} from '@usaha/core';
import { EXCERPT_BYTES, excerptOf } from './response-excerpt.js';
import { connectTo, secure } from './webhook-connection.js';

/** Bytes of an answer that are read; the rest is cut off. */
const MOST_READ = 64 * 1_024;
/** Bytes of an answer's headers. */
const MOST_HEADER_BYTES = 16 * 1_024;
/** Informational answers (1xx) before the answer: each is parsed, as fast as they come. */
const MOST_INFORMATIONAL = 100;

export interface SenderOptions {
  /** Milliseconds for name, connection, TLS and answer together; 15 seconds unless given. */
  timeoutMs?: number;
  /** Certificates, in PEM, that are trusted in place of the usual ones: for tests. */
  ca?: string;
  /** The time in milliseconds, which dates of Retry-After are compared with. */
  clock?: () => number;
}

/** The part of an answer that has arrived. */
interface Answer extends Pick<WebhookOutcome, 'status_code' | 'retry_after_ms'> {
  beginning: Buffer;
}

/** Named as the errors of the parser are. */
const tooManyInformational = (): Error =>
  Object.assign(new Error('The receiver sends informational answers without end'), { code: 'HPE_INFORMATIONAL' });

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Sends webhooks: a POST by HTTP/1.1 over a connection that no other request shares, through no proxy, to
 * addresses that the guard allows. Redirects are not followed, and answers are not decoded.
 */
export class HttpWebhookSender extends WebhookSender {
  constructor(
    readonly guard: AddressGuard,
    readonly options: SenderOptions = {},
  ) {
    super();
  }

  async send(request: WebhookRequest): Promise<WebhookOutcome> {
    const { headers, signal } = request;
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    signal?.throwIfAborted();
    const began = performance.now();
    const attempt = new Attempt(request, this);
    const abandon = (): void => attempt.stop();
    signal?.addEventListener('abort', abandon, { once: true });
    const timer = setTimeout(abandon, this.options.timeoutMs ?? ATTEMPT_MS);
    try {
      const error = await attempt.error();
      signal?.throwIfAborted();
      const { status_code, retry_after_ms, beginning } = attempt.answer;
      return {
        status_code,
        error,
        duration_ms: Math.round(performance.now() - began),
        response_excerpt: excerptOf(beginning),
        retry_after_ms,
      };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abandon);
      attempt.stop();
    }
  }
}

/** One request on its way. An error is named for the step in which it came. */
class Attempt {
  readonly answer: Answer = { status_code: null, retry_after_ms: null, beginning: Buffer.alloc(0) };
  private readonly stopped = new AbortController();
  private step: 'dns' | 'connect' | 'tls' | 'closed' = 'dns';

  constructor(
    private readonly request: WebhookRequest,
    private readonly sender: HttpWebhookSender,
  ) {}

  /** Ends what is open of it. */
  stop(): void {
    this.stopped.abort();
  }

  /** Runs the attempt. @returns null where it was delivered: a status 2xx, and a whole answer or 64 KB of it */
  async error(): Promise<WebhookOutcome['error']> {
    try {
      await this.run();
      return this.hasFailed() ? 'http' : null;
    } catch (error) {
      if (this.hasFailed()) return 'http';
      return this.stopped.signal.aborted ? 'timeout' : this.nameOf(error);
    }
  }

  /** Whether the status is one of failure: then the rest of the answer does not matter. */
  private hasFailed(): boolean {
    const { status_code } = this.answer;
    return status_code !== null && !isSuccess(status_code);
  }

  private async run(): Promise<void> {
    const url = new URL(this.request.url);
    const { guard, options } = this.sender;
    const { signal } = this.stopped;
    const addresses = await guard.addressesOf(url, signal);
    signal.throwIfAborted();
    this.step = 'connect';
    const plain = await connectTo(url, addresses, { guard, signal });
    this.step = 'tls';
    const socket = url.protocol === 'https:' ? await secure(url, plain, { ca: options.ca, signal }) : plain;
    this.step = 'closed';
    await this.read(await this.exchange(url, socket));
  }

  /** @throws the error itself where it is none of the network: then the service is at fault */
  private nameOf(error: unknown): WebhookOutcome['error'] {
    if (error instanceof BlockedAddressError) return 'blocked';
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    // The parser's: the answer is no HTTP.
    return code.startsWith('HPE_') ? 'http' : this.step;
  }

  private async exchange(url: URL, socket: Socket): Promise<IncomingMessage> {
    const bytes = Buffer.from(this.request.body);
    const request = httpRequest({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { host: url.host, ...this.request.headers, 'content-length': bytes.length, connection: 'close' },
      createConnection: () => socket,
      maxHeaderSize: MOST_HEADER_BYTES,
      insecureHTTPParser: false,
      signal: this.stopped.signal,
    });
    // An error goes to what waits for the answer; a later one must not end the process.
    request.on('error', () => undefined);
    let informational = 0;
    request.on('information', () => {
      informational += 1;
      if (informational > MOST_INFORMATIONAL) request.destroy(tooManyInformational());
    });
    const answered = Promise.race([once(request, 'response'), once(request, 'upgrade')]);
    request.end(bytes);
    const [response] = (await answered) as [IncomingMessage];
    return response;
  }

  private async read(response: IncomingMessage): Promise<void> {
    const { answer } = this;
    answer.status_code = response.statusCode as number;
    const { clock = Date.now } = this.sender.options;
    if (this.hasFailed()) answer.retry_after_ms = retryAfterMs(response.headers['retry-after'], new Date(clock()));
    // After 101 Switching Protocols no answer follows.
    if (answer.status_code === 101) return;
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      // One byte more tells that the excerpt is cut.
      if (length <= EXCERPT_BYTES)
        answer.beginning = Buffer.concat([answer.beginning, chunk]).subarray(0, EXCERPT_BYTES + 1);
      length += chunk.length;
      if (length >= MOST_READ) return;
    }
  }
}
