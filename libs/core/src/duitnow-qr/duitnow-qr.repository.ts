import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { DuitNowQr } from './duitnow-qr.entity.js';

declareReferences({ duitnow_qrs_tenant: 'tenant_id' });

/** The DuitNow QR of each tenant; a row has the tenant's id, and is made with the first code. */
@Injectable()
export class DuitNowQrRepository extends Repository<DuitNowQr> {
  constructor(database: Database) {
    super(database, DuitNowQr, { noun: nouns.duitnow_qr });
  }

  /** The tenant's row, where it has a code. */
  findSet(ctx: Context): Promise<DuitNowQr | null> {
    return this.first(ctx, `${this.mine} and r.id = $1 and r.sealed_payload is not null`, [ctx.tenant_id]);
  }

  /** The same. @throws not_found without a code */
  async getSet(ctx: Context): Promise<DuitNowQr> {
    return (await this.findSet(ctx)) ?? this.missing();
  }

  /** The same, locked. @throws not_found, precondition_failed */
  async lockSet(ctx: Context): Promise<DuitNowQr> {
    const record = await this.lock(ctx, ctx.tenant_id);
    return record.sealed_payload === null ? this.missing() : record;
  }

  /** The tenant's row, locked; two first codes at once make it once. @throws precondition_failed */
  async lockOrMake(ctx: Context): Promise<DuitNowQr> {
    ctx.db.enqueue(
      `insert into ${this.table.path} (tenant_id, id, created_at, updated_at) values ($1, $1, $2, $2)
       on conflict (tenant_id, id) do nothing`,
      [ctx.tenant_id, ctx.now],
    );
    return this.lock(ctx, ctx.tenant_id);
  }
}
