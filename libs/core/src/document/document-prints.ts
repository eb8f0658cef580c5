import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { SalesDocument } from './sales-document.js';

/** Two prints at once wait for each other here, so that one alone is the first. */
const COUNT = `
  insert into core.document_prints as r (tenant_id, kind, record_id, prints) values ($1, $2, $3, 1)
  on conflict (tenant_id, kind, record_id) do update set prints = r.prints + 1
  returning r.prints`;

const TAKE_BACK = `
  update core.document_prints r set prints = r.prints - 1
   where r.tenant_id = $1 and r.kind = $2 and r.record_id = $3 and r.prints > 0`;

type Counted = Pick<SalesDocument, 'kind' | 'record_id'>;

/** Counts the prints of documents: the first is the original, later ones are copies. */
@Injectable()
export class DocumentPrints {
  /** @returns which print of the document this is, from 1 */
  async count(ctx: Context, { kind, record_id }: Counted): Promise<number> {
    const [row] = await ctx.db.write(COUNT, [ctx.tenant_id, kind, record_id]);
    return row?.[0] as number;
  }

  /** Takes a print back that could not be drawn. */
  async takeBack(ctx: Context, { kind, record_id }: Counted): Promise<void> {
    await ctx.db.change(TAKE_BACK, [ctx.tenant_id, kind, record_id]);
  }
}
