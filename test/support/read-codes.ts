import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const programs = ['pdftoppm', 'zbarimg'];
const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
const PRINTER_DPI = '203';

/** Programs that read codes and are not installed. */
export const missingReaders = programs.filter((program) => !isInstalled(program));

/** What the codes of all pages of a PDF say, drawn as a receipt printer does. */
export async function codesIn(pdf: Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'usaha-qr-'));
  try {
    await writeFile(join(folder, 'printed.pdf'), pdf);
    await run('pdftoppm', ['-r', PRINTER_DPI, '-gray', join(folder, 'printed.pdf'), join(folder, 'page')]);
    const pages = (await readdir(folder)).filter((file) => file.startsWith('page')).sort();
    // zbarimg ends with 4 where a page has no code.
    const read = pages.map((page) =>
      run('zbarimg', ['--quiet', '--raw', join(folder, page)]).catch((error: { code: number; stdout: string }) => {
        if (error.code !== 4) throw error;
        return { stdout: '' };
      }),
    );
    return (await Promise.all(read)).flatMap(({ stdout }) => stdout.split('\n').filter((line) => line !== ''));
  } finally {
    await rm(folder, { recursive: true });
  }
}
