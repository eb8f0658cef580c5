import { Injectable } from '@nestjs/common';
import {
  FileCollections,
  FileService,
  TenantExportRepository,
  coreNouns,
  type FileCollection,
  type FileQuery,
  type FileRights,
  type StoredFile,
} from '@usaha/core';
import { forbidden, includesRole, isUuid, type Context, type DomainError } from '@usaha/shared';
import { messages } from '../http/messages.js';
import { holdsScope, type Scope } from '../wire/scopes.js';

/** What files are used for: reading them, or changing them and what their records have. */
export type FileUse = 'read' | 'write';

/** Why rights do not allow a use of a collection's files, or of a file without a record; null: they do. */
export function refusalOf(
  rights: FileRights,
  collection: FileCollection | undefined,
  use: FileUse,
): DomainError | null {
  const { actor, disabled_modules, api_key } = rights;
  const { module = null, resource, readBy = 'viewer', changedBy = 'staff', isOpenToDrivers } = collection ?? {};
  const areas = ['files', module ?? resource].filter((area) => area !== undefined);
  const scope = api_key && areas.map((area): Scope => `${area}:${use}`).find((one) => !holdsScope(api_key.scopes, one));
  if (scope) return forbidden(messages.scopeMissing({ scope }), 'SCOPE_MISSING', { scope });
  if (!includesRole(actor.role, use === 'read' ? readBy : changedBy))
    return forbidden(messages.roleMayNot({ role: actor.role }));
  if (module !== null && disabled_modules.includes(module))
    return forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
  const isClosed = actor.driver_id !== null && module === 'logistics' && !(use === 'read' && isOpenToDrivers);
  return isClosed ? forbidden(messages.driverMayNot()) : null;
}

/** Which files a caller reads and changes: those whose records the caller reads and changes. */
@Injectable()
export class FileAccess {
  constructor(
    private readonly files: FileService,
    private readonly collections: FileCollections,
    private readonly exports: TenantExportRepository,
  ) {}

  /** A file that the caller may read; the reading is on the audit trail where its collection asks for that. @throws not_found, forbidden */
  async read(ctx: Context, rights: FileRights, id: string): Promise<StoredFile> {
    const file = await this.files.get(ctx, id);
    this.requireUse(rights, file.resource, 'read');
    this.recordReading(ctx, file);
    return file;
  }

  /** The same of one whose bytes are read: of the archive of an export, its download is on the audit trail. */
  async readContent(ctx: Context, rights: FileRights, id: string): Promise<StoredFile> {
    const file = await this.read(ctx, rights, id);
    if (file.counts) return file;
    const record_id = await this.exports.idOfArchive(ctx, file.id);
    if (record_id !== null)
      ctx.db.record(ctx, { action: 'read', record_type: coreNouns.tenant_export.name, record_id, changes: {} });
    return file;
  }

  /** The collections of which a list shows files to the caller. @throws forbidden where the list names one of others */
  async listed(ctx: Context, rights: FileRights, { resource, record_id }: FileQuery): Promise<FileCollection[]> {
    if (resource !== undefined) this.requireUse(rights, resource, 'read');
    const allowed = this.collections.all.filter((collection) => refusalOf(rights, collection, 'read') === null);
    const isOne = resource !== undefined && record_id !== undefined;
    if (isOne && isUuid(record_id)) this.recordReading(ctx, { id: null, resource, record_id });
    if (rights.actor.driver_id === null) return allowed;
    // Which shipments are assigned to a driver is asked of one shipment alone.
    const isAssigned = isOne && (await this.collections.has(ctx, { resource, record_id }));
    return isAssigned ? allowed : allowed.filter(({ isOpenToDrivers }) => !isOpenToDrivers);
  }

  /** Asks whether the caller may use files of a collection; null: those without a record. @throws forbidden */
  requireUse(rights: FileRights, resource: string | null, use: FileUse): void {
    const refusal = refusalOf(rights, resource === null ? undefined : this.collections.of(resource), use);
    if (refusal) throw refusal;
  }

  /** Whether rights allow a use of a file, as far as its collection goes. */
  isAllowed(rights: FileRights, { resource }: StoredFile, use: FileUse): boolean {
    const collection = resource === null ? undefined : this.collections.of(resource);
    return refusalOf(rights, collection, use) === null;
  }

  /** Puts the reading of a file and of its record on the audit trail. */
  recordReading(
    ctx: Context,
    { id, resource, record_id }: { id: string | null } & Pick<StoredFile, 'resource' | 'record_id'>,
  ): void {
    const collection = resource === null ? undefined : this.collections.of(resource);
    if (!collection?.isOnTrail || record_id === null) return;
    ctx.db.record(ctx, { action: 'read', record_type: collection.records.noun, record_id, changes: {} });
    if (id !== null)
      ctx.db.record(ctx, { action: 'read', record_type: coreNouns.file.name, record_id: id, changes: {} });
  }
}
