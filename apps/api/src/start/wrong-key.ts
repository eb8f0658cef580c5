import type { WrongKey } from '@usaha/shared/operation';

/** The fault of a key, and its remedy, in one line. Keys themselves stand in no message. */
export function wrongKeyText({ kind, key_id, first_used }: WrongKey): string {
  const since = `that this database has been used with since ${first_used.toISOString().slice(0, 10)}`;
  return kind === 'search'
    ? `SEARCH_KEY is not the key ${since}: fields sealed until now would not be found; give that key`
    : `SEAL_KEYS: the key "${key_id}" is not the one ${since}: what one of them sealed the other would not open; give that key, or give this one an id that was never used`;
}
