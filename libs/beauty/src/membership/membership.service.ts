import { Injectable } from '@nestjs/common';
import { invalid, malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import { ClientRepository } from '../client/client.repository.js';
import { namedServices } from '../service/named-services.js';
import { SalonServiceRepository } from '../service/salon-service.repository.js';
import { messages } from '../messages.js';
import type { AppointmentPayment } from '../payment/appointment-payment.entity.js';
import { MembershipPaymentLedger } from '../payment/payment-ledger.js';
import { Membership, type MembershipDetails } from './membership.entity.js';
import { MembershipRepository, type MembershipQuery } from './membership.repository.js';

/** What may be changed of a membership; what is absent stays, null clears an optional field. */
export type MembershipChanges = Partial<MembershipDetails & Pick<Membership, 'client_id'>>;

/** What a membership is created from. */
export type NewMembership = MembershipChanges & Pick<Membership, 'client_id' | 'membership_type'>;

/** What the fee of a year is taken from. */
export interface NewFee {
  membership_id: string;
  payment_method: string;
}

/** The memberships of the clients of the context's tenant. They stay when their client is deleted. */
@Injectable()
export class MembershipService {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly clients: ClientRepository,
    private readonly services: SalonServiceRepository,
    private readonly ledger: MembershipPaymentLedger,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Membership> {
    return this.memberships.get(ctx, id);
  }

  list(ctx: Context, query: MembershipQuery, page: PageRequest): Promise<Page<Membership>> {
    return this.memberships.matching(ctx, query, page);
  }

  /** A client may have several at once. @throws invalid (an unknown client or service, dates, a benefit) */
  async create(ctx: Context, { client_id, ...details }: NewMembership): Promise<Membership> {
    const client = await this.clients.lockReferenced(ctx, 'client_id', client_id);
    const membership = new Membership();
    membership.joinedBy(client.id);
    await this.apply(ctx, membership, details);
    return this.memberships.insert(ctx, membership);
  }

  /** @throws not_found, invalid; conflict when the client's data were erased */
  async update(ctx: Context, id: string, { client_id, ...details }: MembershipChanges): Promise<Membership> {
    // Locks the client before the membership, in the order of an erasure.
    const client = client_id === undefined ? null : await this.clients.lockIfExists(ctx, client_id);
    const membership = await this.memberships.lock(ctx, id);
    if (client_id !== undefined && !client && client_id.toLowerCase() !== membership.client_id)
      this.clients.refuseUnknown('client_id');
    if (client) membership.joinedBy(client.id);
    await this.apply(ctx, membership, details);
    return this.memberships.save(ctx, membership);
  }

  /**
   * Takes the fee of a year of a client's membership.
   * @throws not_found for the client; invalid for an unknown membership and one of another client; conflict where nothing is due
   */
  async pay(ctx: Context, client_id: string, { membership_id, payment_method }: NewFee): Promise<AppointmentPayment> {
    const client = (await this.clients.lockIfExists(ctx, client_id)) ?? (await this.clients.get(ctx, client_id));
    const membership = await this.memberships.lockReferenced(ctx, 'membership_id', membership_id);
    // Nothing is noted in what was blanked.
    if (membership.erased_at) return this.memberships.refuseUnknown('membership_id');
    if (membership.client_id !== client.id) throw invalid('membership_id', messages.membershipOfAnother());
    const amount = membership.payFee(malaysianDay(membership.created_at), malaysianDay(ctx.now));
    this.memberships.save(ctx, membership, 'pay');
    return this.ledger.appendNumbered(ctx, {
      ...{
        appointment_id: null,
        sold_package_id: null,
        membership_id: membership.id,
        position: membership.fee_payments,
      },
      ...{ kind: 'payment', purpose: 'membership', amount, balance: 0, payment_method, notes: null },
      ...{ lines: null, tax_amount: null, subject: membership.membership_type, invoice_number: null },
      ...{ reference: null, payment_request_id: null },
    });
  }

  private async apply(ctx: Context, membership: Membership, details: Partial<MembershipDetails>): Promise<void> {
    const benefits = await namedServices(ctx, this.services, 'benefits', details.benefits, membership.benefits);
    membership.describe({ ...details, benefits });
  }
}
