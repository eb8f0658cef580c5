import { FileMoving, FileQuota, TenantRepository, type FileFault } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { withProgress } from '../start/progress.js';
import type { Command } from './command.js';
import { inMb } from './files/counted-files.js';
import { asService, withContexts } from './reach.js';

const faults: Readonly<Record<FileFault, string>> = {
  missing_store: 'lies in a store that FILE_STORE does not name',
  unreadable: 'cannot be read: a piece is missing or damaged, or the store does not answer',
  other_content: 'has another content than was uploaded',
};

/** Reads all files of all tenants, and compares what each tenant uses with its files. It changes nothing. */
export const run: Command = (situation) =>
  withContexts(situation, async (app, database) => {
    const tenants = await asService(database, (ctx) => app.get(TenantRepository).everyId(ctx));
    const [moving, quota] = [app.get(FileMoving), app.get(FileQuota)];
    const found = { files: 0, bytes: 0, faults: 0 };
    await withProgress('Checking files', situation.note, async (progress) => {
      for (const [i, tenant_id] of tenants.entries()) {
        const who = () => ({ tenant_id, actor: null, now: new Date() });
        for (let after = '', some = await moving.some(who(), after); some.length > 0;) {
          for (const file of some) {
            after = file.id;
            const fault = await moving.check(who(), file);
            found.files += 1;
            found.bytes += file.bytes;
            progress.at(`tenant ${i + 1} of ${tenants.length}, ${found.files} files, ${inMb(found.bytes)}`);
            if (fault === null) continue;
            found.faults += 1;
            situation.say(`File ${file.id} of tenant ${tenant_id} ${faults[fault]}`);
          }
          some = await moving.some(who(), after);
        }
        const wrong = await wrongUsage(quota, database, tenant_id);
        if (wrong === null) continue;
        found.faults += 1;
        situation.say(`Tenant ${tenant_id} ${wrong}`);
      }
    });
    situation.say(`Files that were read: ${found.files} (${inMb(found.bytes)}); faults: ${found.faults}`);
    return found.faults > 0 ? 1 : 0;
  });

/** Both are read in one statement: uploads go on meanwhile. */
const wrongUsage = (quota: FileQuota, database: Database, tenant_id: string): Promise<string | null> =>
  asService(
    database,
    async (ctx) => {
      const { used, counted } = await quota.compare(ctx);
      if (used.bytes === counted.bytes && used.files === counted.files) return null;
      const told = ({ bytes, files }: { bytes: number; files: number }): string => `${files} files, ${bytes} bytes`;
      return `is told to use ${told(used)}, and uses ${told(counted)}`;
    },
    tenant_id,
  );
