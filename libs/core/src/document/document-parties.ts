import { Injectable } from '@nestjs/common';
import { Database, Ledger, notFound, type Context, type StoredRecord } from '@usaha/shared';
import { isDeepStrictEqual } from 'node:util';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { nouns } from '../messages.js';
import { FormerParty } from './former-party.entity.js';
import { sellerOf, type Party, type Seller } from './party.js';

/** A party's own record, locked: a deleted or erased one is not named on later documents. */
export type PartyRecord = Pick<StoredRecord, 'id' | 'deleted_at'> & { erased_at?: Date | null };

class FormerParties extends Ledger<FormerParty> {
  constructor(database: Database) {
    super(database, FormerParty, 'owner_id');
  }

  /** The names of several owners that ended after a moment, by when they ended. */
  async after(ctx: Context, moment: Date, owner_ids: readonly string[]): Promise<FormerParty[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
        where r.tenant_id = $1 and r.owner_id = any($2) and r.created_at > $3 order by r.created_at, r.position`,
      [ctx.tenant_id, owner_ids, moment],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  forget(ctx: Context, owner_id: string): void {
    ctx.db.enqueue(`delete from ${this.table.path} r where r.tenant_id = $1 and r.owner_id = $2`, [
      ctx.tenant_id,
      owner_id,
    ]);
  }

  /** Gives the names of single documents to another owner. */
  moveRecords(ctx: Context, from_id: string, into_id: string): void {
    ctx.db.enqueue(
      `update ${this.table.path} r set owner_id = $3 where r.tenant_id = $1 and r.owner_id = $2 and r.record_id is not null`,
      [ctx.tenant_id, from_id, into_id],
    );
  }
}

/** How the parties of one document were named when it was issued. */
export class PartiesAtIssue {
  readonly seller: Seller;
  /** The document is older than what is known of former names: it may have been printed with others. */
  readonly is_reprinted: boolean;

  /** @param former those that ended after the issue, by when they ended */
  constructor(
    private readonly issued_at: Date,
    private readonly former: readonly FormerParty[],
    private readonly tenant: { id: string; seller: Seller },
  ) {
    this.seller = this.asIssued(tenant.id, tenant.seller);
    this.is_reprinted = former.some(({ owner_id, details }) => owner_id === tenant.id && details === null);
  }

  /** Of a document that was issued later than was asked for: where other records say when. */
  later(issued_at: Date): PartiesAtIssue {
    const former = this.former.filter(({ created_at }) => created_at > issued_at);
    return new PartiesAtIssue(issued_at, former, this.tenant);
  }

  /**
   * A buyer or cashier.
   * @param record also a deleted one, see `findWithDeleted`; null where there is none
   * @param now how it is named now
   * @param document_id of a document that a merge may have moved to this record
   * @returns null for one that was deleted before the issue, or is erased
   */
  named<R extends PartyRecord, P extends Party>(
    record: R | null,
    now: (record: R) => P,
    document_id: string | null = null,
  ): P | null {
    if (!record || record.erased_at) return null;
    const own = document_id && this.former.find(({ record_id }) => record_id === document_id);
    if (own) return own.details as P;
    if (record.deleted_at && record.deleted_at <= this.issued_at) return null;
    return this.asIssued(record.id, now(record));
  }

  private asIssued<P extends Party>(owner: string, now: P): P {
    const first = this.former.find(
      ({ owner_id, record_id, details }) => owner_id === owner && record_id === null && details !== null,
    );
    return (first?.details as P | undefined) ?? now;
  }
}

/**
 * Keeps how parties of documents were named, so that a document prints with the names of its issue. Issuing one costs
 * nothing: the name that ends is kept when it changes.
 */
@Injectable()
export class DocumentParties {
  private readonly former: FormerParties;

  constructor(
    database: Database,
    private readonly tenants: TenantRepository,
  ) {
    this.former = new FormerParties(database);
  }

  /**
   * Enqueues how a locked party was named until now, where a change altered it.
   * @param owner the party's record, after it was saved @param before how it was named @param now how it is named
   */
  keep(ctx: Context, owner: Pick<StoredRecord, 'id' | 'version'>, before: Party, now: Party): void {
    if (isDeepStrictEqual(before, now)) return;
    this.former.append(ctx, [{ owner_id: owner.id, position: owner.version, record_id: null, details: before }]);
  }

  /** How the parties of a document were named at its issue. @param owner_ids of buyer and cashier; null where there is none */
  async at(ctx: Context, issued_at: Date, owner_ids: readonly (string | null)[] = []): Promise<PartiesAtIssue> {
    const ids = [ctx.tenant_id, ...owner_ids.filter((id) => id !== null)];
    const [tenant, former] = await Promise.all([
      this.tenants.find(ctx, ctx.tenant_id),
      this.former.after(ctx, issued_at, ids),
    ]);
    if (!tenant) throw notFound(nouns.tenant);
    return new PartiesAtIssue(issued_at, former, { id: tenant.id, seller: sellerOf(tenant) });
  }

  /**
   * Enqueues how documents named their buyer, before they are moved to another person.
   * @param party how the buyer is named now @param documents ids and instants of issue
   */
  async move(
    ctx: Context,
    { from_id, into_id, party }: { from_id: string; into_id: string; party: Party },
    documents: readonly Pick<StoredRecord, 'id' | 'created_at'>[],
  ): Promise<void> {
    const former = await this.former.after(ctx, new Date(0), [from_id]);
    const moved = new Set(former.map(({ record_id }) => record_id));
    const names = former.filter(({ record_id }) => record_id === null);
    this.former.moveRecords(ctx, from_id, into_id);
    const entries = documents
      .filter(({ id }) => !moved.has(id))
      .map(({ id, created_at }) => {
        const then = names.find((name) => name.created_at > created_at)?.details ?? party;
        return { owner_id: into_id, position: 0, record_id: id, details: then };
      });
    this.former.append(ctx, entries);
  }

  /** All former names of a person, the last first: for an export. */
  async formerNames(ctx: Context, owner_id: string): Promise<FormerParty[]> {
    return (await this.former.of(ctx, [owner_id])).reverse();
  }

  /** Enqueues the deletion of a person's former names: documents then name no buyer. */
  forget(ctx: Context, owner_id: string): void {
    this.former.forget(ctx, owner_id);
  }
}
