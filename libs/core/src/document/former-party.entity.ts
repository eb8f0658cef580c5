import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';
import type { Party } from './party.js';

/**
 * How a seller, buyer or cashier was named until `created_at`: documents that were issued before print it. One without
 * details, of a tenant, says that earlier names are unknown.
 */
@Entity({ schema: 'core', name: 'former_parties' })
export class FormerParty extends LedgerEntry {
  /** The tenant itself, or one of its customers, patients, students, clients or users. */
  @columns.uuid() owner_id!: string;
  /** The one document that it is the name of, which names another person since a merge; null: all of the owner. */
  @columns.uuid({ nullable: true }) record_id: string | null = null;
  @columns.sealedValue<Party | null>(() => null) details!: Party | null;
}
