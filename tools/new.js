/**
 * Makes a resource of four routes: the files of the worked example in docs/architecture.md under another name, and their entries
 * in lists. It builds them, writes the checksum of the migration and the OpenAPI documents.
 *
 *   npm run new resource <context> <name> [-- --plural <name> --malay <noun>]
 *
 * The name is singular, its words with hyphens: exam-room.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addChecksum, addEntries } from './new/entries.js';
import { readExample } from './new/example.js';
import { namesOf, renamed, renamedPath } from './new/names.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const USAGE = 'Usage: npm run new resource <context> <name> -- [--plural <name>] [--malay <noun>]';

/** Ends with one line, and changes nothing. */
function refuse(reason) {
  console.error(`${reason}\n${USAGE}`);
  process.exit(1);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { plural: { type: 'string' }, malay: { type: 'string' } },
});
const [what, context, name] = positionals;
if (what !== 'resource' || positionals.length !== 3) refuse('Three words are needed.');
const contexts = readdirSync(join(root, 'libs')).filter((library) =>
  existsSync(join(root, 'apps/api/src/surfaces/reference', library, `${library}.module.ts`)),
);
if (!contexts.includes(context)) refuse(`${context} is no context of an industry: ${contexts.join(', ')}.`);
const isName = (text) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text);
for (const given of [name, values.plural]) if (given !== undefined && !isName(given)) refuse(`${given} is no name.`);

const names = namesOf(name, values.plural);
if (names.one.kebab === names.many.kebab) refuse('The plural must differ from the singular: --plural.');
const example = readExample(root);
const released = Object.keys(JSON.parse(readFileSync(join(root, 'test/lists/migrations.json'), 'utf8')));
const newest = Math.max(...released.map((migration) => Number(migration.slice(-13))));
const stamp = String((Math.floor(newest / 100_000) + 1) * 100_000);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const files = [...example.files].map(([path, text]) => [
  renamedPath(path, names, context).replace(example.stamp, stamp),
  renamed(text, names, context)
    .replaceAll(example.stamp, stamp)
    .replace(/oldest_release = '[\d.]+'/, `oldest_release = '${version}'`),
]);
const there = files.map(([path]) => path).filter((path) => existsSync(join(root, path)));
if (there.length > 0) refuse(`There is ${there.join(', ')} already.`);

for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const base = `/api/v1/${context}/${names.many.kebab}/`;
const resource = { context, names, stamp, base, single: `${base}{${names.one.snake}_id}/` };
const malay = values.malay ?? names.one.words;
const changed = addEntries(root, { ...resource, malay });
const written = [...files.map(([path]) => path), ...changed];

const run = (...command) => execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
run('node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', ...written);
run('node_modules/typescript/bin/tsc', '-b');
await addChecksum(root, resource);
run('tools/bundle.js', '--maps');
run('tools/openapi.js');

for (const path of written) console.log(path);
console.log(`
Next: the fields, and a reason in docs/additions.md.${values.malay ? '' : ` The noun in Malay: libs/${context}/src/messages.ts.`}
Then: npm run build, npm run openapi, and node tools/test.js lists.
As long as the migration is not released it may change: npm run test:one test/lists/migrations.test.ts prints its checksum.`);
