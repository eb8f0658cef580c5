export type KeyKind = 'seal' | 'search';

/** One key of a keyring, and what it is known again by. */
export interface CheckedKey {
  kind: KeyKind;
  /** The id of a sealing key; empty for the search key. */
  key_id: string;
  fingerprint: string;
}
