import { Injectable } from '@nestjs/common';
import {
  DomainError,
  conflict,
  includesRole,
  type Actor,
  type Context,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { belongsTo, isSeenUnattached, type FileRecord } from './file-attachments.js';
import { FileCollections } from './file-collections.js';
import type { FileArrival } from './file-arrival.js';
import { FileContent, type ByteRange } from './file-content.js';
import { tellDeleted, tellReady, tellRejected } from './file.events.js';
import { messages } from './file.messages.js';
import { fileNameOf } from './file-name.js';
import { ZIP, type FileType } from './file-purposes.js';
import { FileQueue } from './file-queue.js';
import { FileScanPolicy, type ScanVerdict } from './file-scanner.js';
import { FileQuota, type FileUsage } from './file-usage.js';
import type { FileFacts, StoredFile } from './file.entity.js';
import { ArrivingFileRepository, FileRepository, type FileQuery, type SeenFiles } from './file.repository.js';

/** Facts of an upload besides its bytes. */
export type ArrivedFacts = Omit<FileFacts, 'bytes' | 'sha256' | 'name' | 'media_type'> & {
  /** As it was sent; null: none was. */
  name: string | null;
  media_type: FileType;
};

/** The files of the context's tenant. */
@Injectable()
export class FileService {
  constructor(
    private readonly files: FileRepository,
    private readonly arriving: ArrivingFileRepository,
    private readonly quota: FileQuota,
    private readonly contents: FileContent,
    private readonly scanning: FileScanPolicy,
    private readonly queue: FileQueue,
    private readonly collections: FileCollections,
  ) {}

  /** @throws not_found, also for a file that the actor does not see */
  async get(ctx: Context, id: string): Promise<StoredFile> {
    const file = await this.files.get(ctx, id);
    return (await this.isSeen(ctx, file)) ? file : this.files.get(ctx, '');
  }

  /** Whether a file is there for the actor: its record, or without one its uploader and administrators. */
  isSeen(ctx: Context, file: StoredFile): Promise<boolean> {
    const { resource, record_id } = file;
    if (resource === null || record_id === null) return Promise.resolve(isSeenUnattached(ctx, file));
    return this.collections.has(ctx, { resource, record_id });
  }

  /** One page, newest first. @param collections of which the actor reads files */
  list(
    ctx: Context,
    query: FileQuery,
    collections: SeenFiles['collections'],
    page: PageRequest,
  ): Promise<Page<StoredFile>> {
    const uploader = this.seesAll(ctx) ? null : (ctx.actor as Actor).user_id;
    return this.files.list(ctx, { ...query, is_upload: true, seen: { uploader, collections } }, page);
  }

  /** What the tenant uses of its quota. */
  usage(ctx: Context): Promise<FileUsage> {
    return this.quota.usage(ctx);
  }

  /**
   * Makes an upload a file, once all its bytes have arrived.
   * @param record that it belongs to @throws not_found where it took so long that it was taken back; invalid for an unknown record
   */
  async complete(
    ctx: Context,
    arrival: FileArrival,
    { name, ...facts }: ArrivedFacts,
    record: FileRecord | null = null,
  ): Promise<StoredFile> {
    // Records are locked before their files, as writes of records do.
    if (record) await this.collections.lockRecord(ctx, record);
    const file = (await this.arriving.lockIfExists(ctx, arrival.id)) ?? (await this.arriving.get(ctx, ''));
    const counted = file.counted_bytes;
    const { bytes, sha256 } = arrival;
    const isScanned = this.scanning.scanner !== null;
    file.finish({ ...facts, name: fileNameOf(name, facts.media_type), bytes, sha256 }, ctx.now, isScanned);
    if (record) file.attachTo(record);
    this.arriving.save(ctx, file, 'create');
    this.quota.correct(ctx, bytes - counted, 0);
    if (isScanned) this.queue.wakeAfterCommit(ctx);
    else tellReady(ctx, file);
    ctx.db.afterCommit(() => arrival.keep());
    return file;
  }

  /** Makes an archive a file, once all its bytes were written. @throws not_found where it was taken back */
  async completeExport(ctx: Context, arrival: FileArrival, name: string): Promise<StoredFile> {
    const file = (await this.arriving.lockIfExists(ctx, arrival.id)) ?? (await this.arriving.get(ctx, ''));
    const { bytes, sha256 } = arrival;
    file.finish({ name, purpose: 'export', media_type: ZIP, width: null, height: null, bytes, sha256 }, ctx.now, false);
    this.arriving.save(ctx, file, 'create');
    ctx.db.afterCommit(() => arrival.keep());
    return file;
  }

  /** Removes the archive of an export; one that is gone stays gone. */
  async removeExport(ctx: Context, id: string): Promise<void> {
    const file = await this.files.lockIfExists(ctx, id);
    if (file) this.throwAway(ctx, file);
  }

  /**
   * Absent fields stay.
   * @param changes.record that it belongs to from now on; null: none @param allow throws where the actor may not change the file
   * @throws not_found; invalid for an unknown record; conflict where it belongs to another one
   */
  async update(
    ctx: Context,
    id: string,
    { name, record }: { name?: string; record?: FileRecord | null },
    allow: (file: StoredFile) => void,
  ): Promise<StoredFile> {
    if (record) await this.collections.lockRecord(ctx, record);
    const file = await this.lock(ctx, id);
    allow(file);
    if (record !== undefined && file.resource !== null && !(record && belongsTo(file, record)))
      throw conflict('resource', messages.attachedAlready());
    if (record) file.attachTo(record);
    if (name !== undefined) file.rename(fileNameOf(name, file.media_type as FileType));
    return this.files.save(ctx, file);
  }

  /**
   * Its bytes can be read no more from then on.
   * @param allow throws where the actor may not change the file @throws not_found; conflict where a record names it, or issued documents print it
   */
  async remove(ctx: Context, id: string, allow: (file: StoredFile) => void): Promise<StoredFile> {
    const file = await this.lock(ctx, id);
    allow(file);
    if (file.is_printed) throw conflict('file_id', messages.isPrinted());
    if (await this.isNamed(ctx, file)) throw conflict('file_id', messages.namedByRecord());
    return this.throwAway(ctx, file);
  }

  private async isNamed(ctx: Context, { id, resource, record_id }: StoredFile): Promise<boolean> {
    if (resource === null || record_id === null) return false;
    return (await this.collections.of(resource)?.names?.(ctx, { id, record_id })) ?? false;
  }

  /** Removes one that no record has; one that a record has by now stays. */
  async removeUnattached(ctx: Context, id: string): Promise<void> {
    const file = await this.files.lockIfExists(ctx, id);
    if (file?.resource === null) this.throwAway(ctx, file);
  }

  /**
   * Throws files away with their records, also those that a record still names: the caller has locked the records. Files that are gone
   * stay gone.
   */
  async throwAwayAll(ctx: Context, ids: readonly string[]): Promise<void> {
    const files = await this.files.lockAll(ctx, ids);
    const counted = files.filter((file) => file.counts);
    this.quota.correct(ctx, -counted.reduce((sum, file) => sum + file.counted_bytes, 0), -counted.length);
    for (const file of files) this.forget(ctx, file);
  }

  private throwAway(ctx: Context, file: StoredFile): StoredFile {
    if (file.counts) this.quota.correct(ctx, -file.counted_bytes, -1);
    return this.forget(ctx, file);
  }

  /** Its usage is corrected already. */
  private forget(ctx: Context, file: StoredFile): StoredFile {
    file.forgetContent();
    this.emptyDatabase(ctx, file);
    this.files.remove(ctx, file);
    tellDeleted(ctx, file);
    return file;
  }

  /**
   * The scanner has answered: the file can be read, or is rejected and loses its bytes.
   * @returns a rejected one; null for others, and where it was deleted meanwhile
   */
  async scanned(ctx: Context, id: string, verdict: ScanVerdict): Promise<StoredFile | null> {
    const file = await this.files.lockIfExists(ctx, id);
    if (file?.status !== 'pending') return null;
    if (verdict === 'clean') {
      file.passScan();
      this.files.save(ctx, file, 'scan');
      tellReady(ctx, file);
      return null;
    }
    this.quota.correct(ctx, -file.counted_bytes, 0);
    file.reject();
    this.emptyDatabase(ctx, file);
    this.files.save(ctx, file, 'scan');
    tellRejected(ctx, file);
    return file;
  }

  private emptyDatabase(ctx: Context, file: StoredFile): void {
    if (file.store !== 'database') return;
    ctx.db.enqueue('delete from core.file_chunks r where r.tenant_id = $1 and r.file_id = $2', [
      ctx.tenant_id,
      file.id,
    ]);
    file.noteBytesGone();
  }

  /** All bytes of a file that is ready, chunk by chunk, each read in a short transaction: for jobs. @throws not_found, conflict */
  async *open(ctx: Context, id: string): AsyncGenerator<Buffer, void, undefined> {
    const file = await this.files.get(ctx, id);
    yield* this.content(ctx, file);
  }

  /** Whether the content of a file may be given out: it is ready, or waits for a scanner that is not required. */
  isServed({ status }: StoredFile): boolean {
    return status === 'ready' || (status === 'pending' && !this.scanning.isRequired);
  }

  /** Bytes of a file that was read. @throws conflict FILE_NOT_READY where they may not be given out */
  content(ctx: Context, file: StoredFile, range?: ByteRange): AsyncGenerator<Buffer, void, undefined> {
    if (!this.isServed(file)) {
      const { status } = file;
      const message = status === 'rejected' ? messages.rejected() : messages.notReady();
      throw new DomainError('conflict', message, { code: 'FILE_NOT_READY', details: { status } });
    }
    const { tenant_id, actor, now, language, signal } = ctx;
    return this.contents.read({ tenant_id, actor, now, language, signal }, file, range);
  }

  /** An import of the file begins: it is kept for 30 days from then. @throws not_found */
  async markImported(ctx: Context, id: string): Promise<StoredFile> {
    const file = await this.lock(ctx, id);
    file.markImported(ctx.now);
    return this.files.save(ctx, file, 'import');
  }

  private async lock(ctx: Context, id: string): Promise<StoredFile> {
    const file = await this.files.lock(ctx, id);
    if (!(await this.isSeen(ctx, file))) return this.files.get(ctx, '');
    if (!file.counts) throw conflict('file_id', messages.ofExport());
    return file;
  }

  private seesAll({ actor }: Context): boolean {
    return actor === null || includesRole(actor.role, 'admin');
  }
}
