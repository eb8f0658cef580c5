import type { Provider } from '@nestjs/common';
import { Database } from '@usaha/shared';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { DatabaseFileStore } from './database-file-store.js';
import { FileAttachments } from './file-attachments.js';
import { RecordFiles } from './record-files.js';
import { RecordPictures } from './record-pictures.js';
import { FileCollections } from './file-collections.js';
import { FileContent } from './file-content.js';
import { FileEmptying } from './file-emptying.js';
import { FileLinks } from './file-links.js';
import { FileLimits } from './file-purposes.js';
import { FileMoving } from './file-moving.js';
import { FileQueue } from './file-queue.js';
import { FileRetention } from './file-retention.js';
import { FileScanPolicy } from './file-scanner.js';
import { FileScans } from './file-scans.js';
import { FileStores, type FileStore } from './file-store.js';
import { LogoFiles } from './logo-files.js';
import { FileUploads } from './file-uploads.js';
import { FileQuota } from './file-usage.js';
import { LinkMakers } from './link-makers.js';
import { ArrivingFileRepository, FileRepository } from './file.repository.js';
import { FileService } from './file.service.js';

/** How an installation keeps files. */
export interface FileSettings {
  /** Those of the specification unless given. */
  limits?: FileLimits;
  /** The store of new files; the database unless given. Files that lie in the database are read from there all the same. */
  store?: FileStore;
  /** Gives a store that times what it does; none is timed unless given. */
  measured?: (store: FileStore) => FileStore;
  /** Files are not scanned unless given. */
  scanning?: FileScanPolicy;
}

/** The services of files. */
export const fileProviders = ({
  limits = new FileLimits(),
  store,
  scanning = new FileScanPolicy(),
  measured = (timed) => timed,
}: FileSettings = {}): Provider[] => [
  ArrivingFileRepository,
  FileAttachments,
  RecordFiles,
  RecordPictures,
  FileContent,
  FileEmptying,
  FileMoving,
  FileQueue,
  FileLinks,
  FileQuota,
  FileRepository,
  FileRetention,
  FileScans,
  FileService,
  FileUploads,
  LinkMakers,
  {
    provide: FileCollections,
    useFactory: (records: TenantRepository) => {
      const collections = new FileCollections();
      collections.register({ resource: 'tenants', module: null, table: null, records, changedBy: 'admin' });
      return collections;
    },
    inject: [TenantRepository],
  },
  LogoFiles,
  { provide: FileLimits, useValue: limits },
  { provide: FileScanPolicy, useValue: scanning },
  {
    provide: FileStores,
    useFactory: (database: Database) => {
      const inDatabase = measured(new DatabaseFileStore(database));
      return new FileStores(store ? measured(store) : inDatabase, [inDatabase]);
    },
    inject: [Database],
  },
];
