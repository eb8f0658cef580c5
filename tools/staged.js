/**
 * Checks format and lint of the staged files, as they are staged: .githooks/pre-commit calls it before each commit.
 *
 *   node tools/staged.js
 *
 * It changes nothing, and exits with 1 where a file fails.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const LARGEST_FILE_BYTES = 64 * 1024 * 1024;
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: LARGEST_FILE_BYTES });

const top = git('rev-parse', '--show-toplevel').trimEnd();
/** Added, copied, modified and renamed files, but neither links nor submodules. */
const staged = git('diff', '--cached', '--raw', '--no-abbrev', '--no-renames', '--diff-filter=ACM', '-z')
  .split('\0')
  .flatMap((entry, i, all) => (/^:\d+ 100/.test(entry) ? [all[i + 1]] : []));

const textOf = (path) => git('show', `:${path}`);

/** @returns the staged files that Prettier lays out otherwise, and those it cannot read */
async function misformatted() {
  const { default: prettier } = await import('prettier');
  const faults = [];
  for (const path of staged) {
    const file = join(top, path);
    const { ignored, inferredParser } = await prettier.getFileInfo(file, {
      ignorePath: [join(top, '.gitignore'), join(top, '.prettierignore')],
    });
    if (ignored || inferredParser === null) continue;
    const options = { ...(await prettier.resolveConfig(file, { editorconfig: true })), filepath: file };
    const right = await prettier.check(textOf(path), options).catch((error) => `${path}: ${error.message}`);
    if (typeof right === 'string') faults.push(right);
    else if (!right) faults.push(`${path}: run npx prettier --write ${path}, and stage it`);
  }
  return faults;
}

/** @returns what ESLint reports of the staged files; null where there is nothing */
async function lint() {
  const sources = staged.filter((path) => /\.(?:[cm]?js|ts)$/.test(path));
  if (sources.length === 0) return null;
  const { ESLint } = await import('eslint');
  const eslint = new ESLint({ cwd: top });
  const results = [];
  for (const path of sources) results.push(...(await eslint.lintText(textOf(path), { filePath: join(top, path) })));
  if (!results.some(({ errorCount }) => errorCount > 0)) return null;
  return (await eslint.loadFormatter('stylish')).format(results);
}

// Formatting takes milliseconds, lint some seconds: it reads the types of every file.
const faults = await misformatted();
const report = faults.length > 0 ? faults.join('\n') : await lint();
if (report !== null) {
  console.error(`${report}\nNothing was committed: mend and stage the files above, or use git commit --no-verify.`);
  process.exit(1);
}
