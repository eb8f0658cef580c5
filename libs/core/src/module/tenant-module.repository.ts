import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, newId, type Context } from '@usaha/shared';
import { moduleKeys, type ModuleKey } from './catalogue.js';
import { TenantModule } from './tenant-module.entity.js';
import { nouns } from '../messages.js';

declareReferences({ tenant_modules_tenant: 'tenant_id' });

/** What tenants have enabled and disabled; a row is named by its module's key. */
@Injectable()
export class TenantModuleRepository extends Repository<TenantModule> {
  constructor(database: Database) {
    super(database, TenantModule, { noun: nouns.module });
  }

  /** The tenant's row of a module, held; it is made here when there is none yet, once however many ask at the same time. */
  async lockOrMake(ctx: Context, module: ModuleKey): Promise<TenantModule> {
    ctx.db.enqueue(
      `insert into ${this.table.path} (tenant_id, id, created_at, updated_at, module, status)
       values ($1, $2, $3, $3, $4, 'usable') on conflict (tenant_id, module) do nothing`,
      [ctx.tenant_id, newId(ctx.now), ctx.now, module],
    );
    return this.lock(ctx, module);
  }

  /** Keys of the modules whose operations the tenant has disabled. */
  async disabled(ctx: Context): Promise<string[]> {
    const rows = await ctx.db.read(
      `select r.module from ${this.table.path} r where r.tenant_id = $1 and r.status = 'disabled'`,
      [ctx.tenant_id],
    );
    return rows.map(([module]) => module as string);
  }

  protected override nameIs(key: string): string | null {
    return (moduleKeys as readonly string[]).includes(key) ? 'r.module = $2' : null;
  }
}
