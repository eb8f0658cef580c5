import { Injectable } from '@nestjs/common';
import { invalid, type Context, type Role } from '@usaha/shared';
import { messages } from './file.messages.js';
import type { ModuleKey } from '../module/catalogue.js';
import type { FileRecord } from './file-attachments.js';

/** The repository of a collection, as far as files need it. */
export interface FileRecords {
  /** The record's name on the audit trail. */
  readonly noun: string;
  /** The record as far as the actor may see it; null where there is none, and of a deleted one. */
  find(ctx: Context, id: string): Promise<object | null>;
  /** @throws invalid naming the field, by the next statement that is awaited */
  assertExists(ctx: Context, field: string, id: string, options: { lock: boolean }): Promise<void>;
}

/** A collection whose records have files, and what its files follow from that. */
export interface FileCollection {
  /** Its path below /api/v1/ with dots: `retail.products`. */
  readonly resource: string;
  /** null: of the core. */
  readonly module: ModuleKey | null;
  /** Its table, `retail.products`; null: of the tenant itself, which is always there. */
  readonly table: string | null;
  readonly records: FileRecords;
  /** The role that reads files; viewer unless told. */
  readonly readBy?: Role;
  /** The role that changes records; staff unless told. */
  readonly changedBy?: Role;
  /** Whether users who are drivers read files of the records that are assigned to them. */
  readonly isOpenToDrivers?: boolean;
  /** Whether each reading of a file is on the audit trail. */
  readonly isOnTrail?: boolean;
  /** Whether a record names a file: then the file is not deleted. */
  names?(ctx: Context, file: { id: string; record_id: string }): Promise<boolean>;
}

/** The collections whose records have files. Each context registers its own in `onModuleInit`. */
@Injectable()
export class FileCollections {
  private readonly byResource = new Map<string, FileCollection>();

  /** @throws Error where one of the resource is there already */
  register(...collections: readonly FileCollection[]): void {
    for (const collection of collections) {
      if (this.byResource.has(collection.resource))
        throw new Error(`Files of ${collection.resource} have a collection already`);
      this.byResource.set(collection.resource, collection);
    }
  }

  get all(): readonly FileCollection[] {
    return [...this.byResource.values()];
  }

  of(resource: string): FileCollection | undefined {
    return this.byResource.get(resource);
  }

  /**
   * Requires that a body names a record, which stays until the transaction ends.
   * @throws invalid naming record_id, by the next statement that is awaited
   */
  async lockRecord(ctx: Context, { resource, record_id }: FileRecord): Promise<void> {
    const collection = this.of(resource);
    if (!collection) throw invalid('resource', messages.resourceUnknown({ resources: [...this.byResource.keys()] }));
    await collection.records.assertExists(ctx, 'record_id', record_id, { lock: true });
  }

  /** Whether the record of a file is there for the actor. */
  async has(ctx: Context, { resource, record_id }: FileRecord): Promise<boolean> {
    const record = await this.of(resource)?.records.find(ctx, record_id);
    return record !== undefined && record !== null;
  }
}
