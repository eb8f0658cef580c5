import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { FileLimits, FileUploads, fileMessages, filePurposes, type FileArrival, type FilePurpose } from '@usaha/core';
import { DomainError, FairLimit, invalid, unavailable, forbidden } from '@usaha/shared';
import { FileAccess } from '../../files/file-access.js';
import { fileResources, recordOf } from '../../files/file-resources.js';
import { permissions } from '../../wire/permissions.js';
import { messages as httpMessages } from '../messages.js';
import type { UploadOutcome } from '../observability/file-metrics.js';
import { Metrics } from '../observability/metrics.js';
import { bodyMemoryLimit } from '../pipeline/body.js';
import { ownerOf, type UsahaRequest } from '../pipeline/request.js';
import { ArrivingContent, type ArrivedContent, type Stated } from './arriving-content.js';
import { readMultipart } from './multipart.js';
import { permissionOf } from './purpose-permissions.js';
import { UploadClock } from './upload-clock.js';
import { messages } from './upload.messages.js';

/** Uploads at once: each holds a chunk in clear and one encrypted. */
const PLACES = 32;
/** Of one tenant. */
const PLACES_OF_ONE = 4;
const MOST_WAITING = 50;
/** Bytes that multipart/form-data may have besides its file. */
const AROUND_FILE = 65_536;

/** A file that has arrived, in the store but no file of the tenant yet. */
export interface ReceivedUpload extends ArrivedContent {
  arrival: FileArrival;
  purpose: FilePurpose;
  name: string | null;
  /** What an Idempotency-Key is compared by. */
  fingerprint: object;
  /** Takes it back unless it has become a file. */
  discard(): Promise<void>;
}

/** Receives files, outside any transaction. */
@Injectable()
export class UploadReceiver {
  private readonly places = new FairLimit(PLACES, () => PLACES_OF_ONE);

  constructor(
    private readonly uploads: FileUploads,
    private readonly limits: FileLimits,
    private readonly metrics: Metrics,
    private readonly access: FileAccess,
  ) {}

  /**
   * Receives the file of a request, and puts what is said of it in multipart/form-data into the query.
   * @param signal aborted when the client is gone
   * @throws invalid, too_large, conflict QUOTA_EXCEEDED, forbidden for a purpose that the role may not use, unavailable
   */
  receive(request: UsahaRequest, signal: AbortSignal): Promise<ReceivedUpload> {
    const refusal = () => unavailable(messages.tooManyUploads());
    const bound = { most: MOST_WAITING, signal, refusal };
    const counted = async (): Promise<ReceivedUpload> => {
      try {
        const upload = await this.read(request, signal);
        return { ...upload, discard: () => upload.discard().finally(() => this.count(upload.arrival)) };
      } catch (error) {
        this.metrics.files.uploaded(
          signal.aborted || (request.destroyed && !request.complete) ? 'cut' : outcomeOf(error),
        );
        throw error;
      }
    };
    return this.places.run(ownerOf(request), counted, bound);
  }

  private count({ isKept }: FileArrival): void {
    this.metrics.files.uploaded(isKept ? 'stored' : 'discarded');
  }

