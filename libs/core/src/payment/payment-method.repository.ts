import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import { PaymentMethod } from './payment-method.entity.js';
import { paymentMethodEvents } from './payment-method.events.js';
import { nouns } from '../messages.js';

declareReferences({ payment_methods_tenant: 'tenant_id' });

/** The means of payment of a tenant. */
@Injectable()
export class PaymentMethodRepository extends Repository<PaymentMethod> {
  constructor(database: Database) {
    super(database, PaymentMethod, { noun: nouns.payment_method, events: paymentMethodEvents });
  }

  /** All of them, newest first. */
  async all(ctx: Context): Promise<PaymentMethod[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where ${this.mine} order by r.id desc`,
      [ctx.tenant_id],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  async count(ctx: Context): Promise<number> {
    const [[count]] = (await ctx.db.read(`select count(*) from ${this.table.path} r where ${this.mine}`, [
      ctx.tenant_id,
    ])) as [[number]];
    return count;
  }

  /** Also one that was deleted since: for a payment that was begun with it. */
  findEver(ctx: Context, id: string): Promise<PaymentMethod | null> {
    return this.first(ctx, 'r.tenant_id = $1 and r.id = $2', [ctx.tenant_id, id]);
  }
}
