import { scanSettings, type ScanSettings } from '../files/clamd/clamd-settings.js';
import { s3Settings, type S3Settings } from '../files/s3/s3-settings.js';
import type { Reader } from './config-reader.js';

/** What files may be, and where they lie. */
export interface FileSettings {
  /** Bytes of a document. */
  maxBytes: number;
  /** Bytes of all files of one tenant, and how many there may be. */
  quotaBytes: number;
  quotaCount: number;
  /** The store of new files; null: the database. */
  s3: S3Settings | null;
  /** The virus scanner; null: files are not scanned. */
  scan: ScanSettings | null;
}

export const fileSettings = (read: Reader): FileSettings => ({
  maxBytes: read.integer('FILE_MAX_BYTES', 26_214_400, 1_024, 1_073_741_824),
  quotaBytes: read.integer('FILE_QUOTA_BYTES', 1_073_741_824, 0, Number.MAX_SAFE_INTEGER),
  quotaCount: read.integer('FILE_QUOTA_COUNT', 10_000, 0, 2_147_483_647),
  s3: s3Settings(read),
  scan: scanSettings(read),
});
