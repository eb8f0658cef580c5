import type { Context, Words } from '@usaha/shared';
import { eventType, oneOf, tell } from '@usaha/shared/events';
import { filePurposes, type FilePurpose } from './file-purposes.js';
import { fileStatuses, type StoredFile } from './file.entity.js';

/** Names and digests are left out: they may tell of persons. */
const typeOf = (verb: string, said: Words, path: string | null) =>
  eventType(`core.file.${verb}`, {
    said,
    path,
    contract_path: null,
    data: {
      purpose: oneOf(filePurposes),
      media_type: 'text',
      bytes: 'count',
      status: oneOf(fileStatuses),
      resource: 'text?',
      record_id: 'id?',
    },
  });

const PATH = '/api/v1/files/{id}/';
const ready = typeOf('ready', { en: 'A file can be read.', ms: 'Satu fail boleh dibaca.' }, PATH);
const rejected = typeOf('rejected', { en: 'A file was rejected.', ms: 'Satu fail telah ditolak.' }, PATH);
const deleted = typeOf('deleted', { en: 'A file was deleted.', ms: 'Satu fail telah dipadamkan.' }, null);

/** Archives of exports are no uploads: nothing is told of them. */
type UploadedFile = StoredFile & { purpose: FilePurpose };
const isUploaded = (file: StoredFile): file is UploadedFile => file.counts;

const factsOf = ({ id, version, purpose, media_type, bytes, status, resource, record_id }: UploadedFile) => ({
  id,
  version,
  purpose,
  media_type,
  bytes,
  status,
  resource,
  record_id,
});

const tellOf =
  (type: typeof ready) =>
  (ctx: Context, file: StoredFile): void => {
    if (isUploaded(file)) tell(ctx, type, () => factsOf(file));
  };

export const tellReady = tellOf(ready);
export const tellRejected = tellOf(rejected);
export const tellDeleted = tellOf(deleted);
