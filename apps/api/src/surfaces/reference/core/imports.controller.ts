import { Body, Controller, Param, Query } from '@nestjs/common';
import { ImportService, type Rights } from '@usaha/core';
import { forbidden, invalid, notFound, type Context, type Language } from '@usaha/shared';
import { FailedRows } from '../../../data-tables/imports/failed-rows.js';
import { messages as tableMessages } from '../../../data-tables/messages.js';
import { matchedOn } from '../../../data-tables/row-plan.js';
import type { DataTable } from '../../../data-tables/data-table.js';
import { csvTemplate, explained, sheetNames, templateHeader } from '../../../data-tables/templates.js';
import { XLSX, xlsxBook } from '../../../data-tables/xlsx-book.js';
import { messages, nouns } from '../../../http/messages.js';
import { Ctx, FromRights } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records, notLookedUp } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists, Reads, ReadsFile } from '../../../wire/route.js';
import { StreamedFile } from '../../../wire/streamed-file.js';
import { dataTables } from '../data-tables.js';
import { pageOf } from '../reference.js';
import {
  ImportBody,
  ImportListQuery,
  ImportView,
  ImportWithErrorsView,
  TemplateQuery,
  importView,
  importWithErrorsView,
} from './imports.wire.js';

@ApiTags('imports')
@Records({ import_id: ImportService, resource: notLookedUp('names a table of the service, and no record') })
@Controller('api/v1/imports')
export class ReferenceImportsController {
  constructor(
    private readonly imports: ImportService,
    private readonly failed: FailedRows,
  ) {}

  @Creates('', ImportWithErrorsView, {
    summary: 'Start an import',
    description:
      'For administrators and managers. Reads a file of purpose import into the records of a resource. It is checked first: nothing is kept then, and the totals and errors say what would come of it. With `dry_run` false, or after `run`, the rows are written in batches. Rows are found by `match_on`; the same file again changes nothing (A-494, A-495).',
  })
  @Needs('imports.write')
  @Addition()
  async create(@Ctx() ctx: Context, @FromRights() rights: Rights, @Body() { match_on, ...body }: ImportBody) {
    const table = tableOf(rights, body.resource);
    const key = matchedOn(table, body.mode ?? 'upsert', match_on);
    return importWithErrorsView(await this.imports.create(ctx, { ...body, match_on: key }));
  }

  @Lists('', 'imports', ImportView, {
    summary: 'List imports',
    description: 'For administrators and managers. Newest first.',
  })
  @Needs('imports.write')
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: ImportListQuery) {
    return (await this.imports.list(ctx, query, pageOf(query))).map(importView);
  }

  @Reads(':import_id', ImportWithErrorsView, {
    summary: 'Read an import',
    description: 'For administrators and managers. With its progress and the first 100 errors (A-497).',
  })
  @Needs('imports.write')
  @Addition()
  async get(@Ctx() ctx: Context, @Param('import_id') id: string) {
    return importWithErrorsView(await this.imports.show(ctx, id));
  }

  @Acts(':import_id/run', ImportWithErrorsView, {
    summary: 'Write what an import has checked',
    description: 'For administrators and managers. 409 unless the import is checked.',
  })
  @Needs('imports.write')
  @Addition()
  async run(@Ctx() ctx: Context, @Param('import_id') id: string) {
    return importWithErrorsView(await this.imports.run(ctx, id));
  }

  @Acts(':import_id/cancel', ImportWithErrorsView, {
    summary: 'Cancel an import',
    description: 'For administrators and managers. Batches that are written stay. 409 once the import has ended.',
  })
  @Needs('imports.write')
  @Addition()
  async cancel(@Ctx() ctx: Context, @Param('import_id') id: string) {
    return importWithErrorsView(await this.imports.cancel(ctx, id));
  }

  @ReadsFile(':import_id/errors', 'text/csv', {
    summary: 'Read the rows of an import that failed',
    description:
      'For administrators and managers. The rows as they were sent, and a column `error`: a file that can be imported again. Errors are kept for 30 days (A-497).',
  })
  @Needs('imports.write')
  @Addition()
  async errors(@Ctx() ctx: Context, @Param('import_id') id: string) {
    const found = await this.imports.get(ctx, id);
    return new StreamedFile('text/csv; charset=utf-8', `import-errors-${found.id}.csv`, this.failed.csv(ctx, found));
  }

  @ReadsFile('templates/:resource', ['text/csv', XLSX], {
    summary: 'Read the template of an import',
    description:
      'For administrators and managers. A file whose header has the columns of retail.products, retail.customers, healthcare.patients, education.students, beauty.clients, beauty.staff, logistics.drivers, logistics.vehicles or logistics.shipments, in English, or in Malay if Accept-Language prefers ms. In XLSX a second sheet explains each column. CSV unless `format` is xlsx (A-496).',
  })
  @Needs('imports.write')
  @Addition()
  template(
    @FromRights() rights: Rights,
    @Param('resource') resource: string,
    @Query() { format = 'csv' }: TemplateQuery,
    @ReadIn() language: Language,
  ): StreamedFile {
    const table = tableFor(rights, resource);
    const name = `${resource.replace('.', '-')}.${format}`;
    if (format === 'csv')
      return new StreamedFile('text/csv; charset=utf-8', name, Buffer.from(csvTemplate(table, language)));
    return new StreamedFile(XLSX, name, () =>
      xlsxBook([
        { name: sheetNames.data[language], rows: [templateHeader(table, language)] },
        { name: sheetNames.columns[language], rows: explained(table, language) },
      ]),
    );
  }
}

/** The table that a body names. @throws invalid; forbidden where its module is disabled */
function tableOf(rights: Rights, resource: string): DataTable {
  if (dataTables.some((one) => one.resource === resource)) return tableFor(rights, resource);
  throw invalid('resource', tableMessages.resourceUnknown({ allowed: dataTables.map((one) => one.resource) }));
}

/** A table by its resource. @throws not_found; forbidden where its module is disabled */
function tableFor({ disabled_modules }: Rights, resource: string): DataTable {
  const table = dataTables.find((one) => one.resource === resource);
  if (!table) throw notFound(nouns.resource);
  const { module } = table;
  if (disabled_modules.includes(module))
    throw forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
  return table;
}
