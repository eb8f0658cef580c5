import { Injectable } from '@nestjs/common';
import { Bin, DocumentParties, addressedParty, type ConsentStatement, type PersonName } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { once, type Once } from '../client-reference.js';
import { PointsLedger } from '../loyalty/points-ledger.js';
import { Customer, type CustomerDetails } from './customer.entity.js';
import { CustomerRepository, type CustomerQuery } from './customer.repository.js';

/**
 * What may be changed of a customer; what is absent stays, null clears an optional field. `loyalty_points` is the new
 * balance: the difference is a movement like any other. A tier is kept until the points next change.
 */
export type CustomerChanges = Partial<
  CustomerDetails & ConsentStatement & Pick<Customer, 'loyalty_points' | 'loyalty_tier'>
>;

/** What a customer is created from. */
export type NewCustomer = CustomerChanges & PersonName & Partial<Pick<Customer, 'client_reference'>>;

/** The customers of the context's tenant. */
@Injectable()
export class CustomerService {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly points: PointsLedger,
    private readonly parties: DocumentParties,
    private readonly bin: Bin,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Customer> {
    return this.customers.get(ctx, id);
  }

  list(ctx: Context, query: CustomerQuery, page: PageRequest): Promise<Page<Customer>> {
    return this.customers.list(ctx, query, page);
  }

  /** Records by texts of their id or of another key, locked in the order of their ids: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<CustomerRepository['byKey']> {
    return this.customers.byKey(ctx, key, texts);
  }

  /** @throws conflict for a client_reference that was sent with other content */
  async create(ctx: Context, data: NewCustomer): Promise<Customer> {
    return (await this.createOnce(ctx, data)).made;
  }

  /** The same, telling whether an earlier request with the same client_reference made the customer. */
  createOnce(ctx: Context, data: NewCustomer): Promise<Once<Customer>> {
    return once<Customer, Customer>(ctx, 'customer', data, {
      index: 'customers_client_reference',
      find: (client_reference) => this.customers.byReference(ctx, client_reference),
      show: (found) => Promise.resolve(found),
      make: (reference) => {
        const customer = Object.assign(new Customer(), reference);
        const points_changed = apply(ctx, customer, data);
        this.customers.add(ctx, customer);
        this.points.enter(ctx, customer, points_changed, { kind: 'opening' });
        return Promise.resolve(customer);
      },
    });
  }

  /** @throws not_found */
  async update(ctx: Context, id: string, changes: CustomerChanges): Promise<Customer> {
    const customer = await this.customers.lock(ctx, id);
    const before = addressedParty(customer);
    const points_changed = apply(ctx, customer, changes);
    this.customers.save(ctx, customer);
    this.parties.keep(ctx, customer, before, addressedParty(customer));
    this.points.enter(ctx, customer, points_changed, { kind: 'correction' });
    return customer;
  }

  /** Sales and movements that name the customer stay. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Customer> {
    const customer = await this.customers.lock(ctx, id);
    this.customers.remove(ctx, customer);
    return customer;
  }

  /** Undoes the deletion. @throws not_found */
  restore(ctx: Context, id: string): Promise<Customer> {
    return this.bin.restore(ctx, this.customers, id);
  }
}

/** The points go before the tier, which would else be that of the points again. @returns by how much the points changed */
function apply(ctx: Context, customer: Customer, changes: CustomerChanges): number {
  const { loyalty_points, loyalty_tier } = changes;
  customer.describe(changes);
  customer.stateConsent(changes, ctx.now);
  const points_changed = loyalty_points === undefined ? 0 : customer.changePoints('set', loyalty_points);
  if (loyalty_tier !== undefined) customer.grantTier(loyalty_tier);
  return points_changed;
}
