import { Injectable } from '@nestjs/common';
import { Database, conflict, type Context } from '@usaha/shared';
import { PublicAddress } from '../public-address.js';
import { readFileToken, writeFileToken, type FileLink } from './file-link-token.js';
import { messages } from './file.messages.js';
import type { StoredFile } from './file.entity.js';
import { FileRepository } from './file.repository.js';

/** A link, and when it ends. */
export interface MadeLink {
  url: string;
  expires_at: Date;
}

/** The links that open files without a token. */
@Injectable()
export class FileLinks {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly address: PublicAddress,
    private readonly files: FileRepository,
  ) {
    this.key = database.keyring.derivedKey('usaha file link');
  }

  /**
   * A link to a file that the actor may read: it opens the file by the rights that the actor has then.
   * @param options.seconds until it ends @param options.reachedAt where the service was reached, for where the operator has set no
   * public address @throws conflict for the archive of an export
   */
  make(
    ctx: Context,
    { id: file_id, link_generation: generation, counts }: StoredFile,
    { seconds, reachedAt }: { seconds: number; reachedAt: string },
  ): MadeLink {
    const { tenant_id, actor, now } = ctx;
    // All data of a tenant are read with a session alone.
    if (!counts) throw conflict('file_id', messages.ofExport());
    if (actor === null) throw new Error('A link opens a file by the rights of its maker');
    const expires_at = new Date((Math.floor(now.getTime() / 1_000) + seconds) * 1_000);
    const bounds = { maker_id: actor.user_id, generation, expires_at };
    ctx.db.record(ctx, { action: 'link', record_type: this.files.noun, record_id: file_id, changes: {} });
    return { url: this.urlOf({ tenant_id, file_id, bounds }, reachedAt), expires_at };
  }

  /** All links that were made before open nothing any more. @throws not_found */
  async renew(ctx: Context, file_id: string): Promise<StoredFile> {
    const file = await this.files.lock(ctx, file_id);
    file.renewLinks();
    return this.files.save(ctx, file, 'renew_links');
  }

  /** The link of a picture of a product, or of a logo: it has neither end nor maker, and asks no database. */
  permanentUrlOf({ tenant_id }: Pick<Context, 'tenant_id'>, file_id: string, reachedAt: string): string {
    return this.urlOf({ tenant_id, file_id, bounds: null }, reachedAt);
  }

  /** What a token names; null for a text that is none of ours. It may have ended all the same. */
  read(token: string): FileLink | null {
    return readFileToken(this.key, token);
  }

  private urlOf(link: FileLink, reachedAt: string): string {
    return `${this.address.url ?? reachedAt}/files/${writeFileToken(this.key, link)}`;
  }
}
