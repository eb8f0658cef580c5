import { unzipSync } from 'fflate';
import { baseUrl, type Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { contentOf } from './files.js';
import { PASSWORD, type Person, type TestTenant } from './people.js';

/** Exports of whole tenants. */

const MOST_MS = 60_000;
const PAUSE_MS = 250;

export interface ExportManifest {
  format: string;
  tenant: { id: string; slug: string; name: string };
  as_of: string;
  counts: Record<string, number>;
  files: { count: number; deleted_meanwhile: number } | null;
  entries: { path: string; resource: string | null; records: number | null; bytes: number; sha256: string }[];
}

/** An archive, unpacked. */
export interface Unpacked {
  manifest: ExportManifest;
  /** Bytes by path. */
  files: Record<string, Uint8Array>;
  /** Records of a resource; none where it has no file. */
  records: (resource: string) => Json[];
}

const pathOf = (tenant_id: string): string => `/tenants/${tenant_id}/exports`;

export const askExport = (tenant_id: string, admin: Pick<Person, 'token'>, body: object = { password: PASSWORD }) =>
  on.post(pathOf(tenant_id), body, admin.token);

/** By tenant, the export that several requests of one test need: a second one would have to wait for the first. */
const asked = new Map<string, Promise<string>>();

/** An export of a tenant that has ended: the newest where there is one. */
export function someExport(tenant: TestTenant): Promise<string> {
  const known = asked.get(tenant.id) ?? foundOrMade(tenant);
  asked.set(tenant.id, known);
  return known;
}

async function foundOrMade({ id, admin }: TestTenant): Promise<string> {
  const [found] = on.rows(await on.get(pathOf(id), admin.token), 'exports');
  const made = found ?? on.data(await askExport(id, admin, { password: admin.password, include_files: false }));
  return (await ended(id, made.id as string, admin)).id as string;
}

/** Waits until no export of a tenant is under way. */
export async function noExport({ id, admin }: TestTenant): Promise<void> {
  const [found] = on.rows(await on.get(pathOf(id), admin.token), 'exports');
  if (found) await ended(id, found.id as string, admin);
}

/** Waits for the job. @returns the export in a status in which nothing follows by itself */
export async function ended(tenant_id: string, id: string, { token }: Pick<Person, 'token'>): Promise<Json> {
  for (const until = Date.now() + MOST_MS; ;) {
    const found = on.data(await on.get(`${pathOf(tenant_id)}/${id}`, token));
    if (!['queued', 'running'].includes(found.status as string)) return found;
    if (Date.now() > until) throw new Error(`The export is still ${String(found.status)}`);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

export function unpack(zip: Uint8Array): Unpacked {
  const files = unzipSync(zip);
  const text = (path: string): string => Buffer.from(files[path] ?? []).toString();
  return {
    files,
    manifest: JSON.parse(text('manifest.json')) as ExportManifest,
    records: (resource) =>
      text(`data/${resource}.ndjson`)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

/** Asks for an export, waits for it, and unpacks its archive. */
export async function exported(tenant_id: string, admin: Person, body?: object): Promise<Unpacked & { found: Json }> {
  const { id } = on.data(await askExport(tenant_id, admin, body));
  const found = await ended(tenant_id, id as string, admin);
  if (found.status !== 'ready') throw new Error(`The export is ${String(found.status)}`);
  const { bytes } = await contentOf(baseUrl(), admin, found.file_id as string);
  return { found, ...unpack(bytes) };
}
