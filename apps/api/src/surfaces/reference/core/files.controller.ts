import { Body, Controller, Param, Query } from '@nestjs/common';
import { FileLinks, FileService, type Rights, type StoredFile } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { FileAccess } from '../../../files/file-access.js';
import { recordOf } from '../../../files/file-resources.js';
import { contentOf } from '../../../files/stored-content-of.js';
import type { ReceivedUpload } from '../../../http/uploads/upload-receiver.js';
import { Ctx, FromRights, FromUpload } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent, TakesFile } from '../../../wire/permissions.js';
import { ReachedAt } from '../../../wire/reached-at.decorator.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Deletes, Lists, Reads, ReadsContent } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import {
  ContentQuery,
  FileLinkBody,
  FileLinkView,
  FileListQuery,
  FilePatch,
  FileUsageView,
  FileView,
  UploadQuery,
  fileView,
} from './files.wire.js';

/** How long a link lasts unless told. */
const LINK_SECONDS = 600;

@ApiTags('files')
@Records({ file_id: FileService })
@Controller('api/v1/files')
export class ReferenceFilesController {
  constructor(
    private readonly files: FileService,
    private readonly access: FileAccess,
    private readonly links: FileLinks,
  ) {}

  @Creates('', FileView, {
    summary: 'Upload a file',
    description:
      'Send one file: as the part `file` of multipart/form-data, with the parameters as fields, or as the body. A document may have 25 MiB (FILE_MAX_BYTES), a picture 5 MiB, a logo 1 MiB (administrators), a file to import 25 MiB (managers); larger ones are answered with 413. With resource and record_id, sent together, the file belongs to a record that the caller may change; DICOM is taken for records of healthcare alone. The type follows from the content; metadata of pictures are removed. Beyond the quota of the business 409 QUOTA_EXCEEDED. A file that no record has is deleted after a day (A-481, A-482, A-483, A-485).',
  })
  @TakesFile(UploadQuery)
  @Addition()
  async create(@Ctx() ctx: Context, @Query() query: UploadQuery, @FromUpload() upload: ReceivedUpload) {
    const { arrival, name, purpose, media_type, width, height } = upload;
    const facts = { name, purpose, media_type, width, height };
    return fileView(await this.files.complete(ctx, arrival, facts, recordOf(query)));
  }

  @Lists('', 'files', FileView, {
    summary: 'List files',
    description:
      'Newest first: files of records that the caller may read and that are not deleted. Files without a record are listed for the user who uploaded them, and for administrators. Shipments that are assigned to a driver are named by resource and record_id. The list of one record of healthcare is recorded in the audit trail (A-489).',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @FromRights() rights: Rights, @Query() query: FileListQuery) {
    const collections = await this.access.listed(ctx, rights, query);
    return (await this.files.list(ctx, query, collections, pageOf(query))).map(fileView);
  }

  @Reads('usage', FileUsageView, {
    summary: 'Read what files use',
    description: 'Bytes and number of the files of the business, and what they may be (A-485).',
  })
  @Addition()
  usage(@Ctx() ctx: Context): Promise<FileUsageView> {
    return this.files.usage(ctx);
  }

  @Reads(':file_id', FileView, {
    summary: 'Read a file',
    description:
      'Its facts; the bytes are at content/. Files of records are for callers who may read the record, save that role user reads none of healthcare, logistics.drivers and beauty.staff. Each reading of a file of healthcare is recorded in the audit trail (A-489).',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @FromRights() rights: Rights, @Param('file_id') id: string) {
    return fileView(await this.access.read(ctx, rights, id));
  }

  @ReadsContent(':file_id/content', {
    summary: 'Read the content of a file',
    description:
      'Its bytes, to be saved; with `inline` a browser may show pictures and PDF. One range of bytes is answered with 206, one outside the file with 416, several with the whole file. A file that waits for the virus scanner, or was rejected, is answered with 409 FILE_NOT_READY (A-486, A-487).',
  })
  @Addition()
  async content(
    @Ctx() ctx: Context,
    @FromRights() rights: Rights,
    @Param('file_id') id: string,
    @Query() { inline = false }: ContentQuery,
  ) {
    return contentOf(this.files, ctx, await this.access.readContent(ctx, rights, id), { inline });
  }

  @Acts(':file_id/link', FileLinkView, {
    summary: 'Make a link to a file',
    description:
      'For browsers, which send no token: the link opens the content of the file until it ends, as far as its maker may read the file then. Pictures and PDF are shown, other files are saved. It also ends with the file, with renew, with the rights of its maker, and while the business is suspended or does without the module. `renew` is for callers who may change the file. An Idempotency-Key is not heeded (A-488).',
  })
  @Addition()
  @Needs('read')
  @NotIdempotent()
  async link(
    @Ctx() ctx: Context,
    @FromRights() rights: Rights,
    @Param('file_id') id: string,
    @Body() { expires_in, renew }: FileLinkBody,
    @ReachedAt() reachedAt: string,
  ): Promise<FileLinkView> {
    const read = await this.access.read(ctx, rights, id);
    if (renew) this.access.requireUse(rights, read.resource, 'write');
    const file = renew ? await this.links.renew(ctx, id) : read;
    return this.links.make(ctx, file, { seconds: expires_in ?? LINK_SECONDS, reachedAt });
  }

  @Changes(':file_id', FileView, {
    summary: 'Change a file',
    description:
      'Its name, and the record that it belongs to, if it belongs to none: another record is refused with 409. Callers change files of records that they may change; files without a record are for the user who uploaded them and for administrators. Absent fields stay (A-18, A-489).',
  })
  @Addition()
  async update(
    @Ctx() ctx: Context,
    @FromRights() rights: Rights,
    @Param('file_id') id: string,
    @Body() { name, ...sent }: FilePatch,
  ) {
    const record = recordOf(sent);
    if (record) this.access.requireUse(rights, record.resource, 'write');
    return fileView(await this.files.update(ctx, id, { name, record }, this.changes(rights)));
  }

  @Deletes(':file_id', DeletedView, {
    summary: 'Delete a file',
    description:
      'Its bytes can be read no more, and do not count any longer. One that a record names is refused with 409 (A-490).',
  })
  @Addition()
  async remove(@Ctx() ctx: Context, @FromRights() rights: Rights, @Param('file_id') id: string) {
    return deleted(await this.files.remove(ctx, id, this.changes(rights)));
  }

  /** Refuses changes of files that the caller may not change. */
  private changes(rights: Rights): (file: StoredFile) => void {
    return ({ resource }) => this.access.requireUse(rights, resource, 'write');
  }
}
