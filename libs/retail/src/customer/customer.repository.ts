import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  foundWith,
  matches,
  type Context,
  type Filters,
} from '@usaha/shared';
import type { LoyaltyTier } from '../loyalty/tiers.js';
import { retryIfTaken } from '../client-reference.js';
import { Customer } from './customer.entity.js';
import { customerEvents } from './customer.events.js';
import { nouns } from '../messages.js';

/** Filters of a list of customers. */
export interface CustomerQuery {
  loyalty_tier?: LoyaltyTier;
  /** A part of the name (first and last together), the e-mail or the telephone number, in any case. */
  search?: string;
  /** The same number, however it is written. */
  phone_number?: string;
  is_active?: boolean;
  /** As the program that sent it calls it. */
  client_reference?: string;
}

const filters: Filters<CustomerQuery> = {
  loyalty_tier: equals('loyalty_tier'),
  search: matches('retail.customers_matching'),
  phone_number: foundWith('retail.customers_with_phone_number'),
  is_active: equals('is_active'),
  client_reference: equals('client_reference'),
};

const keys = {
  phone_number: { found: 'retail.customers_with_phone_number', as: 'phone' },
  email: { found: 'retail.customers_with_email', as: 'text' },
} as const;

declareReferences({ customers_tenant: 'tenant_id' });

/** The customers of a tenant. */
@Injectable()
export class CustomerRepository extends Repository<Customer, CustomerQuery> {
  constructor(database: Database) {
    super(database, Customer, { noun: nouns.customer, filters, keys, events: customerEvents });
  }

  /** One by its client_reference, also a deleted one. */
  byReference(ctx: Context, client_reference: string): Promise<Customer | null> {
    return this.first(ctx, 'r.tenant_id = $1 and r.client_reference = $2', [ctx.tenant_id, client_reference]);
  }

  /** Enqueues the INSERT of a new customer. */
  add(ctx: Context, customer: Customer): Customer {
    return this.insert(ctx, customer, 'create', retryIfTaken('customers_client_reference'));
  }
}
