import { Controller, Param, Query } from '@nestjs/common';
import type { Rights } from '@usaha/core';
import { forbidden, notFound, type Language } from '@usaha/shared';
import type { DataTable } from '../../../data-tables/data-table.js';
import { csvTemplate, explained, sheetNames, templateHeader } from '../../../data-tables/templates.js';
import { xlsxBook } from '../../../data-tables/xlsx-book.js';
import { messages, nouns } from '../../../http/messages.js';
import { FromRights } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records, notLookedUp } from '../../../wire/records.js';
import { Addition, ReadsFile } from '../../../wire/route.js';
import { StreamedFile } from '../../../wire/streamed-file.js';
import { dataTables } from '../data-tables.js';
import { TemplateQuery } from './imports.wire.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

@ApiTags('imports')
@Records({ resource: notLookedUp('names a table of the service, and no record') })
@Controller('api/v1/imports')
export class ReferenceImportsController {
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

/** A table by its resource. @throws not_found; forbidden where its module is disabled */
function tableFor({ disabled_modules }: Rights, resource: string): DataTable {
  const table = dataTables.find((one) => one.resource === resource);
  if (!table) throw notFound(nouns.resource);
  const { module } = table;
  if (disabled_modules.includes(module))
    throw forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
  return table;
}
