import {
  StoredFile,
  filePurposes,
  fileScans,
  fileStatuses,
  fileTypes,
  storedPurposes,
  storedTypes,
  type FilePurpose,
  type StoredPurpose,
  type FileStatus,
} from '@usaha/core';
import { fileResources } from '../../../files/file-resources.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewOf } from '../../../wire/view.js';
import { RecordPage } from '../reference.js';

const purposes = choices('FilePurpose', filePurposes);
const statuses = choices('FileStatus', fileStatuses);
const types = choices('FileType', fileTypes);
/** Of files that are read: uploads, and archives of exports. */
const ofStored = choices('StoredFilePurpose', storedPurposes);
const storedFileTypes = choices('StoredFileType', storedTypes);
const scans = choices('FileScan', fileScans);
const resources = choices('FileResource', fileResources);
const NAME = 'invoice-4711.pdf';
const RECORD_ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
/** Bytes of a name. */
const MAX_NAME = 255;

/** POST /api/v1/files/: in the query, or as fields of multipart/form-data. */
export class UploadQuery {
  @param.choice('What the file is for; document unless given', purposes) purpose?: FilePurpose;
  @param.choice('Collection of the record that it belongs to; with record_id (A-489)', resources) resource?: string;
  @param.text('Id of that record', RECORD_ID, { max: 200 }) record_id?: string;
  @param.text('Name; that of the part unless given', NAME, { max: 1_000 }) name?: string;
}

/** PUT /api/v1/files/{file_id}/. A file of no record becomes one of a record, and stays so. */
export class FilePatch {
  @field.text('Name; the ending of its type is added where it lacks', NAME, { unset: true, max: MAX_NAME })
  name?: string;
  @field.choice('Collection of the record that it belongs to; with record_id', resources, {
    optional: true,
    nullable: true,
  })
  resource?: string | null;
  @field.reference('Id of that record', RECORD_ID, { optional: true, nullable: true }) record_id?: string | null;
}

/** GET /api/v1/files/. */
export class FileListQuery extends RecordPage {
  @param.choice('What files are for', purposes) purpose?: FilePurpose;
  @param.choice('Media type', types) media_type?: string;
  @param.choice('Status', statuses) status?: FileStatus;
  @param.choice('Collection of their records', resources) resource?: string;
  @param.text('Id of their record', RECORD_ID, { max: 200 }) record_id?: string;
}

/** GET /api/v1/files/{file_id}/content/. */
export class ContentQuery {
  @param.flag('Whether a browser may show it: pictures and PDF; other files are saved all the same') inline?: boolean;
}

const LINK =
  'https://usaha.example/files/AQGdO8Jrnnx_nSofLj1MW24BnTvCa558f50qHy49TFtuAZ07wmuefH-dKh8uPUxbbQAAAAFpKd2AGY86JrHHw-nSofLj1MW24AAAq3mW';

/** POST /api/v1/files/{file_id}/link/. */
export class FileLinkBody {
  @field.count('Seconds until the link ends; 600 unless given', 600, { optional: true, min: 30, max: 3_600 })
  expires_in?: number | null;
  @field.flag('Whether all links that were made before end', false, { optional: true }) renew?: boolean | null;
}

@field.record('A link that opens a file without a token (A-488)')
export class FileLinkView {
  @field.text('Where a browser reads the content', LINK, { max: 2_000 }) url!: string;
  @field.instant('When the link ends (UTC)') expires_at!: Date;
}

@field.record('A file (A-481)')
export class FileView {
  @field.id('Id of the file') id!: string;
  @field.text('Name, with the ending of its type', NAME, { max: MAX_NAME }) name!: string;
  @field.choice('Media type, by content (A-482)', storedFileTypes) media_type!: string;
  @field.number('Bytes of the stored file', 48_213, { min: 0 }) bytes!: number;
  @field.text(
    'SHA-256 of the stored file, in hexadecimal digits',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    { max: 64 },
  )
  sha256!: string;
  @field.count('Width of a picture, in pixels', 1_280, { nullable: true }) width!: number | null;
  @field.count('Height of a picture, in pixels', 960, { nullable: true }) height!: number | null;
  @field.choice('What it is for; export: the archive of a tenant (A-502)', ofStored) purpose!: StoredPurpose;
  @field.choice('Whether its content can be read', statuses) status!: FileStatus;
  @field.choice('What a virus scanner said; none: none is set up', scans) scan!: string;
  @field.choice('Collection of the record that it belongs to', resources, { nullable: true })
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
