import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { EinvoiceSettings } from './einvoice-settings.entity.js';

declareReferences({ einvoice_settings_tenant: 'tenant_id' });

/** The settings of tenants; a row has the tenant's id, and is made with the first change. */
@Injectable()
export class EinvoiceSettingsRepository extends Repository<EinvoiceSettings> {
  constructor(database: Database) {
    super(database, EinvoiceSettings, { noun: nouns.einvoice_settings });
  }

  /** The tenant's row, locked; two first changes at once make it once. */
  async lockOrMake(ctx: Context): Promise<EinvoiceSettings> {
    ctx.db.enqueue(
      `insert into ${this.table.path} (tenant_id, id, created_at, updated_at) values ($1, $1, $2, $2)
       on conflict (tenant_id, id) do nothing`,
      [ctx.tenant_id, ctx.now],
    );
    return this.lock(ctx, ctx.tenant_id);
  }

  /** The tenant's row, locked. @throws not_found without a certificate */
  async lockCertified(ctx: Context): Promise<EinvoiceSettings> {
    const record = await this.lock(ctx, ctx.tenant_id);
    return record.certificate === null ? this.missing() : record;
  }
}
