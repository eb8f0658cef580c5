import type { Provider } from '@nestjs/common';
import { Database } from '@usaha/shared';
import { DatabaseFileStore } from './database-file-store.js';
import { FileContent } from './file-content.js';
import { FileLimits } from './file-purposes.js';
import { FileRetention } from './file-retention.js';
import { FileStores } from './file-store.js';
import { FileUploads } from './file-uploads.js';
import { FileQuota } from './file-usage.js';
import { ArrivingFileRepository, FileRepository } from './file.repository.js';
import { FileService } from './file.service.js';

/** How an installation keeps files. */
export interface FileSettings {
  /** Those of the specification unless given. */
  limits?: FileLimits;
}

/** The services of files. */
export const fileProviders = ({ limits = new FileLimits() }: FileSettings = {}): Provider[] => [
  ArrivingFileRepository,
  FileContent,
  FileQuota,
  FileRepository,
  FileRetention,
  FileService,
  FileUploads,
  { provide: FileLimits, useValue: limits },
  {
    provide: FileStores,
    useFactory: (database: Database) => new FileStores(new DatabaseFileStore(database)),
    inject: [Database],
  },
];
