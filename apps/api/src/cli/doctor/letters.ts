import { missingForLetters, type Config } from '../../start/config.js';
import { linkUrlProblems } from '../../start/link-urls.js';
import { areLettersHeld } from '../../database/embedded/held-letters.js';
import { neutral, unwell, type Check, type Finding } from './finding.js';

/** Whether letters are sent: those about accounts need two variables in production, and a restored copy holds all. */
export const checkLetters: Check = async (config) => {
  const missing = missingForLetters(config);
  const needed = missing.map((name) =>
    unwell('Letters', `${name} is not set: no password can be reset and no user invited by letter`),
  );
  const links = linkUrlProblems(config.linkUrls).map((problem) => unwell('Letters', problem));
  return [...needed, ...links, ...(await held(config))];
};

const held = async ({ smtp, databaseUrl, dataDir }: Config): Promise<Finding[]> => {
  if (databaseUrl !== null || !(await areLettersHeld(dataDir))) return [];
  if (smtp === null) return [neutral('Letters', 'held, since this copy was restored; there is no SMTP_URL')];
  return [unwell('Letters', 'held, since this copy was restored: npm run cli -- letters:send lets it send them')];
};
