import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { ClientRepository } from '../client/client.repository.js';
import { namedServices } from '../service/named-services.js';
import { SalonServiceRepository } from '../service/salon-service.repository.js';
import { Membership, type MembershipDetails } from './membership.entity.js';
import { MembershipRepository, type MembershipQuery } from './membership.repository.js';

/** What may be changed of a membership; what is absent stays, null clears an optional field. */
export type MembershipChanges = Partial<MembershipDetails & Pick<Membership, 'client_id'>>;

/** What a membership is created from. */
export type NewMembership = MembershipChanges & Pick<Membership, 'client_id' | 'membership_type'>;

/** The memberships of the clients of the context's tenant. They stay when their client is deleted. */
@Injectable()
export class MembershipService {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly clients: ClientRepository,
    private readonly services: SalonServiceRepository,
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

  private async apply(ctx: Context, membership: Membership, details: Partial<MembershipDetails>): Promise<void> {
    const benefits = await namedServices(ctx, this.services, 'benefits', details.benefits, membership.benefits);
    membership.describe({ ...details, benefits });
  }
}
