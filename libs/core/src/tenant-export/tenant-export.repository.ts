import { Injectable } from '@nestjs/common';
import { Database, Repository, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { TenantExport } from './tenant-export.entity.js';

/** The exports of a tenant. */
@Injectable()
export class TenantExportRepository extends Repository<TenantExport> {
  constructor(database: Database) {
    super(database, TenantExport, { noun: nouns.tenant_export });
  }

  /** The one that waits or is made, locked; null where there is none. */
  async lockUnderWay(ctx: Context): Promise<TenantExport | null> {
    const [found] = await this.lockWhere(ctx, "r.status in ('queued', 'running')", []);
    return found ?? null;
  }

  /** Id of the one whose archive is a file; null where none is. */
  async idOfArchive(ctx: Context, file_id: string): Promise<string | null> {
    const [row] = await ctx.db.read(
      'select r.id from core.tenant_exports r where r.tenant_id = $1 and r.file_id = $2',
      [ctx.tenant_id, file_id],
    );
    return (row?.[0] as string | undefined) ?? null;
  }

  /** Whether one waits or is made. */
  async isUnderWay(ctx: Context): Promise<boolean> {
    const rows = await ctx.db.read(
      `select 1 from core.tenant_exports r where r.tenant_id = $1 and r.status in ('queued', 'running') limit 1`,
      [ctx.tenant_id],
    );
    return rows.length > 0;
  }
}
