import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '@usaha/shared';
import { takeFromHead } from '../../internals/express.js';
import type { StoredContent } from '../../wire/stored-content.js';
import { isCurrent } from '../pipeline/conditional-headers.js';
import type { UsahaRequest, UsahaResponse } from '../pipeline/request.js';
import { rangeOf } from './byte-range.js';
import { contentDisposition } from './content-disposition.js';

/** Nothing of a stored file runs, be it taken for a page or a picture. */
const POLICY = "default-src 'none'; sandbox";
const MOST_LISTENERS = 20;

type Headers = Record<string, string | number>;

/** The content of a stored file on its way to the client: what the adapter sends in place of JSON. */
export class StoredContentSender {
  private constructor(
    private readonly request: UsahaRequest,
    private readonly status: number,
    private readonly headers: Headers,
    private readonly content: AsyncIterable<Uint8Array> | null,
  ) {}

  /** Ends the transaction, if there is one, and reads the first part: what fails until then is an ordinary error. */
  static async open(
    { facts }: StoredContent,
    request: UsahaRequest,
    response: UsahaResponse,
    context: Pick<Context, 'db'> | null,
  ): Promise<StoredContentSender> {
    await context?.db.commit();
    const { media_type, name, bytes, sha256, inline, cacheControl } = facts;
    const tag = `"${sha256}"`;
    const always = {
      ETag: tag,
      'Cache-Control': cacheControl,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      ...facts.headers,
    };
    for (const header of Object.keys(always)) takeFromHead(response, header);
    if (isCurrent(request.headers['if-none-match'], tag)) return new StoredContentSender(request, 304, always, null);
    const { range: asked, 'if-range': ifRange } = request.headers;
    const range =
      request.method === 'GET' && (ifRange === undefined || ifRange === tag) ? rangeOf(asked, bytes) : 'whole';
    if (range === 'outside')
      return new StoredContentSender(
        request,
        416,
        { ...always, 'Content-Range': `bytes */${bytes}`, 'Content-Length': 0 },
        null,
      );
    const { first, last } = range === 'whole' ? { first: 0, last: bytes - 1 } : range;
    const headers: Headers = {
      ...always,
      'Content-Type': media_type.startsWith('text/') ? `${media_type}; charset=utf-8` : media_type,
      'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', name),
      'Accept-Ranges': 'bytes',
      'Content-Length': last - first + 1,
      ...(range === 'whole' ? {} : { 'Content-Range': `bytes ${first}-${last}/${bytes}` }),
    };
    const status = range === 'whole' ? 200 : 206;
    if (request.method === 'HEAD') return new StoredContentSender(request, status, headers, null);
    const parts = facts.read({ first, last })[Symbol.asyncIterator]();
    const begun = await parts.next();
    return new StoredContentSender(
      request,
      status,
      headers,
      following(begun, parts, () => request.usaha.progress?.()),
    );
  }

  /** Settles when all is sent. A connection that breaks off midway is destroyed: never a short file that looks whole. */
  async send(response: UsahaResponse): Promise<void> {
    response.writeHead(this.status, this.headers);
    if (this.content === null) {
      response.end();
      return;
    }
    this.request.usaha.abandon = () => response.destroy();
    response.setMaxListeners(MOST_LISTENERS);
    try {
      await pipeline(Readable.from(this.content, { objectMode: false }), response);
    } catch (error) {
      // A client that went away gets no answer, and that is no error of the service.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  }
}

/** @param taken called with each part that the client took */
async function* following(
  begun: IteratorResult<Uint8Array>,
  parts: AsyncIterator<Uint8Array>,
  taken: () => void,
): AsyncGenerator<Uint8Array> {
  for (let part = begun; !part.done; part = await parts.next()) {
    yield part.value;
    taken();
  }
}
