import { resolve } from 'node:path';
import { releaseLetters } from '../database/embedded/held-letters.js';
import type { Command } from './command.js';

/** Lets a restored copy send letters. */
export const run: Command = async ({ environment, cwd, say }) => {
  const dir = resolve(cwd, environment.DATA_DIR?.trim() || '.data');
  say(
    (await releaseLetters(dir))
      ? `Letters of ${dir} are held no more: the next start of the service sends what is due`
      : `No letters are held in ${dir}`,
  );
  return 0;
};
