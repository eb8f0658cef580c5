import { StartError } from '@usaha/embedded-postgres/start-error';
import type { ExpiredEntries } from './expired-entries.js';
import { eachBatch, textOf } from './month-file.js';
import { TenantArchive } from './tenant-archive.js';
import type { RetainedTrail } from './retained-trails.js';

/**
 * Writes the expired entries of a tenant to files, month by month, and deletes what is in them. An entry is deleted once a finished
 * file has it as it is; what a broken run has written and not deleted is deleted first, and not written a second time.
 * @param folder of all tenants @param told after each part what was done: `2019-03, 2000 entries written`
 * @returns how many were deleted @throws StartError where a file cannot be written, or differs from the trail
 */
export async function dropExpired(
  { tenant_id, expired }: RetainedTrail,
  folder: string,
  told: (done: string) => void,
): Promise<number> {
  let total = 0;
  let archive: TenantArchive | undefined;
  for (let month = await expired.firstMonth(); month; month = await expired.firstMonth()) {
    const { name, first } = month;
    archive ??= await TenantArchive.in(folder, tenant_id);
    const before = total;
    const count = (entries: number): void => {
      total += entries;
      told(`${name}, ${total} entries deleted`);
    };
    const pages = counted(expired.pages(month), (entries) => told(`${name}, ${entries} entries written`));
    for (const path of await archive.filesOf(name)) await deleteWritten(expired, path, count);
    if ((await expired.firstMonth())?.first === first)
      await deleteWritten(expired, await archive.write(name, pages), count);
    if (total === before)
      throw new StartError(
        `Entries of ${name} are in the files and were not deleted: does a trigger or a policy keep them?`,
      );
  }
  return total;
}

/** @param count is told how many were handed on so far */
async function* counted<T>(pages: AsyncIterable<T[]>, count: (entries: number) => void): AsyncGenerator<T[]> {
  let entries = 0;
  for await (const page of pages) {
    yield page;
    count((entries += page.length));
  }
}

async function deleteWritten(expired: ExpiredEntries, path: string, count: (entries: number) => void): Promise<void> {
  await eachBatch(path, async (lines) => {
    const texts = new Map(lines.map(({ id, text }) => [id, text]));
    const entries = await expired.delete([...texts.keys()], (entry) => {
      if (texts.get(entry.id) !== textOf(entry))
        throw new StartError(
          `Entry ${entry.id} is not as ${path} has it, and was not deleted: move the file away, and run this again`,
        );
    });
    count(entries);
  });
}
