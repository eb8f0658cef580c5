/** Files of tenants, and exports of whole tenants as files: what other folders and the application use of them. */
export { messages as fileMessages } from './file.messages.js';
export { FileArrival } from './file-arrival.js';
export type { ChunkPlace } from './file-cipher.js';
export {
  FileAttachments,
  belongsTo,
  isSeenUnattached,
  photographRefusal,
  pictureRefusal,
  type CitedFile,
  type FileRecord,
  type NamedFiles,
} from './file-attachments.js';
export { FileCollections, type FileCollection, type FileRecords } from './file-collections.js';
export { FileLinks, type MadeLink } from './file-links.js';
export type { FileLink } from './file-link-token.js';
export { LinkMakers, type FileRights } from './link-makers.js';
export { FileContent, type ByteRange } from './file-content.js';
export { LONGEST_NAME, fileNameOf } from './file-name.js';
export {
  DICOM,
  DOCX,
  FileLimits,
  LONGEST_LOGO_SIDE,
  MOST_PIXELS,
  XLSX,
  filePurposes,
  fileTypes,
  storedPurposes,
  storedTypes,
  isPictureType,
  typesOf,
  type FilePurpose,
  type FileType,
  type StoredPurpose,
} from './file-purposes.js';
export type { FileSettings } from './file.providers.js';
export { FileRetention } from './file-retention.js';
export { FileMoving, type FileFault } from './file-moving.js';
export { FileQueue } from './file-queue.js';
export { FileScanPolicy, type FileScanner, type ScanVerdict } from './file-scanner.js';
export { FileScans, scanOutcomes, type ScanOptions, type ScanOutcome } from './file-scans.js';
export { FileService, type ArrivedFacts } from './file.service.js';
export { FileStore, FileStores, type StoreContext, type StoredChunk, type StoredContent } from './file-store.js';
export { LogoFiles } from './logo-files.js';
export { FileUploads } from './file-uploads.js';
export { FileQuota, type FileUsage } from './file-usage.js';
export { DatabaseFileStore } from './database-file-store.js';
export { FileRepository, ArrivingFileRepository, type FileQuery, type SeenFiles } from './file.repository.js';
export { fileStores, type FileStoreName } from './file.entity.js';
export { StoredFile, fileScans, fileStatuses, type FileScan, type FileStatus } from './file.entity.js';
export * from '../tenant-export/index.js';
export { RecordFiles } from './record-files.js';
export { MOST_PICTURES, RecordPictures } from './record-pictures.js';
