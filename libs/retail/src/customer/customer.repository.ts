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

const FORGET_REFERENCE = `
  update retail.customers r set client_reference = $3
   where r.tenant_id = $1 and r.id = $2 and r.client_reference = $4`;

/** Nothing can be tried against it without the keyring. */
const forgottenReference = (ctx: Context, client_reference: string): string =>
  ctx.db.keyring.fingerprint('usaha erased client reference', `${ctx.tenant_id} customer ${client_reference}`);
const bin = {
  resource: 'retail.customers',
  label: ({ first_name, last_name }: Customer) => `${first_name} ${last_name}`,
};

/** The customers of a tenant. */
@Injectable()
export class CustomerRepository extends Repository<Customer, CustomerQuery> {
  constructor(database: Database) {
    super(database, Customer, { noun: nouns.customer, filters, keys, events: customerEvents, bin });
  }

  /** One by its client_reference, also a deleted or an erased one. */
  byReference(ctx: Context, client_reference: string): Promise<Customer | null> {
    const known = [client_reference, forgottenReference(ctx, client_reference)];
    return this.first(ctx, 'r.tenant_id = $1 and r.client_reference = any($2)', [ctx.tenant_id, known]);
  }

  /**
   * Enqueues what comes before an erasure: the client_reference may tell who the customer is, so that a fingerprint takes its place. A
   * program that sends it again does not make the customer again.
   */
  async forgetReference(ctx: Context, id: string): Promise<void> {
    const customer = await this.findWithDeleted(ctx, id);
    if (!customer?.client_reference || customer.erased_at) return;
    const { client_reference } = customer;
    const values = [ctx.tenant_id, id, forgottenReference(ctx, client_reference), client_reference];
    ctx.db.enqueue(FORGET_REFERENCE, values);
  }

  /** Enqueues the INSERT of a new customer. */
  add(ctx: Context, customer: Customer): Customer {
    return this.insert(ctx, customer, 'create', retryIfTaken('customers_client_reference'));
  }
}
