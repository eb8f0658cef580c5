import { randomBytes } from 'node:crypto';
import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';
import { KEY_BYTES } from './file-cipher.js';
import { EXPORT_KEPT_MS, storedPurposes, type StoredPurpose } from './file-purposes.js';

export const fileStatuses = ['pending', 'ready', 'rejected'] as const;
export type FileStatus = (typeof fileStatuses)[number];
export const fileScans = ['none', 'clean', 'infected'] as const;
export type FileScan = (typeof fileScans)[number];
export const fileStores = ['database', 's3'] as const;
export type FileStoreName = (typeof fileStores)[number];

/** Facts of a file once all its bytes have arrived. */
export interface FileFacts {
  name: string;
  purpose: StoredPurpose;
  media_type: string;
  /** Of what is stored. */
  bytes: number;
  /** Of what is stored, in hexadecimal digits. */
  sha256: string;
  /** Of pictures, in pixels. */
  width: number | null;
  height: number | null;
}

/** Where the bytes of a file begin to be stored. */
export interface FilePlace {
  store: FileStoreName;
  chunk_bytes: number;
}

/** A file of a tenant. Its bytes lie in a store, encrypted with the key of this row. */
@Entity({ schema: 'core', name: 'files' })
export class StoredFile extends TenantRecord {
  @columns.sealed() name!: string | null;
  /** 32 bytes in base64; null once the file was deleted. */
  @columns.sealed({ code: true }) key!: string | null;
  @columns.choice(fileStores) store!: FileStoreName;
  /** Raised by each move to another store. */
  @columns.count({ default: 1 }) generation = 1;
  /** Bytes of each chunk in clear, save for the last. */
  @columns.count() chunk_bytes!: number;
  @columns.choice(storedPurposes) purpose: StoredPurpose = 'document';
  /** null while its bytes arrive: then it is no file yet. */
  @columns.instant({ nullable: true }) stored_at: Date | null = null;
  @columns.choice(fileStatuses) status: FileStatus = 'pending';
  @columns.choice(fileScans) scan: FileScan = 'none';
  @columns.text() media_type = '';
  @columns.size() bytes = 0;
  /** What it counts for in the usage of its tenant: the announced length while its bytes arrive. */
  @columns.size() counted_bytes = 0;
  @columns.code({ nullable: true }) sha256: string | null = null;
  @columns.count({ nullable: true }) width: number | null = null;
  @columns.count({ nullable: true }) height: number | null = null;
  /** The collection of the record that it belongs to, and that record. */
  @columns.text({ nullable: true }) resource: string | null = null;
  @columns.uuid({ nullable: true }) record_id: string | null = null;
  /** The user or API key; null for the service itself. */
  @columns.uuid({ nullable: true }) uploaded_by: string | null = null;
  /** When an import began that reads it: it is kept for 30 days from then. */
  @columns.instant({ nullable: true }) imported_at: Date | null = null;
  /** From when on the scanner may have it; null: it waits for none. */
  @columns.instant({ nullable: true }) scan_due_at: Date | null = null;
  @columns.count({ default: 0 }) scan_attempts = 0;
  /** Raised by each renewal of its links. */
  @columns.count({ default: 0 }) link_generation = 0;
  /** Whether documents that were issued print it: then it cannot be deleted. */
  @columns.flag({ default: false }) is_printed = false;
  /** Whether the store may still have bytes of it. */
  @columns.flag({ default: true }) has_bytes = true;

  /** A file whose bytes are about to arrive. @param announced bytes that count until their number is known */
  static arriving({ store, chunk_bytes }: FilePlace, announced: number, uploaded_by: string | null): StoredFile {
    const file = new StoredFile();
    Object.assign(file, { store, chunk_bytes, counted_bytes: announced, uploaded_by, name: null });
    file.key = randomBytes(KEY_BYTES).toString('base64');
    return file;
  }

  /** The archive of an export, whose bytes are about to be written: it does not count for the quota. */
  static ofExport(place: FilePlace): StoredFile {
    return Object.assign(StoredFile.arriving(place, 0, null), { purpose: 'export' });
  }

  /** Its bytes are about to be written into a store of this installation, encrypted with a new key. */
  placeIn({ name, chunkBytes }: { name: FileStoreName; chunkBytes: number }): void {
    Object.assign(this, { store: name, chunk_bytes: chunkBytes, generation: 1, has_bytes: true });
    this.key = randomBytes(KEY_BYTES).toString('base64');
  }

  /** Whether it counts for the quota of its tenant. */
  get counts(): boolean {
    return this.purpose !== 'export';
  }

  /** All bytes have arrived. @param isScanned whether a scanner has to answer before it is ready */
  finish(facts: FileFacts, now: Date, isScanned: boolean): void {
    Object.assign(this, facts);
    this.counted_bytes = this.counts ? facts.bytes : 0;
    this.stored_at = now;
    this.status = isScanned ? 'pending' : 'ready';
    this.scan_due_at = isScanned ? now : null;
  }

  /** The scanner found nothing. */
  passScan(): void {
    Object.assign(this, { status: 'ready', scan: 'clean', scan_due_at: null });
  }

  /** The scanner found a virus: nothing opens its bytes any more. */
  reject(): void {
    Object.assign(this, { status: 'rejected', scan: 'infected', scan_due_at: null, key: null, counted_bytes: 0 });
  }

  /** Whether it is an archive that is kept no longer, whether its bytes are deleted yet or not. */
  isOver(now: Date): boolean {
    return !this.counts && this.stored_at !== null && now.getTime() - this.stored_at.getTime() >= EXPORT_KEPT_MS;
  }

  rename(name: string): void {
    this.name = name;
  }

  /** Links that were made before open it no more. */
  renewLinks(): void {
    this.link_generation += 1;
  }

  /** Makes it a file of a record. */
  attachTo({ resource, record_id }: { resource: string; record_id: string }): void {
    this.resource = resource;
    this.record_id = record_id.toLowerCase();
  }

  /** Documents are issued that print it. */
  markPrinted(): void {
    this.is_printed = true;
  }

  /** An import reads it. */
  markImported(now: Date): void {
    this.imported_at ??= now;
  }

  /** The store has no bytes of it any more. */
  noteBytesGone(): void {
    this.has_bytes = false;
  }

  /** Forgets the key: the bytes can be read no more, whether they are deleted yet or not. */
  forgetContent(): void {
    this.key = null;
    this.name = null;
    this.scan_due_at = null;
    this.counted_bytes = 0;
  }
}
