import { Agent as PlainAgent, request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Settings } from './s3-settings.js';
import { encoded, signed, type SignedRequest } from './signature-v4.js';

/** Milliseconds that a request may take: the longest sends or reads 1 MiB. */
const ATTEMPT_MS = 10_000;
/** Milliseconds before the second and the third attempt. */
const PAUSES_MS = [100, 400] as const;
/** Connections of a process to the store. */
const MOST_SOCKETS = 16;
const MOST_ANSWER_BYTES = 4 * 1_048_576;

/** An answer of a store, read whole. */
interface Answer {
  status: number;
  body: Buffer;
}

/** The store refused, or did not answer. No message holds a key or a signature. */
export class S3Error extends Error {
  override readonly name = 'S3Error';

  constructor(
    /** 0: there was no answer. */
    readonly status: number,
    /** The code of the store, such as AccessDenied, or of the socket. */
    readonly code: string,
    cause?: unknown,
  ) {
    super(status === 0 ? `The store does not answer: ${code}` : `The store answers ${status} ${code}`, { cause });
  }

  /** Whether the same request may succeed in a moment. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const codeIn = (body: Buffer): string =>
  /<Code>(\w{1,60})<\/Code>/.exec(body.toString('latin1'))?.[1] ?? 'without a code';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plainText = (xml: string): string =>
  xml.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] as string);

async function wholeOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_ANSWER_BYTES) throw new S3Error(0, 'an answer that is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Objects of a bucket by the protocol of Amazon S3, with path-style addresses: PUT, GET, DELETE and lists. Requests that a store
 * did not answer, or answered with 429 or 5xx, are sent three times. Redirects are not followed.
 */
export class S3Client {
  private readonly agent: PlainAgent;

  constructor(private readonly settings: S3Settings) {
    const options = { keepAlive: true, maxSockets: MOST_SOCKETS };
    this.agent = settings.endpoint.protocol === 'https:' ? new SecureAgent(options) : new PlainAgent(options);
  }

  /** Keeps an object; one of its name is replaced. @throws S3Error */
  async put(key: string, body: Buffer): Promise<void> {
    await this.send('PUT', this.urlOf(key), body);
  }

  /** @returns null where there is no such object @throws S3Error */
  async get(key: string): Promise<Buffer | null> {
    try {
      return (await this.send('GET', this.urlOf(key))).body;
    } catch (error) {
      if (error instanceof S3Error && error.code === 'NoSuchKey') return null;
      throw error;
    }
  }

  /** Deletes an object; without one nothing happens. @throws S3Error */
  async delete(key: string): Promise<void> {
    await this.send('DELETE', this.urlOf(key));
  }

  /** The keys that begin with a prefix, at most a thousand: after they are deleted, more may be listed. @throws S3Error */
  async list(prefix: string): Promise<string[]> {
    const url = this.urlOf('');
    url.search = `list-type=2&max-keys=1000&prefix=${encoded(prefix)}`;
    const { body } = await this.send('GET', url);
    return [...body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => plainText(key as string));
  }

  /** Ends the connections that wait. */
  close(): void {
    this.agent.destroy();
  }

  private urlOf(key: string): URL {
    const { endpoint, bucket } = this.settings;
    const path = [bucket, ...key.split('/')].map(encoded).join('/');
    return new URL(`${endpoint.pathname.replace(/\/$/, '')}/${path}`, endpoint);
  }

  private async send(method: SignedRequest['method'], url: URL, body: Buffer = Buffer.alloc(0)): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.attempt(method, url, body);
      } catch (error) {
        const wait = PAUSES_MS[attempt];
        if (!(error instanceof S3Error) || !error.isPassing || wait === undefined) throw error;
        // Half of it by chance: processes that were refused together do not come back together.
        await pause(wait * (0.5 + Math.random() / 2));
      }
    }
  }

  /** A redirect is an error like another: a signature is for one host alone. */
  private async attempt(method: SignedRequest['method'], url: URL, body: Buffer): Promise<Answer> {
    const answer = await this.exchange(method, url, body).catch((error: unknown) => {
      if (error instanceof S3Error) throw error;
      const { code, name } = error as NodeJS.ErrnoException;
      throw new S3Error(0, code ?? name, error);
    });
    if (answer.status < 200 || answer.status >= 300) throw new S3Error(answer.status, codeIn(answer.body));
    return answer;
  }

  private async exchange(method: SignedRequest['method'], url: URL, body: Buffer): Promise<Answer> {
    const { key, region } = this.settings;
    const headers = signed({ method, url, headers: {}, body }, key, { region, now: new Date() });
    const options: RequestOptions = {
      method,
      headers: { ...headers, 'content-length': body.length },
      agent: this.agent,
      signal: AbortSignal.timeout(ATTEMPT_MS),
    };
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const send = url.protocol === 'https:' ? requestSecure : requestPlain;
      send(url, options, done).on('error', fail).end(body);
    });
    return { status: response.statusCode ?? 0, body: await wholeOf(response) };
  }
}
