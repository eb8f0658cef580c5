import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  equalsId,
  type Context,
  type Filters,
  type Row,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { CodPayout } from './cod-entry.entities.js';

/** Filters of a list of payouts. */
export interface CodPayoutQuery {
  sender_id?: string;
  /** Of the payout, both included. */
  date_from?: string;
  date_to?: string;
}

const filters: Filters<CodPayoutQuery> = {
  sender_id: equalsId('sender_id'),
  date_from: atLeast('date'),
  date_to: atMost('date'),
};

declareReferences({ cod_payouts_tenant: 'tenant_id', cod_payouts_sender: 'sender_id', proofs_sender: 'sender_id' });

/** The name of the sender, in one reading with the payout. */
const extraColumns = `(select c.name from logistics.cod_senders c where c.tenant_id = $1 and c.id = r.sender_id)`;

/** What senders were paid. */
@Injectable()
export class CodPayoutRepository extends Repository<CodPayout, CodPayoutQuery> {
  constructor(database: Database) {
    super(database, CodPayout, { noun: nouns.cod_payout, filters, extraColumns });
  }

  protected override hydrate(ctx: Context, row: Row): CodPayout {
    const payout = super.hydrate(ctx, row);
    payout.sender_name = row[this.table.width] as string | null;
    return payout;
  }
}
