import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainError,
  RetryTransaction,
  declareUnique,
  insertMany,
  type Context,
  type Table,
} from '@usaha/shared';
import type { Environment } from '../einvoice-settings.entity.js';
import { messages } from '../einvoice.messages.js';
import type { SourceRef } from '../source/index.js';
import { EinvoiceLink } from './einvoice-link.entity.js';

// Another document has taken a source meanwhile: done once more, the work sees it.
declareUnique({ einvoice_links_pkey: () => new RetryTransaction('key_taken') });

/** The e-invoice that a document of an industry is in. */
export interface LinkedEinvoice {
  source: SourceRef;
  einvoice_id: string;
  consolidated: boolean;
}

/** Which e-invoice a document of an industry is in: one, in each environment. */
@Injectable()
export class EinvoiceLinks {
  private readonly table: Table<EinvoiceLink>;

  constructor(database: Database) {
    this.table = database.table(EinvoiceLink);
  }

  /** Those that some sources of one module and kind are in, by the ids of the sources. */
  async of(
    ctx: Context,
    environment: Environment,
    { module, kind }: Pick<SourceRef, 'module' | 'kind'>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, LinkedEinvoice>> {
    const rows = await ctx.db.read(
      `select r.source_id, r.einvoice_id, d.consolidated from einvoice.links r
         join einvoice.documents d on d.tenant_id = r.tenant_id and d.id = r.einvoice_id
        where r.tenant_id = $1 and d.tenant_id = $1 and r.environment = $2 and r.module = $3 and r.kind = $4 and r.source_id = any ($5)`,
      [ctx.tenant_id, environment, module, kind, ids],
    );
    return new Map(
      rows.map(([id, einvoice_id, consolidated]) => [
        id as string,
        {
          source: { module, kind, id: id as string },
          einvoice_id: einvoice_id as string,
          consolidated: consolidated as boolean,
        },
      ]),
    );
  }

  /** Whether a document is still that of a source; one whose notes have released its sources is of none. */
  async hasAny(ctx: Context, einvoice_id: string): Promise<boolean> {
    const rows = await ctx.db.read(
      'select 1 from einvoice.links r where r.tenant_id = $1 and r.einvoice_id = $2 limit 1',
      [ctx.tenant_id, einvoice_id],
    );
    return rows.length > 0;
  }

  /** What a document is made of. */
  async sourcesOf(ctx: Context, einvoice_id: string): Promise<SourceRef[]> {
    const rows = await ctx.db.read(
      `select r.module, r.kind, r.source_id from einvoice.links r
        where r.tenant_id = $1 and r.einvoice_id = $2 order by r.kind, r.source_id`,
      [ctx.tenant_id, einvoice_id],
    );
    return rows.map(([module, kind, id]) => ({ module, kind, id }) as SourceRef);
  }

  /** Enqueues links of sources that have none. Where another document has one of them by now, the work is done once more. */
  add(ctx: Context, environment: Environment, einvoice_id: string, sources: readonly SourceRef[]): void {
    const links = sources.map(({ module, kind, id }) => ({ module, kind, source_id: id }));
    insertMany(ctx, this.table, links, { common: { environment, einvoice_id } });
  }

  /** Enqueues the removal of a document's links: its sources may be in another one. */
  remove(ctx: Context, einvoice_id: string): void {
    ctx.db.enqueue('delete from einvoice.links r where r.tenant_id = $1 and r.einvoice_id = $2', [
      ctx.tenant_id,
      einvoice_id,
    ]);
  }
}

/** The answer where a source is in another document. */
export function alreadyIn({ einvoice_id, consolidated }: LinkedEinvoice): DomainError {
  const [message, code] = consolidated
    ? ([messages.alreadyConsolidated(), 'ALREADY_CONSOLIDATED'] as const)
    : ([messages.alreadyInvoiced(), 'ALREADY_INVOICED'] as const);
  return new DomainError('conflict', message, {
    code,
    details: { einvoice_id },
    errors: [{ field: 'source', message }],
  });
}
