import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** What keeps things: of the language, and of this code. */
const KINDS = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'BoundedCache',
  'RoundRobinQueue',
  'FairLimit',
  'FairThread',
]);
/** By which something is put into one. */
const PUTS = 'set|add|push|unshift|take|turn|run';
/** What no client of a running service reaches. */
const APART = /\.spec\.ts$|^apps\/api\/src\/(?:demo|cli|distribution|docs)\/|\/migrations\//;

const root = join(import.meta.dirname, '../..');

/** The sources of libraries and service, by their paths. */
export function sources(): Map<string, string> {
  const folders = ['libs', 'apps'].flatMap((top) =>
    readdirSync(join(root, top)).map((name) => join(root, top, name, 'src')),
  );
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map((name) => join(folder, name)),
  );
  return new Map(
    files
      .map((file) => [relative(root, file), readFileSync(file, 'utf8')] as const)
      .filter(([path]) => !APART.test(path)),
  );
}

/** Whether an expression makes a collection: a new one of a kind, or an empty array or object to be filled. */
function makesOne(expression: ts.Expression): boolean {
  if (ts.isNewExpression(expression))
    return ts.isIdentifier(expression.expression) && KINDS.has(expression.expression.text);
  if (ts.isArrayLiteralExpression(expression)) return expression.elements.length === 0;
  return ts.isObjectLiteralExpression(expression) && expression.properties.length === 0;
}

/** The names of all collections of a file that outlive a call: of the module, and of its objects. */
function outliving(path: string, text: string): string[] {
  const names: string[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node, within: 'module' | 'class' | 'function'): void => {
    const inside = ts.isFunctionLike(node) ? 'function' : within;
    if (ts.isPropertyDeclaration(node) && node.initializer && makesOne(node.initializer))
      names.push(node.name.getText(file));
    if (ts.isVariableDeclaration(node) && within === 'module' && node.initializer && makesOne(node.initializer))
      names.push(node.name.getText(file));
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.expression.kind === ts.SyntaxKind.ThisKeyword &&
      makesOne(node.right)
    )
      names.push(node.left.name.text);
    node.forEachChild((child) => visit(child, inside));
  };
  visit(file, 'module');
  return [...new Set(names)];
}

/** Whether the file puts anything into what it calls by this name; what is only made and read cannot grow. */
const isPutInto = (text: string, name: string): boolean =>
  new RegExp(`\\b${name}\\??(?:\\.(?:${PUTS})(?:<[^(]*>)?\\(|\\[[^\\]]+\\] (?:\\?\\?)?= |, \\()`).test(text);

/** `path name` of every collection that outlives a call and is put into, as far as the sources show it. */
export const keptCollections = (): string[] =>
  [...sources()].flatMap(([path, text]) =>
    outliving(path, text)
      .filter((name) => isPutInto(text, name))
      .map((name) => `${path} ${name}`),
  );
