import { Injectable } from '@nestjs/common';
import { DomainError, invalid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { FileService } from '../file/file.service.js';
import { DataImport, type ImportOrder } from './data-import.entity.js';
import { tellFinished } from './import.events.js';
import { messages } from './import.messages.js';
import { ImportQueue } from './import-queue.js';
import { ImportRepository, type ImportQuery } from './import.repository.js';
import type { ImportRow, RowError } from './import-row.entity.js';

/** What an import is started with. */
export type NewImport = Partial<ImportOrder> & Pick<ImportOrder, 'resource' | 'file_id'>;

/** Errors that are shown with an import. */
const MOST_SHOWN = 100;

/** An import with its first errors. */
export interface ImportShown {
  found: DataImport;
  errors: (RowError & { row: number })[];
}

/** The imports of the context's tenant. */
@Injectable()
export class ImportService {
  constructor(
    private readonly imports: ImportRepository,
    private readonly files: FileService,
    private readonly queue: ImportQueue,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<DataImport> {
    return this.imports.get(ctx, id);
  }

  /** One page, newest first. */
  list(ctx: Context, query: ImportQuery, page: PageRequest): Promise<Page<DataImport>> {
    return this.imports.list(ctx, query, page);
  }

  /** The import and its first errors, by row. @throws not_found */
  async show(ctx: Context, id: string): Promise<ImportShown> {
    return this.shown(ctx, await this.imports.get(ctx, id));
  }

  /** Starts an import. @throws invalid for a file that is none of purpose import, or is not ready */
  async create(ctx: Context, order: NewImport): Promise<ImportShown> {
    await this.takeFile(ctx, order.file_id);
    const made = DataImport.of(order);
    const { actor } = ctx;
    made.startedBy({ id: actor?.user_id ?? ctx.tenant_id, kind: actor?.kind ?? 'user' }, ctx.language ?? 'en');
    this.imports.insert(ctx, made);
    this.queue.announce(ctx);
    return { found: made, errors: [] };
  }

  /** Writes what was checked. @throws not_found; conflict where it is not checked */
  async run(ctx: Context, id: string): Promise<ImportShown> {
    const found = await this.imports.lock(ctx, id);
    found.run();
    this.imports.save(ctx, found, 'run');
    this.queue.announce(ctx);
    return { found, errors: [] };
  }

  /** Ends an import; batches that are written stay. @throws not_found; conflict where it has ended */
  async cancel(ctx: Context, id: string): Promise<ImportShown> {
    const found = await this.imports.lock(ctx, id);
    found.cancel(ctx.now);
    this.imports.save(ctx, found, 'cancel');
    tellFinished(ctx, found);
    return this.shown(ctx, found);
  }

  /** Rows that failed, in the order of the file. @param after the row before the first */
  failedRows(ctx: Context, id: string, after: number, most: number): Promise<ImportRow[]> {
    return this.imports.failedRows(ctx, id, after, most);
  }

  private async shown(ctx: Context, found: DataImport): Promise<ImportShown> {
    const rows = found.failed > 0 ? await this.imports.failedRows(ctx, found.id, 0, MOST_SHOWN) : [];
    const errors = rows.flatMap((row) => row.told.map((error) => ({ row: row.row, ...error })));
    return { found, errors: errors.slice(0, MOST_SHOWN) };
  }

  private async takeFile(ctx: Context, file_id: string): Promise<void> {
    const unknown = invalid('file_id', messages.fileUnknown());
    try {
      const file = await this.files.markImported(ctx, file_id);
      if (file.purpose !== 'import' || file.status !== 'ready') throw unknown;
    } catch (error) {
      throw error instanceof DomainError && error.kind === 'not_found' ? unknown : error;
    }
  }
}
