import { Injectable } from '@nestjs/common';
import { Bin, DocumentParties, personParty, type ConsentStatement, type PersonName } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { Client, type ClientDetails } from './client.entity.js';
import { ClientRepository, type ClientQuery } from './client.repository.js';
import { ClientPointsLedger } from './points-ledger.js';

/**
 * What may be changed of a client; what is absent stays, null clears an optional field. `loyalty_points` is the new
 * balance, from 0 to MAX_POINTS: the difference is a movement.
 */
export type ClientChanges = Partial<ClientDetails & ConsentStatement & Pick<Client, 'loyalty_points'>>;

/** What a client is created from. */
export type NewClient = ClientChanges & PersonName;

/** The clients of the context's tenant. */
@Injectable()
export class ClientService {
  constructor(
    private readonly clients: ClientRepository,
    private readonly points: ClientPointsLedger,
    private readonly parties: DocumentParties,
    private readonly bin: Bin,
  ) {}

  /** For checks of other records: the client is shown to no user, so nothing is recorded in the audit trail. @throws not_found */
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

  /** Records by texts of their id or of another key, locked in the order of their ids: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<ClientRepository['byKey']> {
    return this.clients.byKey(ctx, key, texts);
  }

  async create(ctx: Context, data: NewClient): Promise<Client> {
    const client = new Client();
    const points_changed = apply(ctx, client, data);
    this.clients.insert(ctx, client);
    this.points.enter(ctx, client, points_changed, 'opening');
    return client;
  }

  /** @throws not_found */
  async update(ctx: Context, id: string, changes: ClientChanges): Promise<Client> {
    const client = await this.clients.lock(ctx, id);
    const before = personParty(client);
    const points_changed = apply(ctx, client, changes);
    this.clients.save(ctx, client);
    this.parties.keep(ctx, client, before, personParty(client));
    this.points.enter(ctx, client, points_changed, 'correction');
    return client;
  }

  /** Records that name the client stay. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Client> {
    const client = await this.clients.lock(ctx, id);
    this.clients.remove(ctx, client);
    return client;
  }

  /** Undoes the deletion. @throws not_found */
  restore(ctx: Context, id: string): Promise<Client> {
    return this.bin.restore(ctx, this.clients, id);
  }
}

/** @returns by how much the points changed */
function apply(ctx: Context, client: Client, changes: ClientChanges): number {
  client.describe(changes);
  client.stateConsent(changes, ctx.now);
  return changes.loyalty_points === undefined ? 0 : client.setPoints(changes.loyalty_points);
}
