import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import type { Way } from '../message/template.js';
import { nouns } from '../messages.js';
import { MessageAccount } from './message-account.entity.js';

declareReferences({ message_accounts_tenant: 'tenant_id' });

/** The accounts of a tenant at carriers of messages: one of each way is current, those before are deleted. */
@Injectable()
export class MessageAccountRepository extends Repository<MessageAccount> {
  constructor(database: Database) {
    super(database, MessageAccount, { noun: nouns.message_account });
  }

  /** Those that are current, at most one of each way. */
  async everyOne(ctx: Context): Promise<MessageAccount[]> {
    const rows = await ctx.db.read(this.selectWhere(this.mine), [ctx.tenant_id]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** null where the tenant has set none of the way. */
  current(ctx: Context, way: Way): Promise<MessageAccount | null> {
    return this.first(ctx, `${this.mine} and r.way = $2`, [ctx.tenant_id, way]);
  }

  async lockCurrent(ctx: Context, way: Way): Promise<MessageAccount | null> {
    const [found] = await this.lockWhere(ctx, 'r.way = $2', [way]);
    return found ?? null;
  }

  /** Says that the carrier has taken a message; of an account that was replaced meanwhile, nothing. */
  verify(ctx: Context, id: string): void {
    ctx.db.enqueue(
      `update ${this.table.path} r set verified_at = $3 where r.tenant_id = $1 and r.id = $2 and r.verified_at is null`,
      [ctx.tenant_id, id, ctx.now],
    );
  }
}
