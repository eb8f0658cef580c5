import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { keysName, type SealSecrets } from './secrets-file.js';
import { opening, SealBroken, turnedBy } from './sealed-stream.js';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';

/** The keys that open sealed fields, as text of JSON. @throws StartError, which repeats none of it */
export function parseKeys(text: string, path: string): SealSecrets {
  try {
    const { seal_keys, search_key } = JSON.parse(text) as Record<string, unknown>;
    if (typeof seal_keys === 'string' && typeof search_key === 'string' && seal_keys !== '' && search_key !== '')
      return { seal_keys, search_key };
  } catch {
    // The parser's own message would quote the keys.
  }
  throw new StartError(`${path} holds no seal_keys and search_key`);
}

/** What `backup:keys` wrote, or a copy of secrets.json. @param key opens it where it is encrypted */
export async function readKeysFile(path: string, key: KeyObject | null): Promise<SealSecrets> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartError(`${path} cannot be read (${reasonOf(error)})`);
  });
  if (bytes.subarray(0, 1).toString() === '{') return parseKeys(bytes.toString(), path);
  if (!key) throw new StartError(`${path} is encrypted; give the key file that opens it with --key`);
  try {
    return parseKeys(turnedBy(opening(key, keysName), bytes).toString(), path);
  } catch (error) {
    if (error instanceof SealBroken) throw new StartError(`${path} cannot be opened: ${error.message}`);
    throw error;
  }
}
