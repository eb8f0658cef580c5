import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import { dataDirectoryHolder } from '@usaha/embedded-postgres';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { resetDataDirectory } from '../database/embedded/reset.js';
import type { Command, Situation } from './command.js';

export const run: Command = async (situation) => {
  const { args, environment, cwd, say } = situation;
  const sure = args.includes('--yes');
  // Not the whole configuration: what is thrown away must not hinge on the secrets that go with it.
  const dir = resolve(cwd, environment.DATA_DIR?.trim() || '.data');
  const holder = await dataDirectoryHolder(dir);
  if (holder) throw new StartError(`The data directory ${dir} is in use by process ${holder.pid}; stop it first`);
  if (environment.DATABASE_URL?.trim()) say('The database of DATABASE_URL is not touched.');
  if (!sure && !(await confirmed(dir, situation))) {
    say('Nothing was deleted.');
    return 1;
  }
  const deleted = await resetDataDirectory(dir);
  say(deleted.length > 0 ? `Deleted: ${deleted.join(', ')}` : `There was nothing to delete in ${dir}`);
  return 0;
};

async function confirmed(dir: string, { say }: Situation): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new StartError(
      `There is no terminal on which to ask whether to delete ${dir}; npm run reset -- --yes deletes it without asking`,
    );
  say(`This deletes the embedded database in ${dir}, its secrets and its log. It cannot be undone.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Type yes to go on: ');
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}
