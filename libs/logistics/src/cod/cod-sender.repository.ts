import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  RetryTransaction,
  declareReferences,
  isUuid,
  money,
  violates,
  type Context,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { CodSender, type NamedSender } from './cod-sender.entity.js';

declareReferences({ cod_senders_tenant: 'tenant_id' });

/** The unique index of their names. */
const KEY_INDEX = 'cod_senders_key';

const OWED = `
  select coalesce((select sum(p.collected_amount) from logistics.proofs p
                    where p.tenant_id = $1 and p.sender_id = $2 and p.collected_amount is not null and p.deleted_at is null), 0)
       - coalesce((select sum(o.amount) from logistics.cod_payouts o
                    where o.tenant_id = $1 and o.sender_id = $2 and o.voided_at is null and o.deleted_at is null), 0)`;

/** The senders for whom cash was collected. */
@Injectable()
export class CodSenderRepository extends Repository<CodSender> {
  constructor(database: Database) {
    super(database, CodSender, { noun: nouns.cod_sender });
  }

  /** Enqueues the INSERT of a sender that was not known. Where a parallel request made it, the transaction is done again. */
  add(ctx: Context, sender: NamedSender): CodSender {
    return this.insert(ctx, Object.assign(new CodSender(), sender), 'create', (error) =>
      violates(error, KEY_INDEX) ? new RetryTransaction('key_taken', error) : error,
    );
  }

  /** Locks the sender of a payout; null where there is no such payout. */
  async lockPaid(ctx: Context, payout_id: string): Promise<CodSender | null> {
    if (!isUuid(payout_id)) return null;
    const paid = 'select o.sender_id from logistics.cod_payouts o where o.tenant_id = $1 and o.id = $2';
    const [sender] = await this.lockWhere(ctx, `r.id = (${paid})`, [payout_id]);
    return sender ?? null;
  }

  /** MYR: collected less paid out; below 0 where more was paid out. */
  async owedTo(ctx: Context, sender_id: string): Promise<number> {
    const [row] = await ctx.db.read(OWED, [ctx.tenant_id, sender_id]);
    return money.round(row?.[0] as number);
  }
}
