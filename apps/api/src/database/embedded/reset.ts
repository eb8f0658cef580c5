import { resetDataDirectory as resetEmbedded } from '@usaha/embedded-postgres';
import { heldLettersName, lettersName, messagesName } from './held-letters.js';
import { secretsName } from './secrets-file.js';

/**
 * Deletes the embedded database, its secrets, its letters and its messages; all other files of the directory stay.
 * @returns the paths that were deleted
 */
export const resetDataDirectory = (dir: string): Promise<string[]> =>
  resetEmbedded(dir, [secretsName, lettersName, messagesName, heldLettersName]);
