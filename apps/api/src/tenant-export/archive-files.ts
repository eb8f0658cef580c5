import { extname } from 'node:path';
import { FileContent, FileRepository, type StoredFile } from '@usaha/core';
import type { Context, Database } from '@usaha/shared';
import type { ZipWriter } from '../zip/zip-writer.js';
import { entryOf, following, type ArchiveEntry } from './archive-entry.js';
import type { ExportReading } from './exported-resource.js';

/** Files whose records are read in one transaction. */
const AT_ONCE = 50;
/** These are packed; pictures and documents are already. */
const isPacked = (media_type: string): boolean => media_type.startsWith('text/') || media_type === 'application/dicom';
/** Names are in data/files.ndjson: a name that a user wrote is no path on every machine. */
const endingOf = (name: string): string => /^\.[a-z0-9]{1,8}$/.exec(extname(name).toLowerCase())?.[0] ?? '';

/** Files of a tenant in an archive: `files/<id>.<ending>`. */
export class ArchiveFiles {
  private readonly files: FileRepository;
  private readonly contents: FileContent;

  constructor(
    private readonly database: Database,
    get: ExportReading['get'],
  ) {
    this.files = get(FileRepository);
    this.contents = get(FileContent);
  }

  /** Ids of all files that are ready, in one statement: as many as the quota of the tenant admits. */
  idsOf(ctx: Context): Promise<string[]> {
    return this.files.readyIds(ctx);
  }

  /** Writes them. @returns how many, and how many were deleted since their ids were read */
  async write(
    who: Omit<Context, 'db'>,
    ids: readonly string[],
    zip: ZipWriter,
    { entries, goOn }: { entries: ArchiveEntry[]; goOn: () => void },
  ): Promise<{ count: number; deleted_meanwhile: number }> {
    let count = 0;
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      for (const file of await this.ready(who, ids.slice(at, at + AT_ONCE))) {
        goOn();
        if (!(await this.writeOne(who, file, zip, entries))) continue;
        count += 1;
      }
    }
    return { count, deleted_meanwhile: ids.length - count };
  }

  /** @returns false for a file that was deleted since its record was read */
  private async writeOne(
    who: Omit<Context, 'db'>,
    file: StoredFile,
    zip: ZipWriter,
    entries: ArchiveEntry[],
  ): Promise<boolean> {
    const chunks = this.contents.read(who, file);
    let first;
    try {
      // Before the entry begins: what was written cannot be taken back.
      first = await chunks.next();
    } catch (error) {
      if ((await this.ready(who, [file.id])).length > 0) throw error;
      return false;
    }
    const path = `files/${file.id}${endingOf(file.name ?? '')}`;
    entries.push(entryOf(await zip.add(path, following(first, chunks), isPacked(file.media_type)), null, null));
    return true;
  }

  private ready(who: Omit<Context, 'db'>, ids: readonly string[]): Promise<StoredFile[]> {
    return this.database.job(who, (ctx) => this.files.readyAmong(ctx, ids));
  }
}
