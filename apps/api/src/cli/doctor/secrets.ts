import { DEFAULT_OPERATOR, parseSecrets, type Config, type Secrets } from '../../start/config.js';
import { keptSecrets } from '../../database/embedded/secrets-file.js';
import { WEAK_SEARCH_KEY, isSearchKeyWeak } from '../../start/weak-search-key.js';
import { neutral, reasonOf, unwell, well, type Check, type Finding } from './finding.js';

const names = { JWT_KEYS: 'jwt_keys', SEAL_KEYS: 'seal_keys', SEARCH_KEY: 'search_key' } as const;

/** Which there are, where from, how long: never what they are. */
export const checkSecrets: Check = async (config, wrong) => {
  const missing = Object.values(names).some((name) => !config.secrets[name]);
  const kept = missing ? await keptIn(config.dataDir) : null;
  const findings = Object.entries(names).map(([variable, name]) => about(variable, config.secrets[name], name, kept));
  // A refused value is not judged a second time.
  return [...findings, operatorPassword(config), ...weakSearchKey(config, kept)].filter(
    (finding) => !wrong.has(finding.about),
  );
};

/** null where there are none yet; a text where they cannot be used. Nothing is made. */
async function keptIn(dir: string): Promise<Secrets | string | null> {
  try {
    const kept = await keptSecrets(dir);
    return kept ? parseSecrets(kept) : null;
  } catch (error) {
    return reasonOf(error);
  }
}

function about(
  variable: string,
  given: Secrets[keyof Secrets] | undefined,
  name: keyof Secrets,
  kept: Secrets | string | null,
): Finding {
  if (given) return well(variable, `from the environment: ${described(given)}`);
  if (kept === null) return neutral(variable, 'is made at the first start, and kept in the data folder');
  if (typeof kept === 'string') return unwell(variable, kept);
  return well(variable, `kept in the data folder: ${described(kept[name])}`);
}

const described = (value: Secrets[keyof Secrets]): string => {
  if (Buffer.isBuffer(value)) return `${value.length} bytes`;
  const [first, ...others] = value.map(([id, key]) => `"${id}" of ${key.length} bytes`);
  return others.length > 0 ? `${first} in use, ${others.join(', ')} still accepted` : `${first}`;
};

function weakSearchKey(config: Config, kept: Secrets | string | null): Finding[] {
  const search_key = config.secrets.search_key ?? (typeof kept === 'string' ? null : kept?.search_key);
  return search_key && isSearchKeyWeak(config, { search_key }) ? [unwell('SEARCH_KEY', WEAK_SEARCH_KEY)] : [];
}

function operatorPassword({ operator }: Config): Finding {
  const name = 'OPERATOR_PASSWORD';
  if (operator.password !== DEFAULT_OPERATOR.password) return well(name, 'is set');
  return neutral(name, 'is the public default: for development only');
}
