import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** docs/architecture.md says what is there: what it counts is counted, and its worked example fits the code it is added to. */

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n');

/** Code blocks of a language, without their fences. */
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

it('counts the lines of the files that it shows', () => {
  const counted = [...guide.matchAll(/^\| `([\w/.-]+\.ts)`[^\n]* (\d+) +\|$/gm)].map(
    ([, file = '', lines]) => [file, Number(lines)] as const,
  );
  expect(counted.length).toBeGreaterThan(4);
  expect(counted).toEqual(counted.map(([file]) => [file, linesOf(file).length - 1]));
});

it('names files that are there', () => {
  const named = [...guide.matchAll(/`((?:libs|apps|test|tools|docs)\/[\w/.-]+\.(?:ts|js|json|md))`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('adds files in its worked example that are not there yet, each in full', () => {
  const added = blocks('ts').filter((text) => text.startsWith('// '));
  const files = added.map((text) => text.slice('// '.length, text.indexOf('\n')));
  expect(files).toHaveLength(6);
  expect(files.filter((file) => existsSync(join(root, file)))).toEqual([]);
  // What they import from is there, or among them.
  const imports = added.flatMap((text, i) =>
    [...text.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) =>
      join(files[i] as string, '..', from).replace(/\.js$/, '.ts'),
    ),
  );
  expect(imports.filter((file) => !files.includes(file) && !existsSync(join(root, file)))).toEqual([]);
});

it('changes files in its worked example where they are as it says', () => {
  const [patch = ''] = blocks('diff');
  let file = '';
  const missed: string[] = [];
  for (const line of patch.split('\n')) {
    if (line.startsWith('# ')) file = line.slice(2);
    else if (line.startsWith(' ') && line.trim() !== '' && !linesOf(file).includes(line.slice(1)))
      missed.push(`${file}: ${line.slice(1)}`);
  }
  expect(missed).toEqual([]);
});
