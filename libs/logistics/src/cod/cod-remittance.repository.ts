import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equalsId, money, type Context, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { CodRemittance } from './cod-entry.entities.js';

interface RemittanceQuery {
  driver_id?: string;
}
const filters: Filters<RemittanceQuery> = { driver_id: equalsId('driver_id') };

declareReferences({ cod_remittances_tenant: 'tenant_id', cod_remittances_driver: 'driver_id' });

const HELD = `
  select coalesce((select sum(p.collected_amount) from logistics.proofs p
                    where p.tenant_id = $1 and p.driver_id = $2 and p.deleted_at is null), 0)
       - coalesce((select sum(m.amount) from logistics.cod_remittances m
                    where m.tenant_id = $1 and m.driver_id = $2 and m.voided_at is null and m.deleted_at is null), 0)`;

/** Cash that drivers handed in. */
@Injectable()
export class CodRemittanceRepository extends Repository<CodRemittance, RemittanceQuery> {
  constructor(database: Database) {
    super(database, CodRemittance, { noun: nouns.cod_remittance, filters });
  }

  /** MYR: what a driver collected less what was handed in; below 0 where more was handed in than is recorded as collected. */
  async heldBy(ctx: Context, driver_id: string): Promise<number> {
    const [row] = await ctx.db.read(HELD, [ctx.tenant_id, driver_id]);
    return money.round(row?.[0] as number);
  }
}
