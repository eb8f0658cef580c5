import { Injectable } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { FairThread, unavailable, type Context } from '@usaha/shared';
import { isShort } from './length.js';
import { LogoCache } from './logo-cache.js';
import type { DocumentData, DocumentKind } from './documents.js';
import type { Drawing } from './pdf.worker.js';
import { messages } from '../../http/messages.js';

/**
 * Draws printed documents outside the thread of the requests, tenants in turn: setting a table of thousands of rows would keep
 * every other request waiting. Short documents have a separate thread, and never wait for long ones; of long ones three
 * are drawn at once, each of another tenant, page by page.
 */
@Injectable()
export class PdfRenderer {
  private readonly short = this.thread('the thread that draws short documents', 128, 1);
  /** Three reports of 5,000 rows fit into it, or 10,000 lines of a receipt. */
  private readonly long = this.thread('the thread that draws long documents', 224, 3);

  constructor(private readonly logos: LogoCache) {}

  /**
   * For the context's tenant, as long as its client waits.
   * @param logo_file_id of the business as the document shows it; the context's transaction has ended where there is one
   * @throws unavailable when too many of the tenant's wait, and for a document that takes too long or waits too long
   */
  async render<K extends DocumentKind>(
    ctx: Context,
    kind: K,
    data: DocumentData<K>,
    logo_file_id?: string | null,
  ): Promise<Uint8Array> {
    const thread = isShort(data) ? this.short : this.long;
    const logo = await this.logos.of(ctx, logo_file_id);
    return thread.run(ctx.db.owner, { kind, data, logo }, ctx.signal);
  }

  /** The thread itself. @param heap megabytes: unbounded, it would leave hundreds of them lying before it tidies up */
  protected begin(heap: number): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 16 };
    return new Worker(new URL('./pdf.worker.js', import.meta.url), { resourceLimits });
  }

  private thread(name: string, heap: number, atOnce: number): FairThread<Drawing, Uint8Array> {
    return new FairThread({
      name,
      begin: () => this.begin(heap),
      // The largest that is no mischief takes six seconds, three at once eighteen.
      longest: 45_000,
      // After that no client waits for a document any more.
      patience: 60_000,
      mostWaiting: 20,
      atOnce,
      refusals: {
        tooMany: () => unavailable(messages.tooManyDocuments()),
        waitedTooLong: () => unavailable(messages.otherDocumentsTooLong()),
        tookTooLong: () => unavailable(messages.documentTooLong()),
        notBegun: (cause) => unavailable(messages.tooManyDocuments(), cause),
      },
    });
  }
}
