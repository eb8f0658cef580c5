/** The keys of the bench: the service gets them, the bare server works with them, and the rows are sealed with them. */
export const KEY_NAME = 'bench';
/** Bytes as unlike each other as those of a random key, and always the same: production refuses keys of less. */
const keyOf = (seed) => Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 37 + seed) % 256));
export const SEAL_KEY = keyOf(7);
export const SEARCH_KEY = keyOf(9);
/** The key that `seal:rotate` of the faults goes over to. */
export const NEXT_SEAL_KEY = keyOf(11);
