import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnswers, readExample } from '../../tools/new/example.js';
import { patched, piecesOf } from '../../tools/new/patch.js';
import { sizes } from '../../tools/size.js';

/** docs/architecture.md says what is there: what it counts is counted, and its worked example fits the code. */

const root = join(import.meta.dirname, '../..');
let guide = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n');

/** Rows of the two tables of figures: contexts, and the files of an example with their lines. */
const sizeRow = /^\| (\w+) \| (\d+) \| (\d+) \((\w+)\) \|$/gm;
const fileRow = /^(\| `([\w/.-]+\.ts)`[^\n]* )(\d+)( +\|)$/gm;
const COMMAND = 'UPDATE_FIGURES=1 npm run test:one test/lists/architecture.test.ts';

/** The document with the figures of the code. */
function counted(): string {
  const rows = sizes(root).map(
    ({ context, perOperation, naming, record }) => `| ${context} | ${perOperation} | ${naming} (${record}) |`,
  );
  const [first = ''] = [...guide.matchAll(sizeRow)].map(([row]) => row);
  return guide
    .replace(sizeRow, (row) => (row === first ? rows.join('\n') : '\0'))
    .replaceAll('\0\n', '')
    .replace(
      fileRow,
      (_, before: string, file: string, _lines, after: string) => `${before}${linesOf(file).length - 1}${after}`,
    );
}
if (process.env.UPDATE_FIGURES) {
  writeFileSync(join(root, 'docs/architecture.md'), counted());
  guide = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
}

it(`states what an operation takes, a tenth more or less: ${COMMAND}`, () => {
  const stated = [...guide.matchAll(sizeRow)].map(([, context, ...figures]) => [
    context,
    ...figures.slice(0, 2).map(Number),
  ]);
  const found = sizes(root);
  expect(stated.map(([context]) => context)).toEqual(found.map(({ context }) => context));
  const wrong = found.filter(({ perOperation, naming }, i) => {
    const [, lines = 0, names = 0] = stated[i] as [string, number, number];
    return Math.abs(perOperation - lines) > lines / 10 || Math.abs(naming - names) > 1;
  });
  expect(wrong).toEqual([]);
});

it(`counts the lines of the files that it shows: ${COMMAND}`, () => {
  const stated = [...guide.matchAll(fileRow)].map(([, , file = '', lines]) => [file, Number(lines)] as const);
  expect(stated.length).toBeGreaterThan(4);
  expect(stated).toEqual(stated.map(([file]) => [file, linesOf(file).length - 1]));
});

it('names files that are there', () => {
  const named = [...guide.matchAll(/`((?:libs|apps|test|tools|docs)\/[\w/.-]+\.(?:ts|js|json|md))`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

const example = readExample(root);

it('adds files in its worked example that are not there yet, each in full', () => {
  const files = [...example.files.keys()];
  expect(files).toHaveLength(8);
  expect(files.filter((file) => existsSync(join(root, file)))).toEqual([]);
  // What they import from is there, or among them.
  const imports = [...example.files].flatMap(([file, text]) =>
    [...text.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => join(file, '..', from).replace(/\.js$/, '.ts')),
  );
  expect(imports.filter((file) => !files.includes(file) && !existsSync(join(root, file)))).toEqual([]);
});

it('gives the migration of its worked example a stamp after every other', () => {
  const released = Object.keys(JSON.parse(readFileSync(join(root, 'test/lists/migrations.json'), 'utf8')) as object);
  const newer = released.filter((name) => Number(name.slice(-13)) >= Number(example.stamp));
  // Put a greater one into the document.
  expect(newer).toEqual([]);
});

it('adds lines in its worked example to files where they are as it says', () => {
  const missed = piecesOf(example.entries).flatMap(({ path, before }) =>
    before.filter((line) => !linesOf(path).includes(line)).map((line) => `${path}: ${line}`),
  );
  expect(missed).toEqual([]);
});

it('adds fields in its worked example to the files that it shows', () => {
  const texts = new Map(example.files);
  const pieces = piecesOf(example.fields);
  for (const piece of pieces) {
    const text = texts.get(piece.path) ?? readFileSync(join(root, piece.path), 'utf8');
    texts.set(piece.path, patched(text, piece));
  }
  expect(pieces.length).toBeGreaterThan(10);
  expect(readAnswers(root)).toHaveLength(5);
});
