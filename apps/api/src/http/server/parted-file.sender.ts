import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '@usaha/shared';
import type { PartedFile } from '../../wire/parted-file.js';
import { cacheControl } from '../pipeline/conditional-headers.js';
import type { UsahaRequest, UsahaResponse } from '../pipeline/request.js';
import { contentDisposition } from './content-disposition.js';

type Part = string | Uint8Array;
type Parts = AsyncGenerator<Part, void, undefined>;

const MOST_LISTENERS = 20;

/** A file that is made as the client takes it: what the adapter sends in place of JSON. */
export class PartedFileSender {
  private constructor(
    private readonly request: UsahaRequest,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly content: Parts | null,
  ) {}

  /** Ends the transaction, and makes the first part: what fails until then is an ordinary error. */
  static async open(
    { contentType, filename, parts: begin }: PartedFile,
    request: UsahaRequest,
    response: UsahaResponse,
    { db }: Context,
  ): Promise<PartedFileSender> {
    await db.commit();
    const headers = {
      'Content-Type': contentType,
      'Content-Disposition': contentDisposition('attachment', filename),
      'Cache-Control': cacheControl(request.path),
    };
    if (request.method === 'HEAD') return new PartedFileSender(request, headers, null);
    const parts = begin(() => request.usaha.abandon?.());
    // Whichever side ends it, and when: nothing is made for a client that has gone.
    response.once('close', () => void parts.return());
    const first = await parts.next();
    return new PartedFileSender(
      request,
      headers,
      following(first, parts, () => request.usaha.progress?.()),
    );
  }

  /** Settles when all is sent. A connection that breaks off midway is destroyed: never a short file that looks whole. */
  async send(response: UsahaResponse, status: number): Promise<void> {
    response.writeHead(status, this.headers);
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
async function* following(begun: IteratorResult<Part, void>, parts: Parts, taken: () => void): Parts {
  for (let part = begun; !part.done; part = await parts.next()) {
    yield part.value;
    taken();
  }
}
