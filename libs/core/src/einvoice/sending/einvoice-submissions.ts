import { Injectable } from '@nestjs/common';
import { Database, changedMeanwhile, insertMany, newId, updateMany, type Context, type Table } from '@usaha/shared';
import { nouns } from '../../messages.js';
import { EinvoiceSubmission } from '../record/einvoice-submission.entity.js';
import type { EinvoiceStatus } from '../record/einvoice-lifecycle.js';
import { MOST_DOCUMENTS, type Packable } from './submission-packing.js';

/** What changes of a submission after it began. */
const CHANGING = ['status', 'answered_at', 'submission_uid', 'correlation_id', 'asked', 'due_at'] as const;

/** A document that waits for its submission. */
export interface WaitingDocument extends Packable {
  id: string;
}

/** Valid documents of one submission that are to be asked for rejection requests. */
export interface DueValid {
  submission_uid: string;
  ids: string[];
}

/** The submissions of a tenant, and which documents are due (A-521 … A-523). */
@Injectable()
export class EinvoiceSubmissions {
  private readonly table: Table<EinvoiceSubmission>;

  constructor(database: Database) {
    this.table = database.table(EinvoiceSubmission);
  }

  /**
   * Queued documents that are due, oldest first, locked; those that another instance has are left out.
   * @param among ids that are asked for; null for all
   */
  async lockWaiting(ctx: Context, among: readonly string[] | null): Promise<WaitingDocument[]> {
    const rows = await ctx.db.lock(
      `select r.id, r.number, t.bytes from einvoice.documents r
         join einvoice.document_texts t on t.tenant_id = r.tenant_id and t.id = r.id
        where r.tenant_id = $1 and t.tenant_id = $1 and r.status = 'queued' and r.due_at <= $2
          and ($3::uuid[] is null or r.id = any ($3))
        order by r.due_at, r.id limit ${MOST_DOCUMENTS} for no key update of r skip locked`,
      [ctx.tenant_id, ctx.now, among],
    );
    return (rows as [string, string, number][]).map(([id, number, bytes]) => ({ id, number, bytes }));
  }

  /** Enqueues that queued documents which are due wait until then. */
  postpone(ctx: Context, until: Date): void {
    ctx.db.enqueue(
      `update einvoice.documents r set due_at = $3, updated_at = $2, version = r.version + 1
        where r.tenant_id = $1 and r.status = 'queued' and r.due_at <= $2`,
      [ctx.tenant_id, ctx.now, until],
    );
  }

  /** Enqueues the same of all that a job has to do with: questions about submissions and valid documents, and cancellations. */
  postponeAll(ctx: Context, until: Date): void {
    this.postpone(ctx, until);
    const values = [ctx.tenant_id, ctx.now, until];
    // Nothing that a client reads has changed: version and updated_at stay.
    ctx.db.enqueue(
      `update einvoice.documents r set due_at = $3 where r.tenant_id = $1 and r.status <> 'queued' and r.due_at <= $2`,
      values,
    );
    ctx.db.enqueue(`update einvoice.submissions r set due_at = $3 where r.tenant_id = $1 and r.due_at <= $2`, values);
  }

  /** Enqueues a submission that begins. @param lease_ms for which it is left to this process @param before the same documents, sent once already */
  begin(
    ctx: Context,
    of: Pick<EinvoiceSubmission, 'environment' | 'documents'>,
    lease_ms: number,
    before?: Pick<EinvoiceSubmission, 'created_at' | 'sends'>,
  ): EinvoiceSubmission {
    const submission = Object.assign(new EinvoiceSubmission(), {
      tenant_id: ctx.tenant_id,
      id: newId(ctx.now),
      created_at: before?.created_at ?? ctx.now,
      environment: of.environment,
      documents: of.documents,
      sent_at: ctx.now,
      sends: (before?.sends ?? 0) + 1,
      due_at: new Date(ctx.now.getTime() + lease_ms),
    });
    insertMany(ctx, this.table, [submission]);
    return submission;
  }

  async find(ctx: Context, id: string): Promise<EinvoiceSubmission | null> {
    const [row] = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`,
      [ctx.tenant_id, id],
    );
    return row ? this.table.hydrate(row, ctx.db.keyring) : null;
  }

  /** Submissions that are due, the longest waiting first. */
  async due(ctx: Context, limit: number): Promise<EinvoiceSubmission[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
        where r.tenant_id = $1 and r.due_at <= $2 order by r.due_at limit ${limit}`,
      [ctx.tenant_id, ctx.now],
    );
    return rows.map((row) => this.table.hydrate(row, ctx.db.keyring));
  }

  /** A submission, locked, where it is as it was read: another instance has not gone on with it. */
  async lockSame(ctx: Context, { id, status, sent_at, asked }: EinvoiceSubmission): Promise<EinvoiceSubmission | null> {
    const [row] = await ctx.db.lock(
      `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2 for no key update`,
      [ctx.tenant_id, id],
    );
    const locked = row ? this.table.hydrate(row, ctx.db.keyring) : null;
    const isSame =
      locked?.status === status && locked.asked === asked && locked.sent_at.getTime() === sent_at.getTime();
    return isSame ? locked : null;
  }

  /** Enqueues what became of a locked submission. */
  save(ctx: Context, submission: EinvoiceSubmission): void {
    updateMany(ctx, this.table, [submission], [...CHANGING], () => changedMeanwhile(nouns.einvoice));
  }

  /** Ids of the documents of a submission that have a status. */
  async idsOf(ctx: Context, submission_id: string, status: EinvoiceStatus): Promise<string[]> {
    const rows = await ctx.db.read(
      `select r.id from einvoice.documents r where r.tenant_id = $1 and r.submission_id = $2 and r.status = $3`,
      [ctx.tenant_id, submission_id, status],
    );
    return rows.map(([id]) => id as string);
  }

  /** Valid documents that are due, by the service's id of their submission. */
  async dueValid(ctx: Context, limit: number): Promise<DueValid[]> {
    const rows = await ctx.db.read(
      `select r.submission_uid, array_agg(r.id) from einvoice.documents r
        where r.tenant_id = $1 and r.status = 'valid' and r.due_at <= $2 and r.submission_uid is not null
          and not 'cancel_pending' = any (r.warnings)
        group by r.submission_uid order by min(r.due_at) limit ${limit}`,
      [ctx.tenant_id, ctx.now],
    );
    return (rows as [string, string[]][]).map(([submission_uid, ids]) => ({ submission_uid, ids }));
  }
}
