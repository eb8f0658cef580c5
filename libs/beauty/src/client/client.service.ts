import { Injectable } from '@nestjs/common';
import { PersonErasure, type Erasure } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { clientData } from '../privacy/client-data.js';
import { Client, type ClientDetails } from './client.entity.js';
import { ClientRepository, type ClientQuery } from './client.repository.js';
import { ClientPointsLedger } from './points-ledger.js';

/**
 * What may be changed of a client; what is absent stays, null clears an optional field. `loyalty_points` is the new
 * balance, from 0 to MAX_POINTS: the difference is a movement.
 */
export type ClientChanges = Partial<
  ClientDetails & Pick<Client, 'loyalty_points' | 'pdpa_consent' | 'pdpa_consent_stated'>
>;

/** What a client is created from. */
export type NewClient = ClientChanges & Pick<Client, 'first_name' | 'last_name'>;

/** The clients of the context's tenant. */
@Injectable()
export class ClientService {
  constructor(
    private readonly clients: ClientRepository,
    private readonly points: ClientPointsLedger,
    private readonly erasures: PersonErasure,
  ) {}

  /** For checks of other records: the client is shown to nobody, so nothing is recorded in the audit trail. @throws not_found */
  get(ctx: Context, id: string): Promise<Client> {
    return this.clients.get(ctx, id);
  }

  /** For showing the client, health data among them: recorded in the audit trail before the response. @throws not_found */
  read(ctx: Context, id: string): Promise<Client> {
    return this.clients.readOnTrail(ctx, id);
  }

  list(ctx: Context, query: ClientQuery, page: PageRequest): Promise<Page<Client>> {
    return this.clients.list(ctx, query, page);
  }

  async create(ctx: Context, data: NewClient): Promise<Client> {
    const client = new Client();
    const points_changed = apply(ctx, client, data);
    await this.clients.insert(ctx, client);
    await this.points.enter(ctx, client, points_changed, 'opening');
    return client;
  }

  /** @throws not_found */
  async update(ctx: Context, id: string, changes: ClientChanges): Promise<Client> {
    const client = await this.clients.hold(ctx, id);
    const points_changed = apply(ctx, client, changes);
    await Promise.all([this.clients.save(ctx, client), this.points.enter(ctx, client, points_changed, 'correction')]);
    return client;
  }

  /** Whatever names the client stays. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Client> {
    const client = await this.clients.hold(ctx, id);
    await this.clients.remove(ctx, client);
    return client;
  }

  /** Blanks for good whatever tells who a client is, deleted or not; the client is deleted. @throws not_found */
  erase(ctx: Context, id: string): Promise<Erasure<Client, keyof typeof clientData.records>> {
    return this.erasures.erase(ctx, clientData, id);
  }
}

/** @returns by how much the points changed */
function apply(
  ctx: Context,
  client: Client,
  { loyalty_points, pdpa_consent, pdpa_consent_stated, ...details }: ClientChanges,
): number {
  client.describe(details);
  if (pdpa_consent !== undefined) client.consent(pdpa_consent, ctx.now, pdpa_consent_stated);
  return loyalty_points === undefined ? 0 : client.setPoints(loyalty_points);
}
