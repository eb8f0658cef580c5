/** Deleted records that can be restored: what other folders and the application use of them. */
export { Bin, BinEntry } from './bin.js';
export { tenantsToPurge } from './bin-due.js';
export { BinPurge } from './bin-purge.js';
