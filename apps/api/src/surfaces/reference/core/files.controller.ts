import { Body, Controller, Param, Query } from '@nestjs/common';
import { FileService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { ReceivedUpload } from '../../../http/uploads/upload-receiver.js';
import { Ctx, FromUpload } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { TakesFile } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Changes, Creates, Deletes, Lists, Reads, ReadsContent } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import {
  ContentQuery,
  FileListQuery,
  FilePatch,
  FileUsageView,
  FileView,
  UploadQuery,
  contentOf,
  fileView,
} from './files.wire.js';

@ApiTags('files')
@Records({ file_id: FileService })
@Controller('api/v1/files')
export class ReferenceFilesController {
  constructor(private readonly files: FileService) {}

  @Creates('', FileView, {
    summary: 'Upload a file',
    description:
      'Send one file: as the part `file` of multipart/form-data, with the parameters as fields, or as the body. A document may have 25 MiB (FILE_MAX_BYTES), a picture 5 MiB, a logo 1 MiB (administrators), a file to import 25 MiB (managers); larger ones are answered with 413. The type follows from the content; metadata of pictures are removed. Beyond the quota of the business 409 QUOTA_EXCEEDED. A file that no record has is deleted after a day (A-481, A-482, A-483, A-485).',
  })
  @TakesFile(UploadQuery)
  @Addition()
  async create(@Ctx() ctx: Context, @Query() _query: UploadQuery, @FromUpload() upload: ReceivedUpload) {
    const { arrival, name, purpose, media_type, width, height } = upload;
    return fileView(await this.files.complete(ctx, arrival, { name, purpose, media_type, width, height }));
  }

  @Lists('', 'files', FileView, {
    summary: 'List files',
    description:
      'Newest first. Files without a record are listed for the user who uploaded them, and for administrators.',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: FileListQuery) {
    return (await this.files.list(ctx, query, pageOf(query))).map(fileView);
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
    description: 'Its facts; the bytes are at content/.',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('file_id') id: string) {
    return fileView(await this.files.get(ctx, id));
  }

  @ReadsContent(':file_id/content', {
    summary: 'Read the content of a file',
    description:
      'Its bytes, to be saved; with `inline` a browser may show pictures and PDF. One range of bytes is answered with 206, one outside the file with 416, several with the whole file. A file that waits for the virus scanner, or was rejected, is answered with 409 FILE_NOT_READY (A-486, A-487).',
  })
  @Addition()
  async content(@Ctx() ctx: Context, @Param('file_id') id: string, @Query() { inline = false }: ContentQuery) {
    return contentOf(this.files, ctx, await this.files.get(ctx, id), inline);
  }

  @Changes(':file_id', FileView, { summary: 'Change a file', description: 'Its name. Absent fields stay (A-18).' })
  @Addition()
  async update(@Ctx() ctx: Context, @Param('file_id') id: string, @Body() body: FilePatch) {
    return fileView(await this.files.update(ctx, id, body));
  }

  @Deletes(':file_id', DeletedView, {
    summary: 'Delete a file',
    description: 'Its bytes can be read no more, and do not count any longer.',
  })
  @Addition()
  async remove(@Ctx() ctx: Context, @Param('file_id') id: string) {
    return deleted(await this.files.remove(ctx, id));
  }
}
