import { columns } from './column.js';
import { newId } from '../values/ids.js';

/** What every stored record has. `version` counts changes (not sign-ins): it is what an ETag is made of. */
export abstract class StoredRecord {
  @columns.primary() id!: string;
  @columns.instant() created_at!: Date;
  @columns.instant() updated_at!: Date;
  /** Deleted records stay in storage for the history that cites them and are invisible to every observer. */
  @columns.instant({ nullable: true }) deleted_at: Date | null = null;
  @columns.count({ default: 1 }) version = 1;

  /** Gives a new one its id: for what cites it before it is written. @param id made of the moment unless it is given */
  giveId(now: Date, id?: string): this {
    this.id ??= id ?? newId(now);
    return this;
  }
}

/** A record that belongs to one tenant. The repository alone writes `tenant_id`. */
export abstract class TenantRecord extends StoredRecord {
  @columns.primary() tenant_id!: string;
}

/** Something that happened, written down once: it is never changed or taken back. `Ledger` alone writes `tenant_id`. */
export abstract class LedgerEntry {
  @columns.primary() id!: string;
  @columns.primary() tenant_id!: string;
  /** When it happened (UTC): when the request began that did it. */
  @columns.instant() created_at!: Date;
  /**
   * Its place among the entries of its owner, by what rises with each: its version, or a count. Requests wait for the
   * owner, and come to their turn in another order than they began: instants and ids do not tell which was first.
   */
  @columns.count() position!: number;
  /** The actor; null for the service itself. */
  @columns.uuid({ nullable: true }) actor_id: string | null = null;
}
