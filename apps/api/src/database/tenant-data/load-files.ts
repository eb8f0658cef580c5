import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { FileArrival, type FileMoving, type FileStores, type StoreContext, type StoredFile } from '@usaha/core';
import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Progress } from '../../start/progress.js';
import { exportedFilePath } from './export-files.js';
import type { ExportManifest } from './manifest.js';

/** Writes the bytes of an export's files into the store of this installation. */
export class FileLoad {
  constructor(
    private readonly moving: FileMoving,
    private readonly stores: FileStores,
  ) {}

  /**
   * Rows come first: they have the keys. Files that are there whole are left as they are, so that a run that was cut short is continued.
   * @throws StartError for a file that is not what its row says
   */
  async write(folder: string, manifest: ExportManifest, progress: Progress): Promise<void> {
    const all = manifest.files ?? [];
    const here = new Set(all.map(({ id }) => id));
    const who = (): StoreContext => ({ tenant_id: manifest.tenant.id, actor: null, now: new Date() });
    let done = 0;
    for (let some = await this.moving.some(who(), ''); some.length > 0;) {
      for (const file of some.filter(({ id }) => here.has(id))) {
        done += 1;
        progress.at(`file ${done} of ${all.length}`);
        if ((await this.moving.check(who(), file)) === null) continue;
        await this.writeOne(who(), file, join(folder, exportedFilePath(file.id)));
        if ((await this.moving.check(who(), file)) !== null)
          throw new StartError(`The file ${file.id} of the export is not what its row says`);
      }
      some = await this.moving.some(who(), some.at(-1)?.id ?? '');
    }
    if (done !== here.size) throw new StartError(`The export has bytes of ${here.size} files, and rows of ${done}`);
  }

  private async writeOne(who: StoreContext, file: StoredFile, path: string): Promise<void> {
    const arrival = new FileArrival(who, this.stores.named(file.store), file);
    for await (const piece of createReadStream(path)) await arrival.write(piece as Buffer);
    await arrival.end();
  }
}