  private async read(request: UsahaRequest, signal: AbortSignal): Promise<ReceivedUpload> {
    const { headers } = request;
    if (headers['content-encoding'] !== undefined) throw invalid('Content-Encoding', messages.encoded());
    const fields = fieldsOf(request);
    const stated: Stated = { name: fields.get('name') || null };
    const state = (): void => {
      stated.name = fields.get('name') || stated.name;
      stated.purpose = purposeOf(fields.get('purpose')) ?? stated.purpose;
      if (stated.purpose) requirePermission(request, stated.purpose);
      stated.resource = resourceOf(fields.get('resource')) ?? stated.resource;
      if (stated.resource && request.user) this.access.requireUse(request.user, stated.resource, 'write');
    };
    state();
    const isMultipart = /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '');
    const announced = this.announced(request, isMultipart ? AROUND_FILE : 0, stated.purpose);
    const actor = request.user?.actor ?? null;
    const who = { tenant_id: request.user?.tenant_id as string, actor, now: new Date() };
    const arrival = await this.uploads.begin(who, announced);
    const discard = () => this.uploads.discard(who, arrival);
    const memory = bodyMemoryLimit.holding(ownerOf(request));
    const clock = new UploadClock(() => request.usaha.wait?.());
    const counted = (piece: Buffer): void => clock.arrived(piece.length);
    const arrive = async (): Promise<ReceivedUpload> => {
      request.on('data', counted).pause();
      let content: ArrivingContent | null = null;
      const take = async (bytes: AsyncIterable<Buffer>, type: string | undefined): Promise<void> => {
        content = new ArrivingContent(arrival, stated, (purpose) => this.mostOf(purpose), type, memory);
        for await (const piece of bytes) {
          memory.check();
          await content.take(piece);
        }
      };
      if (isMultipart)
        await readMultipart(request, {
          field: (name, value) => {
            fields.set(name, value);
            state();
          },
          file: async (bytes: Readable, { filename, mimeType }) => {
            stated.name ??= filename ?? null;
            await take(bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>, mimeType);
          },
        });
      else await take(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>, headers['content-type']);
      // One without the other is refused before anything is kept.
      recordOf({ resource: fields.get('resource') || undefined, record_id: fields.get('record_id') || undefined });
      if (!content) throw invalid('file', messages.fileMissing());
      const purpose = stated.purpose ?? 'document';
      const arrived = await (content as ArrivingContent).end(purpose);
      Object.defineProperty(request, 'query', { value: Object.fromEntries(fields), configurable: true });
      const { name } = stated;
      const fingerprint = { ...Object.fromEntries(fields), name, purpose, sha256: arrival.sha256 };
      return { ...arrived, arrival, purpose, name, fingerprint, discard };
    };
    try {
      return await unlessGone(arrive(), signal);
    } catch (error) {
      await discard();
      throw asRefusal(error);
    } finally {
      request.off('data', counted);
      memory.release();
    }
  }

  private mostOf(purpose?: FilePurpose): number {
    return purpose === undefined ? this.limits.most : this.limits.of(purpose);
  }

  /** Bytes that the file will have, at most. @throws too_large, invalid for none */
  private announced({ headers }: UsahaRequest, around: number, purpose?: FilePurpose): number {
    const most = this.mostOf(purpose);
    const length = headers['content-length'];
    if (length === undefined) {
      if (headers['transfer-encoding'] === undefined) throw invalid('file', messages.fileMissing());
      return most;
    }
    if (Number(length) === 0) throw invalid('file', around > 0 ? messages.fileMissing() : messages.fileEmpty());
    if (Number(length) > most + around) throw new DomainError('too_large', messages.fileTooLarge({ most }));
    return Math.min(Number(length), most);
  }
}

/** The parameters of the query; one that is sent twice counts as last sent. */
function fieldsOf({ query }: UsahaRequest): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (typeof last === 'string') fields.set(name, last);
  }
  return fields;
}

/**
 * Ends the waiting for a client that is gone or whose time is up: Node neither ends nor breaks off the body of a request that was
 * answered, and the reading of it would never settle.
 */
function unlessGone<T>(arriving: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(signal.reason as Error);
    if (signal.aborted) gone();
    signal.addEventListener('abort', gone, { once: true });
    void arriving.then(resolve, reject).finally(() => signal.removeEventListener('abort', gone));
  });
}

function purposeOf(text: string | undefined): FilePurpose | undefined {
  if (text === undefined || text === '') return undefined;
  const purpose = filePurposes.find((one) => one === text.toLowerCase());
  if (!purpose) throw invalid('purpose', messages.purposeUnknown({ purposes: filePurposes }));
  return purpose;
}

function resourceOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const resource = fileResources.find((one) => one === text.toLowerCase());
  if (!resource) throw invalid('resource', fileMessages.resourceUnknown({ resources: fileResources }));
  return resource;
}

function requirePermission({ user, params }: UsahaRequest, purpose: FilePurpose): void {
  if (user && permissions[permissionOf(purpose)](user, params as Record<string, string | undefined>)) return;
  throw forbidden(httpMessages.roleMayNot({ role: user?.actor.role ?? 'viewer' }));
}

function outcomeOf(error: unknown): UploadOutcome {
  if (!(error instanceof DomainError)) return 'failed';
  if (error.code === 'QUOTA_EXCEEDED') return 'over_quota';
  if (error.kind === 'too_large') return 'too_large';
  return error.kind === 'unavailable' || error.kind === 'internal' ? 'failed' : 'refused';
}

/** A connection that broke off is the client's. */
function asRefusal(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? invalid('body', messages.cut()) : error;
}
