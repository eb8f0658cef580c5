import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * The entries of the kernel's package. Contexts import the first two, the application the third too. A name that no other package
 * and no test imports is not exported. The counts only fall: an addition replaces another name, or raises a figure here.
 */
const root = join(import.meta.dirname, '../..');
const entries = [
  { name: '@usaha/shared', file: 'index', most: 164 },
  { name: '@usaha/shared/malaysia', file: 'malaysia/index', most: 54 },
  { name: '@usaha/shared/events', file: 'events/index', most: 18 },
  { name: '@usaha/shared/operation', file: 'operation', most: 60 },
];

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const parsed = (path: string) => ts.createSourceFile(path, read(path), ts.ScriptTarget.ES2022, true);

/** The names that a file exports from others, and each `export *` in it. */
function exportsOf(path: string): string[] {
  return parsed(path).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return [`${path}: ${statement.getText().slice(0, 40)}`];
    const { exportClause } = statement;
    if (!exportClause || !ts.isNamedExports(exportClause)) return [`${path}: ${statement.getText()}`];
    return exportClause.elements.map(({ name }) => name.text);
  });
}

/** `entry name`, of each import of the kernel in a file. */
function importsOf(path: string): string[] {
  return parsed(path).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const entry = entries.find(
      ({ name, file }) => moduleSpecifier.text === name || moduleSpecifier.text.endsWith(`libs/shared/dist/${file}.js`),
    );
    const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    if (!entry || !named || ts.isNamespaceImport(named) || ts.isNamespaceExport(named)) return [];
    return [...named.elements].map(({ name, propertyName }) => `${entry.name} ${(propertyName ?? name).text}`);
  });
}

const importers = ['apps', 'libs', 'test', 'bench']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .map((path) => path.replaceAll('\\', '/'))
  .filter(
    (path) => path.endsWith('.ts') && !/(^|\/)(node_modules|dist|bundle|\.probe-\w+)\/|^libs\/shared\//.test(path),
  );

describe('the entries of @usaha/shared', () => {
  it('are those of its package', () => {
    const { exports } = JSON.parse(read('libs/shared/package.json')) as { exports: Record<string, unknown> };
    expect(exports).toEqual(
      Object.fromEntries(
        entries.map(({ name, file }) => [
          name.replace('@usaha/shared', '.'),
          { '@usaha/source': `./src/${file}.ts`, types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
        ]),
      ),
    );
  });

  it.each(entries)('$name exports no more names than it did', ({ file, most }) => {
    expect(exportsOf(`libs/shared/src/${file}.ts`).length).toBeLessThanOrEqual(most);
  });

  it('export each name once, and nothing that no other package and no test imports', () => {
    const exported = entries.flatMap(({ name, file }) =>
      exportsOf(`libs/shared/src/${file}.ts`).map((each) => `${name} ${each}`),
    );
    const names = exported.map((each) => each.split(' ').slice(1).join(' '));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    const imported = new Set(importers.flatMap(importsOf));
    expect(exported.filter((each) => !imported.has(each))).toEqual([]);
  });
});
