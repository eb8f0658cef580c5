/** The keys of the bench: the service gets them, the bare server works with them, and the rows are sealed with them. */
export const KEY_NAME = 'bench';
export const SEAL_KEY = Buffer.alloc(32, 7);
export const SEARCH_KEY = Buffer.alloc(32, 9);
