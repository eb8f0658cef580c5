import { resolve } from 'node:path';
import { readConfig } from '../start/config.js';
import { readRecipient } from '../database/embedded/backup-keys.js';
import { createFile } from '@usaha/embedded-postgres';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { keptSecrets, keysName } from '../database/embedded/secrets-file.js';
import { sealing, turnedBy } from '../database/embedded/sealed-stream.js';
import { optionOf, type Command } from './command.js';

/** Copies the keys that open sealed fields, and none that signs tokens, into a file. */
export const run: Command = async ({ args, environment, cwd, say }) => {
  const path = resolve(cwd, args[0] ?? '');
  const { dataDir } = readConfig(environment, cwd);
  const to = optionOf(args, '--to');
  const recipient = to === undefined ? null : readRecipient(to);
  const kept = await keptSecrets(dataDir);
  if (!kept) throw new StartError(`There are no keys in ${dataDir}`);
  const { seal_keys, search_key } = kept;
  const text = Buffer.from(`${JSON.stringify({ seal_keys, search_key }, null, 2)}\n`);
  const content = recipient ? turnedBy(sealing(recipient, keysName), text) : text;
  if (!(await createFile(path, content, 0o600))) throw new StartError(`${path} exists already; name another file`);
  say(`The keys that open sealed fields are in ${path}${recipient ? ', encrypted' : ''}: keep it apart from backups`);
  return 0;
};
