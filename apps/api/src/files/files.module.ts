import { Global, Module } from '@nestjs/common';
import { FileAccess } from './file-access.js';
import { FileLinkOpening } from './file-link-opening.js';
import { PictureUrls } from './picture-urls.js';

/** Rights to files, for operations, uploads and links. */
@Global()
@Module({ providers: [FileAccess, FileLinkOpening, PictureUrls], exports: [FileAccess, FileLinkOpening, PictureUrls] })
export class FilesModule {}
