import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  declareUnique,
  equalsKey,
  matches,
  type Context,
  type Filters,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { EinvoiceBuyer, type BuyerSubject } from './buyer.entity.js';

/** Filters of a list of buyers. */
export interface BuyerQuery {
  /** Of its subject; a company in any case. */
  subject_id?: string;
  /** A part of the name, in any case. */
  search?: string;
}

const filters: Filters<BuyerQuery> = {
  subject_id: equalsKey('subject_key'),
  search: matches('einvoice.buyers_matching'),
};

declareUnique({ einvoice_buyers_subject: 'subject' });
declareReferences({ einvoice_buyers_tenant: 'tenant_id' });

/** The buyers of a tenant. */
@Injectable()
export class EinvoiceBuyerRepository extends Repository<EinvoiceBuyer, BuyerQuery> {
  constructor(database: Database) {
    super(database, EinvoiceBuyer, { noun: nouns.einvoice_buyer, filters });
  }

  /** The buyer of a person or sender; null where it has none. */
  ofSubject(ctx: Context, { module, id }: BuyerSubject): Promise<EinvoiceBuyer | null> {
    const condition = `${this.mine} and r.subject_module = $2 and r.subject_key = lower(btrim($3))`;
    return this.first(ctx, condition, [ctx.tenant_id, module, id]);
  }
}
