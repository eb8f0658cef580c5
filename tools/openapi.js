/**
 * npm run openapi: writes both OpenAPI documents to docs/openapi/ and docs/events.md, from the build and without a database.
 * npm run openapi -- --check: says whether the files are current, and exits with 1 where they are not.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { generateDocuments } from '../apps/api/dist/docs/generate-documents.js';

const folder = new URL('../docs/', import.meta.url);
const check = process.argv.includes('--check');

await mkdir(new URL('openapi/', folder), { recursive: true });
const stale = [];
for (const [name, text] of Object.entries(await generateDocuments())) {
  const file = new URL(name, folder);
  const onDisk = await readFile(file, 'utf8').catch(() => null);
  if (onDisk === text) continue;
  if (check) stale.push(`docs/${name}`);
  else {
    await writeFile(file, text);
    console.log(`docs/${name} written`);
  }
}
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(' and ')}. Run npm run openapi, and commit what it writes.`);
  process.exit(1);
}
if (check) console.log('docs/openapi/ is current');
