import type { Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import type { TestTenant } from './people.js';
import { eventually } from './system-service.js';

/** Files that are imported. */

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Uploads a file of purpose import. @returns its id */
export async function newImportFile(
  { admin }: TestTenant,
  content: string | Buffer,
  name = 'list.csv',
): Promise<string> {
  const type = name.endsWith('.xlsx') ? XLSX : 'text/csv';
  const answer = await on.send('POST', `/files?purpose=import&name=${name}`, {
    token: admin.token,
    raw: Buffer.from(content),
    headers: { 'content-type': type },
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return on.data(answer).id;
}

const ENDED = ['checked', 'invalid', 'done', 'failed', 'cancelled'];

/** Waits until no job works on an import. */
export const settled = ({ admin }: TestTenant, id: string): Promise<Json> =>
  eventually('an import has ended', async () => {
    const found: Json = on.data(await on.get(`/imports/${id}`, admin.token));
    return ENDED.includes(found.status) ? found : undefined;
  });

/** Starts an import, and waits for it. */
export async function importFile(
  tenant: TestTenant,
  content: string | Buffer,
  body: object,
  name?: string,
): Promise<Json> {
  const file_id = await newImportFile(tenant, content, name);
  const started = await on.post('/imports', { file_id, ...body }, tenant.admin.token);
  if (started.status !== 201) throw new Error(`${started.status} ${started.text}`);
  return settled(tenant, on.data(started).id);
}

export async function runImport(tenant: TestTenant, id: string): Promise<Json> {
  const answer = await on.post(`/imports/${id}/run`, {}, tenant.admin.token);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return settled(tenant, id);
}

/** An import that a job begins to work on. */
export async function newImport(tenant: TestTenant): Promise<Json> {
  const file_id = await newImportFile(tenant, 'sku,name\n');
  const answer = await on.post('/imports', { resource: 'retail.products', file_id }, tenant.admin.token);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return on.data(answer);
}
