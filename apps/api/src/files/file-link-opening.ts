import { Injectable } from '@nestjs/common';
import {
  FileCollections,
  FileRepository,
  FileService,
  LinkMakers,
  ModuleService,
  TenantRepository,
  isPictureType,
  type FileLink,
  type StoredFile,
} from '@usaha/core';
import type { Context } from '@usaha/shared';
import { FileAccess } from './file-access.js';

/** A file that a link opens. */
export interface OpenedFile {
  file: StoredFile;
  /** Acts as the maker of the link. */
  ctx: Context;
  isPermanent: boolean;
}

/** Collections whose pictures have links without an end: of products and logos. */
const shown: ReadonlySet<string> = new Set(['retail.products', 'beauty.products', 'tenants']);

/** Decides what links to files open. */
@Injectable()
export class FileLinkOpening {
  constructor(
    private readonly repository: FileRepository,
    private readonly files: FileService,
    private readonly access: FileAccess,
    private readonly collections: FileCollections,
    private readonly makers: LinkMakers,
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
  ) {}

  /**
   * In the tenant that the link names. The reading is on the audit trail as its maker's.
   * @returns null for every link that opens nothing, for any reason
   */
  async open(ctx: Context, link: FileLink): Promise<OpenedFile | null> {
    if (link.bounds && link.bounds.expires_at <= ctx.now) return null;
    const [tenant, file] = await Promise.all([
      this.tenants.find(ctx, ctx.tenant_id),
      this.repository.find(ctx, link.file_id),
    ]);
    if (!tenant?.is_active || !file || !this.files.isServed(file)) return null;
    return link.bounds ? this.byMaker(ctx, file, link.bounds) : this.permanent(ctx, file);
  }

  private async byMaker(
    ctx: Context,
    file: StoredFile,
    { maker_id, generation }: NonNullable<FileLink['bounds']>,
  ): Promise<OpenedFile | null> {
    if (file.link_generation !== generation) return null;
    const rights = await this.makers.rightsOf(ctx, maker_id);
    if (!rights || !this.access.isAllowed(rights, file, 'read')) return null;
    const there = { ...ctx, actor: rights.actor };
    if (!(await this.files.isSeen(there, file))) return null;
    this.access.recordReading(there, file);
    return { file, ctx: there, isPermanent: false };
  }

  private async permanent(ctx: Context, file: StoredFile): Promise<OpenedFile | null> {
    const { id, resource, record_id, media_type } = file;
    const collection = resource !== null && shown.has(resource) ? this.collections.of(resource) : undefined;
    if (!collection || record_id === null || !isPictureType(media_type)) return null;
    const [disabled, isSeen, isNamed = true] = await Promise.all([
      this.modules.disabledIn(ctx),
      this.files.isSeen(ctx, file),
      collection.names?.(ctx, { id, record_id }),
    ]);
    const isOpen = isSeen && isNamed && (collection.module === null || !disabled.includes(collection.module));
    return isOpen ? { file, ctx, isPermanent: true } : null;
  }
}
