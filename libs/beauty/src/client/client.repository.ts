import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equalsKey, foundWith, matches, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { Client } from './client.entity.js';
import { clientEvents } from './client.events.js';

/** Filters of a list of clients. All but the search and the telephone number compare the whole text, in any case. */
export interface ClientQuery {
  membership_level?: string;
  skin_type?: string;
  hair_type?: string;
  frequency?: string;
  /** Its digits, however they are written. */
  phone_number?: string;
  /** A part of the name (first and last together), the e-mail or the telephone number, in any case. */
  search?: string;
}

const filters: Filters<ClientQuery> = {
  membership_level: equalsKey('membership_level_key'),
  skin_type: equalsKey('skin_type_key'),
  hair_type: equalsKey('hair_type_key'),
  frequency: equalsKey('frequency_key'),
  phone_number: foundWith('beauty.clients_with_phone_number'),
  search: matches('beauty.clients_matching'),
};

const keys = {
  phone_number: { found: 'beauty.clients_with_phone_number', as: 'phone' },
  email: { found: 'beauty.clients_with_email', as: 'text' },
} as const;

declareReferences({ clients_tenant: 'tenant_id' });

const bin = { resource: 'beauty.clients', label: ({ first_name, last_name }: Client) => `${first_name} ${last_name}` };

/** The clients of a tenant. */
@Injectable()
export class ClientRepository extends Repository<Client, ClientQuery> {
  constructor(database: Database) {
    super(database, Client, { noun: nouns.client, filters, keys, events: clientEvents, bin });
  }
}
