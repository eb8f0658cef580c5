import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AuditEntry } from '@usaha/shared';
import { makeFolders, replaceFile, syncDirectory } from '@usaha/embedded-postgres';
import { codeOf, reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import { readMonthFile, writeMonthFile } from './month-file.js';
import type { MonthFile } from './tally.js';

const MANIFEST = 'manifest.json';
const monthFile = /^(\d{4}-\d{2})(?:\.(\d+))?\.jsonl\.gz$/;

/** The files of one tenant's expired entries: a folder with a file for each month, and a manifest that counts them. */
export class TenantArchive {
  private constructor(
    private readonly folder: string,
    private readonly tenant_id: string,
    private files: readonly MonthFile[],
  ) {}

  /** Makes the folder where there is none. @throws StartError where it cannot be used */
  static async in(folder: string, tenant_id: string): Promise<TenantArchive> {
    const own = join(folder, tenant_id);
    try {
      await makeLastingFolder(own);
      return new TenantArchive(own, tenant_id, await filesIn(join(own, MANIFEST)));
    } catch (error) {
      throw new StartError(`${own} cannot be used (${reasonOf(error)}), and nothing was deleted`, { cause: error });
    }
  }

  /**
   * The files that a month has already, the oldest first: of a run that was broken off before it had deleted all that it had written.
   * One that the manifest does not name was finished just before, and is named from now on.
   * @returns their paths @throws StartError where one is not what the manifest says
   */
  async filesOf(month: string): Promise<string[]> {
    const names = (await readdir(this.folder)).filter((name) => monthFile.exec(name)?.[1] === month);
    names.sort((one, other) => partOf(one) - partOf(other));
    for (const name of names) await this.verify(name, month);
    return names.map((name) => join(this.folder, name));
  }

  /** Writes a further file of entries of a month. @returns its path */
  async write(month: string, pages: AsyncIterable<AuditEntry[]>): Promise<string> {
    // A file that was moved away keeps its name.
    const names = [...(await readdir(this.folder)), ...this.files.map(({ file }) => file)];
    let name = `${month}.jsonl.gz`;
    for (let part = 2; names.includes(name); part += 1) name = `${month}.${part}.jsonl.gz`;
    const path = join(this.folder, name);
    await this.enter(await writeMonthFile(path, month, pages));
    return path;
  }

  private async verify(name: string, month: string): Promise<void> {
    const path = join(this.folder, name);
    const found = await readMonthFile(path, month);
    const listed = this.files.find(({ file }) => file === name);
    if (!listed) await this.enter(found);
    else if (listed.sha256 !== found.sha256)
      throw new StartError(`${path} is not the file that ${MANIFEST} names: move it away, and run this again`);
  }

  private async enter(file: MonthFile): Promise<void> {
    this.files = [...this.files, file].sort((one, other) => (one.file < other.file ? -1 : 1));
    const manifest = { tenant_id: this.tenant_id, files: this.files };
    // The folder is on the disk then, with the file's name in it.
    await replaceFile(join(this.folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
  }
}

/** A folder is as lasting as its name in the one above. */
async function makeLastingFolder(path: string): Promise<void> {
  const uppermost = (await makeFolders(path)) ?? path;
  for (let at = path; ; at = dirname(at)) {
    await syncDirectory(dirname(at));
    if (at === uppermost) return;
  }
}

const partOf = (name: string): number => Number(monthFile.exec(name)?.[2] ?? 1);

async function filesIn(manifest: string): Promise<MonthFile[]> {
  try {
    return (JSON.parse(await readFile(manifest, 'utf8')) as { files: MonthFile[] }).files;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Error(`${MANIFEST} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
