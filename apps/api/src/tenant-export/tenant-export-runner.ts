import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { TenantExportClaims, type ClaimedExport } from '@usaha/core';
import { Database, type Context } from '@usaha/shared';
import { asAdministrator } from './as-administrator.js';
import { TenantArchive } from './tenant-archive.js';

/** Makes the archive of an export that this process has taken. */
@Injectable()
export class TenantExportRunner {
  constructor(
    private readonly database: Database,
    private readonly claims: TenantExportClaims,
    private readonly modules: ModuleRef,
  ) {}

  /**
   * Writes the archive into the file store, and makes it ready with its last byte.
   * @param goOn throws where the process ends or another one has taken over
   */
  async run(tenant_id: string, claimed: ClaimedExport, holder: string, goOn: () => void): Promise<void> {
    const { found, arrival } = claimed;
    const { include_files } = found;
    const now = new Date();
    const archive = new TenantArchive(this.database, (service) => this.modules.get(service, { strict: false }));
    // Whether the one who asked still is an administrator was seen when asked.
    const who = { tenant_id, actor: asAdministrator(found.requested_by, found.id), now };
    const facts = await archive.write(who, { include_files, goOn }, (bytes) =>
      arrival.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    );
    await arrival.end();
    goOn();
    await this.as(tenant_id, (ctx) => this.claims.finish(ctx, claimed, holder, { ...facts, bytes: arrival.bytes }));
  }

  private as<T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now: new Date() }, work);
  }
}
