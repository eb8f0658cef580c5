import type { Json } from './client.js';
import { at, eventually, type OwnService, type OwnTenant } from './system-service.js';

/** Imports at an instance that a test file has started. */

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type Instance = Pick<OwnService, 'baseUrl'>;

/** Uploads a file of products, and starts to import it. @returns the id of the import */
export async function startImportAt(
  service: Instance,
  { admin }: OwnTenant,
  content: string | Buffer,
  body: object = {},
): Promise<string> {
  const [name, type] = typeof content === 'string' ? ['list.csv', 'text/csv'] : ['list.xlsx', XLSX];
  const sent = await at(service).send('POST', `/api/v1/files/?purpose=import&name=${name}`, {
    token: admin.token,
    raw: Buffer.from(content),
    headers: { 'content-type': type },
  });
  if (sent.status !== 201) throw new Error(`${sent.status} ${sent.text}`);
  const order = { resource: 'retail.products', file_id: sent.body.data.id, dry_run: false, ...body };
  const started = await at(service).post('/api/v1/imports/', order, admin.token);
  if (started.status !== 201) throw new Error(`${started.status} ${started.text}`);
  return started.body.data.id;
}

export const importAt = async (service: Instance, { admin }: OwnTenant, id: string): Promise<Json> =>
  (await at(service).get(`/api/v1/imports/${id}/`, admin.token)).body.data;

/** Waits until no job has to work on an import. */
export const endedImport = (service: Instance, tenant: OwnTenant, id: string, seconds = 120): Promise<Json> =>
  eventually(
    'an import has ended',
    async () => {
      const found = await importAt(service, tenant, id);
      return ['done', 'failed', 'invalid'].includes(found.status) && found;
    },
    seconds,
  );
