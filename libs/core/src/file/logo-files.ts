import { Injectable } from '@nestjs/common';
import { Database, invalid, type Context } from '@usaha/shared';
import { FileAttachments, belongsTo, isSeenUnattached } from './file-attachments.js';
import { FileContent } from './file-content.js';
import type { StoreContext } from './file-store.js';
import { messages } from './file.messages.js';
import type { StoredFile } from './file.entity.js';
import { FileRepository } from './file.repository.js';

/** The logos of tenants: files that documents print. */
@Injectable()
export class LogoFiles {
  constructor(
    private readonly database: Database,
    private readonly files: FileRepository,
    private readonly attachments: FileAttachments,
    private readonly contents: FileContent,
  ) {}

  /**
   * Attaches a file to the tenant of the context, as its logo: from then on it stays, since issued documents print theirs.
   * @throws invalid naming the field of an unknown file, and of one that is no logo
   */
  async attach(ctx: Context, field: string, id: string): Promise<StoredFile> {
    const file = await this.files.lockReferenced(ctx, field, id);
    const record = { resource: 'tenants', record_id: ctx.tenant_id };
    if (file.resource === null && !isSeenUnattached(ctx, file)) this.files.refuseUnknown(field);
    const isFree = file.resource === null || belongsTo(file, record);
    if (file.purpose !== 'logo' || file.status !== 'ready' || !isFree) throw invalid(field, messages.logoNeeded());
    file.markPrinted();
    return this.attachments.attachOne(ctx, file, record);
  }

  /** The bytes of a logo, read in short transactions: the caller has none open. @throws not_found, unavailable */
  async read(who: StoreContext, id: string): Promise<Buffer> {
    const file = await this.database.read(who, (ctx) => this.files.get(ctx, id));
    const pieces: Buffer[] = [];
    for await (const piece of this.contents.read(who, file)) pieces.push(piece);
    return Buffer.concat(pieces);
  }
}
