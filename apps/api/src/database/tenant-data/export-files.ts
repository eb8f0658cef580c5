import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileContent, FileRepository, StoredFile } from '@usaha/core';
import { syncDirectory } from '@usaha/embedded-postgres';
import { isUuid, type Context, type Database } from '@usaha/shared';
import type { Progress } from '../../start/progress.js';
import { EntryFile } from './entry-file.js';
import type { ExportedFile } from './manifest.js';

const FILES = 'files';

/** Where the bytes of a file lie within an export. @throws for what is no id of a file */
export function exportedFilePath(id: string): string {
  if (!isUuid(id)) throw new Error(`${id} is no id of a file`);
  return `${FILES}/${id}`;
}

/** Bytes of a tenant's files, for the folder of an export. Names and types are in the rows. */
export class ExportFiles {
  constructor(
    private readonly database: Database,
    private readonly files: FileRepository,
    private readonly contents: FileContent,
  ) {}

  /** Ids of all files that have bytes, save for archives of exports: as many as the quota of the tenant admits. */
  async idsOf(ctx: Context): Promise<string[]> {
    const ids: string[] = [];
    for (let some = await this.files.stored(ctx, ''); some.length > 0;) {
      ids.push(...some.flatMap(({ id, purpose }) => (purpose === 'export' ? [] : [id])));
      some = await this.files.stored(ctx, some.at(-1)?.id ?? '');
    }
    return ids;
  }

  /** Writes them. @returns those that were not deleted since their ids were read */
  async write(
    who: Omit<Context, 'db'>,
    ids: readonly string[],
    folder: string,
    progress: Progress,
  ): Promise<ExportedFile[]> {
    const written: ExportedFile[] = [];
    if (ids.length === 0) return written;
    await mkdir(join(folder, FILES), { mode: 0o700 });
    for (const [i, id] of ids.entries()) {
      progress.at(`file ${i + 1} of ${ids.length}`);
      const file = await this.find(who, id);
      const entry = file && (await this.writeOne(who, file, folder));
      if (entry) written.push(entry);
    }
    await syncDirectory(join(folder, FILES));
    return written;
  }

  /** @returns null for one that was deleted meanwhile */
  private async writeOne(who: Omit<Context, 'db'>, file: StoredFile, folder: string): Promise<ExportedFile | null> {
    const path = exportedFilePath(file.id);
    const target = await EntryFile.create(join(folder, path));
    try {
      for await (const piece of this.contents.read(who, file)) await target.append(piece);
      return { id: file.id, path, ...(await target.finish()) };
    } catch (error) {
      if (await this.find(who, file.id)) throw error;
      await rm(join(folder, path), { force: true });
      return null;
    } finally {
      await target.close();
    }
  }

  private async find(who: Omit<Context, 'db'>, id: string): Promise<StoredFile | null> {
    const file = await this.database.read(who, (ctx) => this.files.find(ctx, id));
    return file && file.status !== 'rejected' ? file : null;
  }
}
