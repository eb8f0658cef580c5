import { Database, Keyring, NO_TENANT } from '@usaha/shared';
import { createDataSource, compareKeys, type KeyFindings } from '@usaha/shared/operation';
import { parseSecrets, type Config } from '../../start/config.js';
import { keptSecrets } from '../../database/embedded/secrets-file.js';
import { wrongKeyText } from '../../start/wrong-key.js';
import { neutral, reasonOf, unwell, well, type Finding } from './finding.js';

const about = 'Keys';

/** Whether the keys are those that the database was used with; records none. */
export async function compareWithDatabase(url: string, config: Config, pending: readonly string[]): Promise<Finding[]> {
  if (pending.length > 0) return [neutral(about, 'are compared with the database once no migration is pending')];
  const keyring = await keyringOf(config);
  if (!keyring) return [neutral(about, 'cannot be compared with the database: see SEAL_KEYS and SEARCH_KEY')];
  const dataSource = await createDataSource({ url, entities: [], poolSize: 1 }).initialize();
  try {
    const database = await Database.over(dataSource, keyring);
    return findingsOf(await database.read({ tenant_id: NO_TENANT, actor: null, now: new Date() }, compareKeys));
  } catch (error) {
    return [neutral(about, `cannot be compared with the database: ${reasonOf(error)}`)];
  } finally {
    await dataSource.destroy();
  }
}

function findingsOf({ wrong, unknown, absent }: KeyFindings): Finding[] {
  if (wrong.length > 0) return wrong.map((key) => unwell(about, wrongKeyText(key)));
  const findings = [
    unknown.length > 0
      ? neutral(about, `new to this database: ${unknown.map(nameOf).join(', ')}; the next start records them`)
      : well(about, 'are those that this database has been used with'),
  ];
  if (absent.length > 0)
    findings.push(
      neutral(about, `used earlier and not given: ${absent.join(', ')}; what they sealed, if anything, does not open`),
    );
  return findings;
}

const nameOf = ({ kind, key_id }: KeyFindings['unknown'][number]): string =>
  kind === 'search' ? 'SEARCH_KEY' : `"${key_id}" of SEAL_KEYS`;

/** As the service has it: from the environment, or kept in the data directory. null where a part is missing; nothing is made. */
async function keyringOf({ secrets, dataDir }: Config): Promise<Keyring | null> {
  const { seal_keys, search_key } = secrets;
  if (seal_keys && search_key) return new Keyring(seal_keys, search_key);
  try {
    const kept = await keptSecrets(dataDir);
    if (!kept) return null;
    const parsed = parseSecrets(kept);
    return new Keyring(seal_keys ?? parsed.seal_keys, search_key ?? parsed.search_key);
  } catch {
    // Why they cannot be used is said of the secrets.
    return null;
  }
}
