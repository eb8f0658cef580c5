import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Source } from './source.js';

/** The lines that a new resource adds to files that are there. */

const capital = (words) => words[0].toUpperCase() + words.slice(1);
/** A key as Prettier writes it. */
const key = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);

/**
 * @param resource context, names, the noun in Malay, the stamp of the migration, and both paths of the routes
 * @returns the paths of the files that were changed
 */
export function addEntries(root, resource) {
  const changed = [];
  const open = (path) => {
    changed.push(path);
    return new Source(root, path);
  };
  addToLibrary(open, resource);
  addToSurface(open, resource);
  addToTests(open, resource);
  addPackets(root, resource);
  return changed;
}

/** Adds the checksum of the migration, once it is built. */
export async function addChecksum(root, { context, names, stamp }) {
  const built = (path) => import(pathToFileURL(join(root, 'libs', path)).href);
  const name = `${names.many.pascal}${stamp}`;
  const { [name]: migration } = await built(`${context}/dist/migrations/${stamp}-${names.many.kebab}.js`);
  const { checksumOf } = await built('shared/dist/schema/migration-checksums.js');
  const file = join(root, 'test/lists/migrations.json');
  const released = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...released, [name]: await checksumOf(migration) }, null, 2)}\n`);
}

function addToLibrary(open, { context, names, malay, stamp }) {
  const { one, many } = names;
  const library = `libs/${context}/src`;
  const from = (what) => `'./${one.kebab}/${one.kebab}.${what}.js'`;
  const migration = `${many.pascal}${stamp}`;
  open(`${library}/index.ts`)
    .append(
      `export { ${one.pascal}, ${one.camel}Statuses, type ${one.pascal}Details, type ${one.pascal}Status } from ${from('entity')};`,
      `export { ${one.pascal}Repository, type ${one.pascal}Query } from ${from('repository')};`,
      `export { ${one.pascal}Service, type New${one.pascal}, type ${one.pascal}Changes } from ${from('service')};`,
    )
    .save();
  open(`${library}/messages.ts`)
    .addWithin(/^export const nouns = /, `  ${one.camel}: { en: '${one.words}', ms: '${malay}' },`)
    .save();
  open(`${library}/persistence.ts`)
    .addImports(
      `import { ${migration} } from './migrations/${stamp}-${many.kebab}.js';`,
      `import { ${one.pascal} } from ${from('entity')};`,
    )
    .addWithin(/^export const \w+Entities\b/, `  ${one.pascal},`)
    .addWithin(/^export const \w+Migrations\b/, `  ${migration},`)
    .save();
  open(`${library}/${context}.module.ts`)
    .addImports(
      `import { ${one.pascal}Repository } from ${from('repository')};`,
      `import { ${one.pascal}Service } from ${from('service')};`,
    )
    .addWithin(/^const providers\b/, `  ${one.pascal}Repository,`, `  ${one.pascal}Service,`)
    .save();
}

function addToSurface(open, { context, names, base, single }) {
  const { many } = names;
  open(`apps/api/src/surfaces/reference/${context}/${context}.module.ts`)
    .addImports(`import { Reference${many.pascal}Controller } from './${many.kebab}.controller.js';`)
    .addWithin(/^ {2}controllers: \[$/, `    Reference${many.pascal}Controller,`)
    .save();
  open('apps/api/src/docs/tags.ts')
    .addWithin(/^export const tags\b/, `  ${key(many.kebab)}: '${capital(many.words)} of a business',`)
    .save();
  open('docs/additions.md')
    .addRow(
      '## Routes',
      `| \`GET, POST ${base}\`, \`GET, PUT ${single}\` | the ${many.words}, newest first; by status and a part of the name | A business keeps its ${many.words}. |`,
    )
    .save();
}

function addToTests(open, { context, names, base, single }) {
  const { one, many } = names;
  open('test/support/right-requests.ts')
    .addWithin(
      /^const makers\b/,
      `  ${one.snake}_id: ({ tenant }) => newIn(tenant, '/${context}/${many.kebab}', { name: unique('name') }),`,
    )
    .save();
  open('test/support/foreign-records.ts')
    .addWithin(
      /^export const named\b/,
      `  ${one.snake}_id: {`,
      `    foreign: async ({ other }) => [await created('${base}', { name: 'Theirs' }, other)],`,
      '    unknownIds: [randomUUID()],',
      '  },',
    )
    .save();
  open('test/lists/closed-sets.test.ts')
    .addWithin(/^const shown\b/, `  '${context}.${many.snake}.status': { reference: { path: '${single}' } },`)
    .save();
}

/** Packets of the operations, after those of the context: the same for every resource of this kind. */
function addPackets(root, { context, base, single }) {
  const file = join(root, 'test/lists/packets.json');
  const rows = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  const last = rows.findLastIndex(([operation]) => operation.includes(` /api/v1/${context}/`));
  const added = [
    [`GET ${base}`, 1],
    [`POST ${base}`, 1],
    [`GET ${single}`, 1],
    [`PUT ${single}`, 2],
  ];
  rows.splice(last + 1, 0, ...added);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}
