import type { ExecutionContext } from '@nestjs/common';
import { Page, type Context, type Database, type Owner } from '@usaha/shared';
import type { Column } from '../data-tables/columns/column.js';
import type { DataTable } from '../data-tables/data-table.js';
import { requireListed } from '../http/pipeline/list-parameters.js';
import { ownerOf, requestOf } from '../http/pipeline/request.js';
import type { Dialect } from '../wire/dialect.js';
import { exportColumns } from './export-columns.js';
import { ListCall } from './list-call.js';
import type { FoundList } from './list-catalogue.js';
import { rowsOf, type ReadPart } from './list-pages.js';

/** Parameters that are no filters. */
const NO_FILTERS: ReadonlySet<string> = new Set(['sort', 'fields', 'page', 'page_size', 'cursor']);

/** An export, as far as it is known before anything is read. */
interface Asked {
  /** The path of the list with dots, as it was asked for. */
  resource: string;
  found: FoundList;
  table: DataTable | undefined;
  ctx: Context;
  execution: ExecutionContext;
}

/** A list that one caller exports: its columns, and its rows as that caller sees them. */
export class ListExport {
  private constructor(
    private readonly database: Database,
    private readonly asked: Asked,
    private readonly call: ListCall,
    private readonly dialect: Dialect,
    readonly owner: Owner,
  ) {}

  /** @throws invalid for a wrong filter */
  static async of(database: Database, asked: Asked): Promise<ListExport> {
    const request = requestOf(asked.execution);
    const { dialect } = request.usaha;
    if (!dialect) throw new Error('An export stands outside both surfaces');
    return new ListExport(database, asked, await ListCall.of(asked.found, asked.execution), dialect, ownerOf(request));
  }

  get resource(): string {
    return this.asked.resource;
  }

  /** Names of the filters that were sent; their values may be personal. */
  get filters(): string[] {
    return this.call.parameters.filter((name) => !NO_FILTERS.has(name));
  }

  /** Whose export it is: each part is read in a separate transaction. */
  get who(): Omit<Context, 'db'> {
    const { tenant_id, actor, now, language, signal } = this.asked.ctx;
    return { tenant_id, actor, now, language, signal };
  }

  get columns(): readonly Column[] {
    const { found, table } = this.asked;
    const fields = this.query.getAll('fields').at(-1);
    const names = fields ? ['id', ...fields.split(',').map((name) => name.trim())] : undefined;
    return exportColumns(found.route.shape.view, table, names);
  }

  /** All rows, part by part; no transaction is open between two of them. @throws what the list throws; invalid for a parameter that it lacks */
  async *rows(): AsyncGenerator<readonly object[], void, undefined> {
    const { shape } = this.asked.found.route;
    let isFirst = true;
    const read: ReadPart = (part) =>
      this.database.read(
        this.who,
        async (ctx) => {
          const found = await this.call.read(ctx, part);
          if (isFirst && found instanceof Page) requireListed(this.dialect, this.query, shape, found);
          isFirst = false;
          return found;
        },
        this.owner,
      );
    yield* rowsOf(read, this.query.getAll('sort').at(-1)?.startsWith('-') === false);
  }

  private get query(): URLSearchParams {
    return new URLSearchParams(requestOf(this.asked.execution).originalUrl.split('?', 2)[1]);
  }
}
