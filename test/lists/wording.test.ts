import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { mayHaveTurns, type Turn, proseOf, turnsIn, turnsOfComments } from '../../tools/wording.js';

/** No comment, title of a test, text for people or document uses a turn of phrase of tools/wording.js. */

const root = join(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && isThere(file));

function isThere(file: string): boolean {
  try {
    textOf(file);
    return true;
  } catch {
    return false;
  }
}

const told = ({ phrase, instead }: Turn): string => `"${phrase}", ${instead}`;

/** The comments of a source file, as ESLint's parsers give them. */
function commentsOf(code: string): { type: string; range: [number, number] }[] {
  const source = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest);
  const found = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    const leading = ts.getLeadingCommentRanges(code, node.getFullStart()) ?? [];
    const trailing = ts.getTrailingCommentRanges(code, node.end) ?? [];
    for (const range of [...leading, ...trailing]) found.set(range.pos, range);
    for (const child of node.getChildren(source)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(source);
  return [...found.values()]
    .sort((a, b) => a.pos - b.pos)
    .map(({ kind, pos, end }) => ({
      type: kind === ts.SyntaxKind.SingleLineCommentTrivia ? 'Line' : 'Block',
      range: [pos, end],
    }));
}

/** The titles of tests: the first argument of `it`, `describe.each(…)` and the like. */
function titlesOf(code: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    if (title && ts.isStringLiteralLike(title) && /^(?:it|test|describe)\b/.test(code.slice(node.pos).trimStart()))
      titles.push(title.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest));
  return titles;
}

/** The texts of product code: descriptions, messages, lines of the log. A text without a space is a name or a key. */
function textsFor(file: string, code: string): string[] {
  if (!/^(?:apps|libs)\/[^/]+\/src\/(?!.*(?:migrations\/\d|\.spec\.ts$)).*\.ts$/.test(file)) return [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest));
  return texts.filter((text) => text.includes(' '));
}

function turnsOf(file: string): Turn[] {
  const text = textOf(file);
  if (!mayHaveTurns(text)) return [];
  if (file.endsWith('.md')) return turnsIn(proseOf(text));
  const texts = [...titlesOf(text), ...textsFor(file, text)];
  return [...turnsOfComments(text, commentsOf(text)), ...texts.flatMap((said) => turnsIn(said))];
}

/** What lint says of a text that stands in a file. */
const lint = (code: string): string[] => {
  const bin = join(root, 'node_modules/eslint/bin/eslint.js');
  const args = [bin, '--stdin', '--stdin-filename', 'tools/wording.js', '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, input: code, encoding: 'utf8' });
  const [result] = JSON.parse(stdout) as { messages: { ruleId: string; message: string }[] }[];
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === 'usaha/wording').map(({ message }) => message);
};

describe('comments, titles, texts and documents', () => {
  it('have no such turn', () => {
    const found = files('*.ts', '*.js', '*.cjs', '*.mjs', '*.md')
      .filter((file) => !file.startsWith('docs/specification/'))
      // What people choose as passwords.
      .filter((file) => file !== 'libs/core/src/user/common-passwords.ts')
      .flatMap((file) => turnsOf(file).map((turn) => `${file}: ${told(turn)}`));
    expect(found).toEqual([]);
  });

  it('are refused by lint', () => {
    expect(lint('// The lock is held by nobody, whatever\n// is asked.\nexport {};\n')).toEqual([
      '"nobody": name it: "no caller", "no other tenant"',
      '"whatever": name it: "every request", "any text", "regardless of case"',
    ]);
    expect(lint('// No caller holds the lock.\nexport const nobody = "beside";\n')).toEqual([]);
    expect(lint('it.each([1])("is made anew: %d", () => undefined);\n')).toEqual(['"anew": write "again"']);
  });
});

it('texts are those of product code, with a space', () => {
  const code = 'const a = [`one ${two} three four`, "five six", "seven"];';
  expect(textsFor('libs/core/src/a.ts', code)).toEqual(['one ', ' three four', 'five six']);
  for (const file of ['libs/core/src/a.spec.ts', 'libs/core/src/migrations/1-a.ts', 'test/e2e/a.ts'])
    expect(textsFor(file, code)).toEqual([]);
});

it('titles are those of tests and their groups', () => {
  const code = "describe('a', () => { it.each([1])('b %d', f); it(`c`, f); call('d'); });";
  expect(titlesOf(code)).toEqual(['a', 'b %d', 'c']);
});

describe('a turn of phrase', () => {
  const phrases = (text: string): string[] => turnsIn(text).map(({ phrase }) => phrase);

  it.each([
    ['a pool of its own', ['of its own']],
    ['a pool of its\n * own', ['of its own']],
    ['one after another, by and\n// by', ['by and by']],
    ['What passes is answered 503.', ['What passes']],
    ['Locks the row. Who waits gives it back.', ['Who w']],
    ['Kept for good.', ['for good']],
  ])('is found: %j', (text, found) => {
    expect(phrases(text)).toEqual(found);
  });

  it.each([
    'a pool of the tenant',
    'besides, `beside` is a name',
    'refused for good reason',
    'What is asked first?',
    'It says who waits and what is locked.',
    '[places](beside.md)',
  ])('is not found: %j', (text) => {
    expect(phrases(text)).toEqual([]);
  });
});
