import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import { nouns } from '../../messages.js';
import { SimulatorSettings } from './simulator-settings.entity.js';

declareReferences({ simulator_settings_tenant: 'tenant_id' });

/** How the simulator plays MyInvois for tenants; a row has the tenant's id, and is made with the first call. */
@Injectable()
export class SimulatorSettingsRepository extends Repository<SimulatorSettings> {
  constructor(database: Database) {
    super(database, SimulatorSettings, { noun: nouns.einvoice_simulator });
  }

  /** The tenant's row, locked: calls of a tenant take turns. */
  async lockOrMake(ctx: Context): Promise<SimulatorSettings> {
    ctx.db.enqueue(
      `insert into ${this.table.path} (tenant_id, id, created_at, updated_at) values ($1, $1, $2, $2)
       on conflict (tenant_id, id) do nothing`,
      [ctx.tenant_id, ctx.now],
    );
    return this.lock(ctx, ctx.tenant_id);
  }

  /** Enqueues what a call has counted: it is no act of a user, and not on the trail. */
  saveCounted(ctx: Context, settings: SimulatorSettings): void {
    this.updateMany(ctx, [settings], ['faults', 'calls'], null, { tells: false });
  }
}
