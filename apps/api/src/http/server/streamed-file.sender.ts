import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unavailable, type Context, type FairLimit, type Transaction } from '@usaha/shared';
import { messages } from '../messages.js';
import type { StreamedFile } from '../../wire/streamed-file.js';
import { cacheControl } from '../pipeline/conditional-headers.js';
import type { UsahaRequest, UsahaResponse } from '../pipeline/request.js';
import { StalledClientWatch } from '../limits/stalled-client.js';

type Chunk = string | Uint8Array;

/** Of one tenant. */
const MOST_WAITING = 20;

const MOST_LISTENERS = 20;

/** A file on its way to the client: what the adapter sends in place of JSON. */
export class StreamedFileSender {
  private constructor(
    private readonly request: UsahaRequest,
    private readonly headers: Readonly<Record<string, string | number>>,
    private readonly content: Uint8Array | AsyncGenerator<Chunk>,
  ) {}

  /** Gets a file so far that nothing but a broken connection should stop it: what fails until then is an ordinary error. */
  static async open(
    file: StreamedFile,
    request: UsahaRequest,
    response: UsahaResponse,
    { db, signal }: Context,
    places: FairLimit,
  ): Promise<StreamedFileSender> {
    const headers = {
      'Content-Type': file.contentType,
      'Content-Disposition': `attachment; filename="${file.filename}"`,
      'Cache-Control': cacheControl(request.path),
    };
    const isUnsent = request.method === 'HEAD' && typeof file.content === 'function';
    const content = typeof file.content === 'function' && !isUnsent ? await file.content() : file.content;
    if (typeof content === 'function') {
      await db.commit();
      return new StreamedFileSender(request, headers, new Uint8Array());
    }
    if (content instanceof Uint8Array) {
      await db.commit();
      return new StreamedFileSender(request, { ...headers, 'Content-Length': content.byteLength }, content);
    }
    const refusal = () => unavailable(messages.tooManyDocuments());
    if (!places.take(db.owner)) await places.turn(db.owner, { most: MOST_WAITING, signal, refusal });
    const reader = new StalledClientWatch(places, db.owner, () => request.usaha.abandon?.());
    const chunks = withinTransaction(content, db, {
      given: () => reader.given(),
      taken: () => {
        reader.taken();
        request.usaha.progress?.();
      },
      left: () => {
        reader.stop();
        places.leave(db.owner);
      },
    });
    // Whichever side ends it, and when: the transaction ends with the response.
    response.once('close', () => void chunks.return(undefined));
    const first = await chunks.next();
    if (response.destroyed) await chunks.return(undefined);
    return new StreamedFileSender(request, headers, startingWith(first.done ? '' : first.value, chunks));
  }

  /** Settles when all is sent. A connection that breaks off midway is destroyed: never a short file that looks whole. */
  async send(response: UsahaResponse, status: number): Promise<void> {
    response.writeHead(status, this.headers);
    if (this.request.method === 'HEAD') {
      response.end();
      return;
    }
    if (this.content instanceof Uint8Array) {
      response.end(this.content);
      return;
    }
    const { abandon } = this.request.usaha;
    this.request.usaha.abandon = () => {
      abandon?.();
      response.destroy();
    };
    // The pipeline and each part of the service that follows an answer listen for its end: a fixed number, and more than Node expects.
    response.setMaxListeners(MOST_LISTENERS);
    try {
      await pipeline(Readable.from(this.content, { objectMode: false }), response);
    } catch (error) {
      // A client that went away gets no answer, and that is no error of the service.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  }
}

/** Called as a file goes over: with each part that the client is given, once it has taken it, and when all is over. */
interface Passage {
  given(): void;
  taken(): void;
  left(): void;
}

async function* withinTransaction(
  content: AsyncIterable<Chunk>,
  db: Transaction,
  passage: Passage,
): AsyncGenerator<Chunk> {
  let read = false;
  try {
    for await (const chunk of content) {
      passage.given();
      yield chunk;
      passage.taken();
    }
    read = true;
    await db.commit();
  } finally {
    if (!read) await db.rollback();
    passage.left();
  }
}

async function* startingWith(first: Chunk, rest: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  yield first;
  yield* rest;
}
