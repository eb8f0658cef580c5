import { Database, Keyring, createDataSource } from '@usaha/shared';
import { entities } from '../../apps/api/dist/persistence.js';
import { testKeys } from './test-keys.js';

export { testKeys };

/** The database as the service holds it, in this process. The code that opens it destroys its DataSource. */
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
