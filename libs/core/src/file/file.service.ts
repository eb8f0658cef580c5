import { Injectable } from '@nestjs/common';
import { DomainError, includesRole, type Context, type Page, type PageRequest } from '@usaha/shared';
import { isSeenUnattached } from './file-attachments.js';
import type { FileArrival } from './file-arrival.js';
import { FileContent, type ByteRange } from './file-content.js';
import { tellDeleted, tellReady, tellRejected } from './file.events.js';
import { messages } from './file.messages.js';
import { fileNameOf } from './file-name.js';
import type { FileType } from './file-purposes.js';
import { FileQueue } from './file-queue.js';
import { FileScanPolicy, type ScanVerdict } from './file-scanner.js';
import { FileQuota, type FileUsage } from './file-usage.js';
import type { FileFacts, StoredFile } from './file.entity.js';
import { ArrivingFileRepository, FileRepository, type FileQuery } from './file.repository.js';

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
  ) {}

  /** @throws not_found, also for files without a record that another user uploaded */
  async get(ctx: Context, id: string): Promise<StoredFile> {
    const file = await this.files.get(ctx, id);
    return isSeenUnattached(ctx, file) ? file : this.files.get(ctx, '');
  }

  /** One page, newest first. */
  list(ctx: Context, query: FileQuery, page: PageRequest): Promise<Page<StoredFile>> {
    const seen_by = this.seesAll(ctx) ? undefined : ctx.actor?.user_id;
    return this.files.list(ctx, { ...query, seen_by }, page);
  }

  /** What the tenant uses of its quota. */
  usage(ctx: Context): Promise<FileUsage> {
    return this.quota.usage(ctx);
  }

  /** Makes an upload a file, once all its bytes have arrived. @throws not_found where it took so long that it was taken back */
  async complete(ctx: Context, arrival: FileArrival, { name, ...facts }: ArrivedFacts): Promise<StoredFile> {
    const file = (await this.arriving.lockIfExists(ctx, arrival.id)) ?? (await this.arriving.get(ctx, ''));
    const counted = file.counted_bytes;
    const { bytes, sha256 } = arrival;
    const isScanned = this.scanning.scanner !== null;
    file.finish({ ...facts, name: fileNameOf(name, facts.media_type), bytes, sha256 }, ctx.now, isScanned);
    this.arriving.save(ctx, file, 'create');
    this.quota.correct(ctx, bytes - counted, 0);
    if (isScanned) this.queue.wakeAfterCommit(ctx);
    else tellReady(ctx, file);
    ctx.db.afterCommit(() => arrival.keep());
    return file;
  }

  /** Absent fields stay. @throws not_found */
  async update(ctx: Context, id: string, { name }: { name?: string }): Promise<StoredFile> {
    const file = await this.lock(ctx, id);
    if (name !== undefined) file.rename(fileNameOf(name, file.media_type as FileType));
    return this.files.save(ctx, file);
  }

  /** Its bytes can be read no more from then on. @throws not_found */
  async remove(ctx: Context, id: string): Promise<StoredFile> {
    return this.throwAway(ctx, await this.lock(ctx, id));
  }

  /** Removes one that no record has; one that a record has by now stays. */
  async removeUnattached(ctx: Context, id: string): Promise<void> {
    const file = await this.files.lockIfExists(ctx, id);
    if (file?.resource === null) this.throwAway(ctx, file);
  }

  private throwAway(ctx: Context, file: StoredFile): StoredFile {
    this.quota.correct(ctx, -file.counted_bytes, -1);
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
    return isSeenUnattached(ctx, file) ? file : this.files.get(ctx, '');
  }

  private seesAll({ actor }: Context): boolean {
    return actor === null || includesRole(actor.role, 'admin');
  }
}
