import { stateNamed } from '@usaha/shared';

/**
 * What states are compared by: the code where the text is a known name of one, else the text without white space at its ends, in
 * small letters. @returns null where nothing is written
 */
export function stateKey(text: string | null | undefined): string | null {
  return stateNamed(text) ?? ((text ?? '').trim().toLowerCase() || null);
}
