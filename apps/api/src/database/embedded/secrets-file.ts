import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createFile, findCluster } from '@usaha/embedded-postgres';
import { codeOf, reasonOf, StartError } from '@usaha/embedded-postgres/start-error';

export const secretsName = 'secrets.json';

const names = ['jwt_keys', 'seal_keys', 'search_key'] as const;

export type Secrets = Record<(typeof names)[number], string>;

/** What opens sealed fields and finds them again: no tokens are signed with it. */
export type SealSecrets = Pick<Secrets, 'seal_keys' | 'search_key'>;

/** The file of these in a backup. */
export const keysName = 'keys.json';

/** The secrets that are kept in this data directory; undefined where a start would make them. @throws StartError as a start does */
export async function keptSecrets(dir: string): Promise<Secrets | undefined> {
  const path = join(resolve(dir), secretsName);
  const found = await read(path);
  if (found !== undefined) return parse(path, found);
  if ((await findCluster(resolve(dir)))?.made) {
    throw new StartError(
      `There is a database in ${dir}, but not ${secretsName}, with which its personal fields are sealed; restore that file from a backup, give the secrets in the environment, or start again with npm run reset`,
    );
  }
  return undefined;
}

/** The secrets of this data directory, made the first time. */
export async function loadOrMakeSecrets(dir: string): Promise<Secrets> {
  const kept = await keptSecrets(dir);
  if (kept) return kept;
  const path = join(resolve(dir), secretsName);
  const made = makeSecrets();
  try {
    if (await createFile(path, `${JSON.stringify(made, null, 2)}\n`, 0o600)) return made;
  } catch (error) {
    throw new StartError(
      `The secrets file ${path} cannot be written (${reasonOf(error)}); set DATA_DIR to a directory that can`,
    );
  }
  // Another process made it in the meantime, and its secrets are the ones in use.
  return parse(path, (await read(path)) ?? '');
}

/** Drawn, so that two keys never have one id: a sealed value names its key by that alone. */
const newId = (): string => `k${randomBytes(6).toString('hex')}`;

const makeSecrets = (): Secrets => ({
  jwt_keys: `${newId()}:${randomBytes(48).toString('base64url')}`,
  seal_keys: `${newId()}:${randomBytes(32).toString('base64')}`,
  search_key: randomBytes(32).toString('base64'),
});

/** The secrets of a data directory that was restored: as before, but with a new key that signs tokens. */
export const restoredSecrets = (kept: SealSecrets | null): string =>
  `${JSON.stringify({ ...makeSecrets(), ...kept }, null, 2)}\n`;

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable(path, reasonOf(error));
  }
}

function parse(path: string, text: string): Secrets {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message would quote the secrets.
    throw unusable(path, 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null) throw unusable(path, 'it is not an object');
  const secrets = new Map(Object.entries(value));
  const [jwt_keys = '', seal_keys = '', search_key = ''] = names.map((name) => {
    const secret: unknown = secrets.get(name);
    if (typeof secret !== 'string' || secret === '') throw unusable(path, `it holds no ${name}`);
    return secret;
  });
  return { jwt_keys, seal_keys, search_key };
}

/** Never replaced by new secrets: what is sealed with the old ones would be lost with them. */
const unusable = (path: string, reason: string): StartError =>
  new StartError(
    `The secrets file ${path} cannot be used (${reason}); restore it from a backup, or delete the data with npm run reset`,
  );
