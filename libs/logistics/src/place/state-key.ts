import { stateNamed } from '@usaha/shared/malaysia';

/** Characters of a text that is no state: more than any has, and few enough for an index. */
const LONGEST = 100;

/**
 * What states are compared by: the code where the text is a known name of one, else the text without white space at its ends, in
 * small letters, as far as any state is long. @returns null where nothing is written
 */
export function stateKey(text: string | null | undefined, postal_code?: string | null): string | null {
  const written = [...(text ?? '').trim().toLowerCase()].slice(0, LONGEST).join('');
  return stateNamed(text, postal_code) ?? (written || null);
}
