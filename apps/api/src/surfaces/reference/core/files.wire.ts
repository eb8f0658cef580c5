import {
  FileService,
  StoredFile,
  filePurposes,
  fileScans,
  fileStatuses,
  fileTypes,
  isPictureType,
  type FilePurpose,
  type FileStatus,
} from '@usaha/core';
import type { Context } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { StoredContent } from '../../../wire/stored-content.js';
import { viewOf } from '../../../wire/view.js';
import { RecordPage } from '../reference.js';

const purposes = choices('FilePurpose', filePurposes);
const statuses = choices('FileStatus', fileStatuses);
const types = choices('FileType', fileTypes);
const scans = choices('FileScan', fileScans);
const NAME = 'invoice-4711.pdf';
/** Bytes of a name. */
const MAX_NAME = 255;

/** POST /api/v1/files/: in the query, or as fields of multipart/form-data. */
export class UploadQuery {
  @param.choice('What the file is for; document unless given', purposes) purpose?: FilePurpose;
  @param.text('Name; that of the part unless given', NAME, { max: 1_000 }) name?: string;
}

/** PUT /api/v1/files/{file_id}/. */
export class FilePatch {
  @field.text('Name; the ending of its type is added where it lacks', NAME, { unset: true, max: MAX_NAME })
  name?: string;
}

/** GET /api/v1/files/. */
export class FileListQuery extends RecordPage {
  @param.choice('What files are for', purposes) purpose?: FilePurpose;
  @param.choice('Media type', types) media_type?: string;
  @param.choice('Status', statuses) status?: FileStatus;
}

/** GET /api/v1/files/{file_id}/content/. */
export class ContentQuery {
  @param.flag('Whether a browser may show it: pictures and PDF; other files are saved all the same') inline?: boolean;
}

@field.record('A file (A-481)')
export class FileView {
  @field.id('Id of the file') id!: string;
  @field.text('Name, with the ending of its type', NAME, { max: MAX_NAME }) name!: string;
  @field.choice('Media type, by content (A-482)', types) media_type!: string;
  @field.number('Bytes of the stored file', 48_213, { min: 0 }) bytes!: number;
  @field.text(
    'SHA-256 of the stored file, in hexadecimal digits',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    { max: 64 },
  )
  sha256!: string;
  @field.count('Width of a picture, in pixels', 1_280, { nullable: true }) width!: number | null;
  @field.count('Height of a picture, in pixels', 960, { nullable: true }) height!: number | null;
  @field.choice('What it is for', purposes) purpose!: FilePurpose;
  @field.choice('Whether its content can be read', statuses) status!: FileStatus;
  @field.choice('What a virus scanner said; none: none is set up', scans) scan!: string;
  @field.text('Collection of the record that it belongs to', 'retail.products', { nullable: true, max: 100 })
  resource!: string | null;
  @field.id('Id of that record', undefined, { nullable: true }) record_id!: string | null;
  @field.id('Id of the user or API key', undefined, { nullable: true }) uploaded_by!: string | null;
  @field.instant('When it was uploaded (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('What the files of a business use, and may use (A-485)')
export class FileUsageView {
  @field.number('Bytes in use, those of uploads under way among them', 73_400_320, { min: 0 }) used_bytes!: number;
  @field.number('Bytes that may be in use', 1_073_741_824, { min: 0 }) limit_bytes!: number;
  @field.count('Number of files', 214) files!: number;
  @field.count('Number of files that there may be', 10_000) limit_files!: number;
}

/** Only files that have arrived are shown: these have a name and a digest. */
export const fileView = viewOf(StoredFile, FileView, {
  revision: 1,
  fields: { name: ({ name }) => name ?? '', sha256: ({ sha256 }) => sha256 ?? '' },
});

/** Browsers may show these within a page. */
const isShown = (media_type: string): boolean => isPictureType(media_type) || media_type === 'application/pdf';

/** Of these, answers are never kept: their records are of persons. */
const personal = /^(?:healthcare|education|beauty|logistics)\./;

/** The content of a file, read once the transaction of the context has ended. */
export const contentOf = (files: FileService, ctx: Context, file: StoredFile, inline: boolean): StoredContent =>
  new StoredContent({
    media_type: file.media_type,
    name: file.name ?? '',
    bytes: file.bytes,
    sha256: file.sha256 ?? '',
    inline: inline && isShown(file.media_type),
    cacheControl: personal.test(file.resource ?? '') ? 'no-store' : 'private, no-cache',
    read: (range) => files.content(ctx, file, range),
  });
