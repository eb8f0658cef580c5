import { Controller, Param, Query, type ExecutionContext } from '@nestjs/common';
import type { Rights } from '@usaha/core';
import { Database, invalid, notFound, type Context } from '@usaha/shared';
import { XLSX } from '../../../data-tables/xlsx-book.js';
import { ListCatalogue, type FoundList } from '../../../exports/list-catalogue.js';
import { ListExport } from '../../../exports/list-export.js';
import { ListExports } from '../../../exports/list-exports.js';
import { messages } from '../../../exports/messages.js';
import { nouns } from '../../../http/messages.js';
import { requireAccess } from '../../../http/pipeline/access.guard.js';
import { requestOf } from '../../../http/pipeline/request.js';
import { Ctx, FromExecution, FromRights } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { PartedFile } from '../../../wire/parted-file.js';
import { Needs } from '../../../wire/permissions.js';
import { Records, notLookedUp } from '../../../wire/records.js';
import { Addition, ReadsFile } from '../../../wire/route.js';
import { dataTables } from '../data-tables.js';
import { ExportQuery } from './exports.wire.js';

/** An export has every row: a part of a list is none. */
const OF_PARTS = ['page', 'page_size', 'cursor', 'updated_since'];

@ApiTags('exports')
@Records({ resource: notLookedUp('names a list of the service, and no record') })
@Controller('api/v1/exports')
export class ReferenceExportsController {
  constructor(
    private readonly database: Database,
    private readonly lists: ListCatalogue,
    private readonly exports: ListExports,
  ) {}

  @ReadsFile(':resource', ['text/csv', XLSX], {
    summary: 'Read a list as a file',
    description:
      'For administrators and managers. Every row of a list, as you see them there, with the filters, `sort` and `fields` of the list. `resource` is the path of the list below /api/v1/ with dots: `retail.products`, `retail.products.{product_id}.movements`. It needs what the list needs, and an API key the scope of the list, too. Columns are fields; those of a resource that is imported stand in the order of its template, so that the file is imported again with match_on id. CSV unless `format` is xlsx: of at most 50,000 rows, otherwise 400. In CSV, texts that a spreadsheet would take for formulas begin with an apostrophe (A-501). Rows that come or go meanwhile do not make others come twice. Each export is on the audit trail, with the names of filters and the number of rows (A-500).',
  })
  @Needs('exports.read')
  @Addition()
  async list(
    @Ctx() ctx: Context,
    @FromRights() rights: Rights,
    @FromExecution() execution: ExecutionContext,
    @Param('resource') resource: string,
    @Query() { format = 'csv' }: ExportQuery,
  ): Promise<PartedFile> {
    const found = this.allowed(resource, rights, execution);
    const table = dataTables.find((one) => one.resource === resource);
    const list = await ListExport.of(this.database, { resource, found, table, ctx, execution });
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : XLSX;
    return new PartedFile(type, fileName(found, format), (abandon) => this.exports[format](list, abandon));
  }

  /** @throws not_found for no list, forbidden where the caller may not read it, invalid for a part of it */
  private allowed(resource: string, rights: Rights, execution: ExecutionContext): FoundList {
    const request = requestOf(execution);
    const found = this.lists.find(resource);
    if (!found) throw notFound(nouns.resource);
    const { controller, access } = found.route;
    requireAccess({ controller, access, params: found.params }, rights, request.usaha);
    const part = OF_PARTS.find((name) => request.query[name] !== undefined && request.query[name] !== '');
    if (part !== undefined) throw invalid(part, messages.allRows({ name: part }));
    return found;
  }
}

/** Without the ids of its path. */
const fileName = ({ route }: FoundList, ending: string): string =>
  `${route.segments.filter((segment) => !segment.startsWith(':')).join('-')}.${ending}`;
