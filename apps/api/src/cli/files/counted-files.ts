import { NO_TENANT } from '@usaha/shared';
import { platformSetting, tenantSetting } from '@usaha/shared/operation';
import pg from 'pg';
import { inTransaction } from '../audit/expired-entries.js';

/** The files of all tenants in one store. */
export interface CountedFiles {
  store: 'database' | 's3';
  files: number;
  /** Of those that have bytes. */
  bytes: number;
  /** How many wait for the virus scanner. */
  pending: number;
}

const COUNTED = `
  select r.store, count(*)::integer as files, sum(r.bytes)::float8 as bytes,
         (count(*) filter (where r.status = 'pending'))::integer as pending
    from core.files r
   where r.deleted_at is null and r.stored_at is not null and r.status <> 'rejected'
   group by r.store order by r.store`;

/** The files of all tenants by their store. Of a schema without files none. */
export async function countedFiles(url: string): Promise<CountedFiles[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'usaha cli' });
  client.on('error', () => undefined); // its next statement is told as well
  await client.connect();
  try {
    const [there] = (await client.query<{ is: boolean }>("select to_regclass('core.files') is not null as is")).rows;
    if (!there?.is) return [];
    const across = [tenantSetting(NO_TENANT), platformSetting];
    const { rows } = await inTransaction(client, across, () => client.query<CountedFiles>(COUNTED));
    return rows;
  } finally {
    await client.end();
  }
}

/** Files whose bytes no backup of the database has. */
export async function filesElsewhere(url: string): Promise<{ files: number; bytes: number }> {
  const outside = (await countedFiles(url)).filter(({ store }) => store !== 'database');
  return {
    files: outside.reduce((sum, { files }) => sum + files, 0),
    bytes: outside.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export const inMb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
