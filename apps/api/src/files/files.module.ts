import { Global, Module } from '@nestjs/common';
import { FileAccess } from './file-access.js';
import { FileLinkOpening } from './file-link-opening.js';

/** Rights to files, for operations, uploads and links. */
@Global()
@Module({ providers: [FileAccess, FileLinkOpening], exports: [FileAccess, FileLinkOpening] })
export class FilesModule {}
