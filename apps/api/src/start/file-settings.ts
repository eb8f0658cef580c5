import type { Reader } from './config-reader.js';

/** What files may be. */
export interface FileSettings {
  /** Bytes of a document. */
  maxBytes: number;
  /** Bytes of all files of one tenant, and how many there may be. */
  quotaBytes: number;
  quotaCount: number;
}

export const fileSettings = (read: Reader): FileSettings => ({
  maxBytes: read.integer('FILE_MAX_BYTES', 26_214_400, 1_024, 1_073_741_824),
  quotaBytes: read.integer('FILE_QUOTA_BYTES', 1_073_741_824, 0, Number.MAX_SAFE_INTEGER),
  quotaCount: read.integer('FILE_QUOTA_COUNT', 10_000, 0, 2_147_483_647),
});
