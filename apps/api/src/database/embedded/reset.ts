import { resetDataDirectory as resetEmbedded } from '@usaha/embedded-postgres';
import { heldLettersName, lettersName } from './held-letters.js';
import { secretsName } from './secrets-file.js';

/**
 * Deletes the embedded database, its secrets and its letters; all other files of the directory stay.
 * @returns the paths that were deleted
 */
export const resetDataDirectory = (dir: string): Promise<string[]> =>
  resetEmbedded(dir, [secretsName, lettersName, heldLettersName]);
