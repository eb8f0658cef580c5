import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  firstId,
  insertMany,
  newId,
  type Context,
  type Filters,
} from '@usaha/shared';
import { nouns } from '../../messages.js';
import { SimulatorDocument } from './simulator-document.entity.js';

/** Filters of a list of documents. */
export interface SimulatorDocumentQuery {
  number?: string;
}

/** Which documents a search finds. */
export interface SimulatorSearch {
  from: Date;
  to: Date;
  supplier_tin: string;
  /** Any where absent. */
  type_code: string | null;
  /** From 1. */
  page: number;
  page_size: number;
}

const filters: Filters<SimulatorDocumentQuery> = { number: equals('number') };

declareReferences({ simulator_documents_tenant: 'tenant_id' });

/** The documents that the simulator has received from a tenant. They are no records of the tenant: the trail has none of them. */
@Injectable()
export class SimulatorDocumentRepository extends Repository<SimulatorDocument, SimulatorDocumentQuery> {
  constructor(database: Database) {
    super(database, SimulatorDocument, { noun: nouns.simulator_document, filters });
  }

  /** Enqueues their INSERT. */
  add(ctx: Context, documents: readonly SimulatorDocument[]): void {
    for (const document of documents)
      Object.assign(document, { id: newId(ctx.now), created_at: ctx.now, updated_at: ctx.now });
    insertMany(ctx, this.table, documents);
  }

  /** Those of a submission, in the order in which they were in it. */
  ofSubmission(ctx: Context, uid: string): Promise<SimulatorDocument[]> {
    return this.allOf(ctx, 'r.submission_uid = $2 order by r.id', [uid]);
  }

  ofUuid(ctx: Context, uuid: string): Promise<SimulatorDocument | null> {
    return this.first(ctx, `${this.mine} and r.uuid = $2`, [ctx.tenant_id, uuid]);
  }

  /** Enqueues that the documents of a submission become valid or invalid. */
  complete(ctx: Context, submission_uid: string, validated_at: Date): void {
    ctx.db.enqueue(
      `update ${this.table.path} r
          set status = r.outcome, validated_at = case when r.outcome = 'valid' then $3::timestamptz end,
              updated_at = $4, version = r.version + 1
        where r.tenant_id = $1 and r.submission_uid = $2 and r.status = 'submitted'`,
      [ctx.tenant_id, submission_uid, validated_at, ctx.now],
    );
  }

  /** Enqueues the cancellation of a valid document. */
  cancel(ctx: Context, { id }: SimulatorDocument, reason: string): void {
    ctx.db.enqueue(
      `update ${this.table.path} r
          set status = 'cancelled', cancelled_at = $3, cancel_reason = $4, updated_at = $3, version = r.version + 1
        where r.tenant_id = $1 and r.id = $2 and r.status = 'valid'`,
      [ctx.tenant_id, id, ctx.now, reason],
    );
  }

  /** Whether a note names a document that is not cancelled and not invalid. */
  async isReferredTo(ctx: Context, uuid: string): Promise<boolean> {
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r
        where ${this.mine} and r.type_code <> '01' and r.status in ('submitted', 'valid') and $2 = any(r.refers_to) limit 1`,
      [ctx.tenant_id, uuid],
    );
    return rows.length > 0;
  }

  /** Those of given numbers that were received since an instant, and are neither invalid nor cancelled. */
  recentOf(ctx: Context, numbers: readonly string[], since: Date): Promise<SimulatorDocument[]> {
    const condition = `r.number = any($2) and r.id >= $3 and r.outcome = 'valid' and r.status <> 'cancelled'`;
    return this.allOf(ctx, condition, [numbers, firstId(since)]);
  }

  /** Those of given uuids that are valid. */
  validOf(ctx: Context, uuids: readonly string[]): Promise<SimulatorDocument[]> {
    return uuids.length === 0
      ? Promise.resolve([])
      : this.allOf(ctx, `r.uuid = any($2) and r.status = 'valid'`, [uuids]);
  }

  /** A page of those that were received between two instants, newest first, and how many there are. */
  async search(
    ctx: Context,
    { from, to, supplier_tin, type_code, page, page_size }: SimulatorSearch,
  ): Promise<{ documents: SimulatorDocument[]; count: number }> {
    const condition = `r.id >= $2 and r.id < $3 and r.supplier_tin = $4 and ($5::text is null or r.type_code = $5)`;
    const values = [firstId(from), firstId(to), supplier_tin, type_code];
    const [documents, counted] = await Promise.all([
      this.allOf(ctx, `${condition} order by r.id desc limit ${page_size} offset ${(page - 1) * page_size}`, values),
      ctx.db.read(`select count(*)::integer from ${this.table.path} r where ${this.mine} and ${condition}`, [
        ctx.tenant_id,
        ...values,
      ]),
    ]);
    return { documents, count: counted[0]?.[0] as number };
  }

  private async allOf(ctx: Context, condition: string, values: readonly unknown[]): Promise<SimulatorDocument[]> {
    const rows = await ctx.db.read(this.selectWhere(`${this.mine} and ${condition}`), [ctx.tenant_id, ...values]);
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
