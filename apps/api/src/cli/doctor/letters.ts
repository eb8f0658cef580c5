import { areLettersHeld } from '../../database/embedded/held-letters.js';
import { neutral, unwell, type Check } from './finding.js';

/** Whether letters are sent: a restored copy holds them. */
export const checkLetters: Check = async ({ smtp, databaseUrl, dataDir }) => {
  if (databaseUrl !== null || !(await areLettersHeld(dataDir))) return [];
  if (smtp === null) return [neutral('Letters', 'held, since this copy was restored; there is no SMTP_URL')];
  return [unwell('Letters', 'held, since this copy was restored: npm run cli -- letters:send lets it send them')];
};
