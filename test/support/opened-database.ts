import type { DataSource } from 'typeorm';
import { Database, Keyring } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';
import { entities } from '../../apps/api/dist/database/persistence.js';
import { testKeys } from './test-keys.js';

export { testKeys };

/** The database as the service holds it, in this process. The code that opens it ends it. */
export async function openDatabase(
  url: string,
  sealKeys: [string, Buffer][] = [['test', testKeys.seal]],
): Promise<Database> {
  const dataSource = await createDataSource({ url, entities, poolSize: 2 }).initialize();
  try {
    return await Database.over(dataSource, new Keyring(sealKeys, testKeys.search));
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** The data source under a database, which nothing but the kernel reaches: for statements on its own connections. */
export const sourceOf = (database: Database): DataSource =>
  (database as unknown as { dataSource: DataSource }).dataSource;
