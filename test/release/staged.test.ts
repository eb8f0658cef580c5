import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The pre-commit hook checks format and lint of what is staged: tried in a separate repository. */

const root = resolve(__dirname, '../..');
let folder: string;

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });

/** @returns what a commit of the staged files says, and whether it was made */
const commit = (): Promise<{ made: boolean; said: string }> =>
  new Promise((done) => {
    execFile('git', ['commit', '--quiet', '-m', 'Try the hook'], { cwd: folder }, (error, out, err) =>
      done({ made: error === null, said: out + err }),
    );
  });

function stage(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
  git('add', '--', path);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-staged-'));
  git('init', '--quiet');
  for (const [name, value] of Object.entries({ 'user.name': 'Aina', 'user.email': 'aina@example.com' }))
    git('config', name, value);
  for (const name of ['.githooks', '.prettierrc.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, '.prettierignore'), '*.md\n');
  writeFileSync(join(folder, 'eslint.config.js'), "export default [{ rules: { eqeqeq: 'error' } }];\n");
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  // The hook calls the tool of its checkout.
  mkdirSync(join(folder, 'tools'));
  const tool = JSON.stringify(join(root, 'tools/staged.js'));
  writeFileSync(join(folder, 'tools/staged.js'), `import(${tool});\n`);
  git('config', 'core.hooksPath', '.githooks');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is what npm run hooks switches on', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts.hooks).toBe('git config core.hooksPath .githooks');
});

it('lets pass what is laid out and right, what Prettier does not read, and a file that goes', async () => {
  stage('a file.js', 'export const same = (a, b) => a === b;\n');
  stage('notes.md', '*  laid out by hand\n');
  stage('picture.bin', '\0\u0001');
  expect(await commit()).toEqual({ made: true, said: '' });
  git('rm', '--quiet', 'a file.js');
  expect(await commit()).toEqual({ made: true, said: '' });
});

it('refuses what is laid out otherwise, and names the file and the remedy', async () => {
  stage('a.js', 'export const a = "1"\n');
  const { made, said } = await commit();
  expect(made).toBe(false);
  expect(said).toMatch(/^a\.js: run npx prettier --write a\.js, and stage it\n/);
});

it('refuses what does not parse', async () => {
  stage('a.js', 'export const = 1;\n');
  const { made, said } = await commit();
  expect(made).toBe(false);
  expect(said).toMatch(/^a\.js: .*\(1:14\)/);
});

it('refuses what lint reports', async () => {
  stage('a.js', 'export const same = (a, b) => a == b;\n');
  const { made, said } = await commit();
  expect(made).toBe(false);
  expect(said).toMatch(/a\.js\n +1:33 +error .* eqeqeq/);
});

it('looks at what is staged, not at the file in the folder', async () => {
  stage('a.js', 'export const same = (a, b) => a == b;\n');
  writeFileSync(join(folder, 'a.js'), 'export const same = (a, b) => a === b;\n');
  expect((await commit()).made).toBe(false);
  git('add', 'a.js');
  writeFileSync(join(folder, 'a.js'), 'export const broken = "\n');
  expect(await commit()).toEqual({ made: true, said: '' });
});
