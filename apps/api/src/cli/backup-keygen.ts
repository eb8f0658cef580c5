import { resolve } from 'node:path';
import { makeBackupKeys } from '../database/embedded/backup-keys.js';
import { createFile } from '@usaha/embedded-postgres';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import type { Command } from './command.js';

/** Makes a key pair for backups: the private key goes into a file, the public one is printed. */
export const run: Command = async ({ args, cwd, say }) => {
  const path = resolve(cwd, args[0] ?? '');
  const { publicText, privateText } = makeBackupKeys();
  const text = `# Opens backups that were encrypted to ${publicText}\n${privateText}\n`;
  const isMade = await createFile(path, text, 0o600).catch((error: unknown) => {
    throw new StartError(`The key file ${path} cannot be written (${reasonOf(error)})`);
  });
  if (!isMade) throw new StartError(`${path} exists already; a key is never overwritten`);
  say(publicText);
  say(`The private key is in ${path}: keep it, and a copy, away from backups and servers`);
  return 0;
};
