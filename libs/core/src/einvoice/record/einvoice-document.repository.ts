import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  RetryTransaction,
  declareReferences,
  declareUnique,
  either,
  equals,
  idFromDay,
  idToDay,
  insertMany,
  type Context,
  type Filters,
  type Table,
} from '@usaha/shared';
import { nouns } from '../../messages.js';
import { lookBy } from '../../tenant/due-tenants.js';
import type { Environment } from '../einvoice-settings.entity.js';
import { EinvoiceDocument } from './einvoice-document.entity.js';
import { einvoiceEvents } from './einvoice-document.events.js';
import { openStatuses, type EinvoiceStatus } from './einvoice-lifecycle.js';
import { EinvoiceText } from './einvoice-text.entity.js';

/** Filters of the list of e-invoices. Dates are calendar days of `created_at`, UTC+8, both included. */
export interface EinvoiceQuery {
  status?: string;
  kind?: string;
  module?: string;
  source_id?: string;
  number?: string;
  /** YYYY-MM. */
  month?: string;
  consolidated?: boolean;
  /** Blocked, invalid, one whose buyer asks for rejection, or whose source is cancelled. */
  attention?: boolean;
  date_from?: string;
  date_to?: string;
}

/** As the index has it. */
const NEEDS_ATTENTION = `(r.status in ('blocked', 'invalid') or r.rejected_at is not null or 'source_cancelled' = any (r.warnings))`;

const filters: Filters<EinvoiceQuery> = {
  status: equals('status'),
  kind: equals('kind'),
  module: equals('module'),
  source_id: equals('source_id'),
  number: equals('number'),
  month: equals('month'),
  consolidated: equals('consolidated'),
  attention: either(NEEDS_ATTENTION, `not ${NEEDS_ATTENTION}`),
  date_from: idFromDay,
  date_to: idToDay,
};

declareReferences({ einvoice_documents_tenant: 'tenant_id' });
// Another document has taken the number meanwhile: done once more, the work sees it.
declareUnique({ einvoice_documents_number: () => new RetryTransaction('key_taken') });

/** The e-invoices of a tenant, and their texts. */
@Injectable()
export class EinvoiceDocumentRepository extends Repository<EinvoiceDocument, EinvoiceQuery> {
  /** Tenants on some machines with e-invoices that a job has to do with now. */
  readonly tenantsWithDue = lookBy('einvoice.tenants_with_documents_due', (now) => [now]);
  /** Tenants on some machines with e-invoices that are blocked or invalid. */
  readonly tenantsWithAttention = lookBy('einvoice.tenants_with_attention', () => []);
  private readonly texts: Table<EinvoiceText>;

  constructor(database: Database) {
    super(database, EinvoiceDocument, { noun: nouns.einvoice, filters, events: einvoiceEvents });
    this.texts = database.table(EinvoiceText);
  }

  /** Which of some numbers are those of documents that are neither cancelled nor discarded. */
  async takenNumbers(ctx: Context, environment: Environment, numbers: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await ctx.db.read(
      `select r.number from ${this.table.path} r
        where ${this.mine} and r.environment = $2 and r.number = any ($3) and r.status not in ('cancelled', 'discarded')`,
      [ctx.tenant_id, environment, numbers],
    );
    return new Set(rows.map(([number]) => number as string));
  }

  /** Notes of documents that wait for these to be valid, locked. */
  lockDrafts(ctx: Context, originals: readonly string[]): Promise<EinvoiceDocument[]> {
    return this.lockWhere(ctx, "r.original_id = any ($2) and r.status = 'draft'", [originals]);
  }

  /** Notes of a document that are neither cancelled nor discarded, oldest first. */
  notesOf(ctx: Context, id: string): Promise<EinvoiceDocument[]> {
    return this.notesOfAll(ctx, [id]);
  }

  /** The same of several documents. */
  async notesOfAll(ctx: Context, ids: readonly string[]): Promise<EinvoiceDocument[]> {
    const condition = `${this.mine} and r.original_id = any ($2) and r.status not in ('cancelled', 'discarded') order by r.id`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, ids]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Documents whose cancellation the service has not answered, and is to be asked for now. */
  async dueCancels(ctx: Context, limit: number): Promise<EinvoiceDocument[]> {
    const condition = `${this.mine} and r.due_at <= $2 and r.status = 'valid' and 'cancel_pending' = any (r.warnings)
      order by r.due_at limit ${limit}`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, ctx.now]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** How many documents of an environment have each status; statuses of none are absent. */
  async countByStatus(ctx: Context, environment: Environment): Promise<ReadonlyMap<EinvoiceStatus, number>> {
    const rows = await ctx.db.read(
      `select r.status, count(*)::integer from ${this.table.path} r where ${this.mine} and r.environment = $2 group by 1`,
      [ctx.tenant_id, environment],
    );
    return new Map(rows as [EinvoiceStatus, number][]);
  }

  /** How many documents of an environment wait, or are under way. */
  async countOpen(ctx: Context, environment: Environment): Promise<number> {
    const [row] = await ctx.db.read(
      `select count(*)::integer from ${this.table.path} r
        where ${this.mine} and r.environment = $2 and r.status = any ($3)`,
      [ctx.tenant_id, environment, openStatuses],
    );
    return row?.[0] as number;
  }

  /** Blocked and invalid documents of an environment, the newest first, and how many there are. */
  async unsendable(
    ctx: Context,
    environment: Environment,
    limit: number,
  ): Promise<{ listed: EinvoiceDocument[]; count: number }> {
    const condition = `${this.mine} and r.environment = $2 and r.status in ('blocked', 'invalid')`;
    const values = [ctx.tenant_id, environment];
    const [rows, [counted]] = await Promise.all([
      ctx.db.read(this.selectWhere(`${condition} order by r.id desc limit ${limit}`), values),
      ctx.db.read(`select count(*)::integer from ${this.table.path} r where ${condition}`, values),
    ]);
    return { listed: rows.map((row) => this.hydrate(ctx, row)), count: counted?.[0] as number };
  }

  /** The consolidated documents of a month that are neither cancelled nor discarded, oldest first. */
  async consolidatedOf(ctx: Context, environment: Environment, month: string): Promise<EinvoiceDocument[]> {
    const condition = `${this.mine} and r.month = $2 and r.environment = $3 and r.consolidated and r.deleted_at is null
      and r.status not in ('cancelled', 'discarded') order by r.id`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, month, environment]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** The documents of a submission that have a status, in the order of their ids. */
  async ofSubmission(ctx: Context, submission_id: string, status: EinvoiceStatus): Promise<EinvoiceDocument[]> {
    const condition = `${this.mine} and r.submission_id = $2 and r.status = $3 order by r.id`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, submission_id, status]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Enqueues when documents are looked at next. Nothing that a client reads has changed: version and updated_at stay. */
  writeDue(ctx: Context, documents: readonly EinvoiceDocument[]): void {
    if (documents.length === 0) return;
    ctx.db.enqueue(
      `update einvoice.documents r set due_at = v.due_at from unnest($2::uuid[], $3::timestamptz[]) as v (id, due_at)
        where r.tenant_id = $1 and r.id = v.id`,
      [ctx.tenant_id, documents.map(({ id }) => id), documents.map(({ due_at }) => due_at)],
    );
  }

  /** The text of a document; null where it has none. */
  async textOf(ctx: Context, id: string): Promise<EinvoiceText | null> {
    return (await this.textsOf(ctx, [id]))[0] ?? null;
  }

  /** Texts of documents, in the order of their ids. */
  async textsOf(ctx: Context, ids: readonly string[]): Promise<EinvoiceText[]> {
    const rows = await ctx.db.read(
      `select ${this.texts.selected} from ${this.texts.path} r where r.tenant_id = $1 and r.id = any ($2) order by r.id`,
      [ctx.tenant_id, ids],
    );
    return rows.map((row) => this.texts.hydrate(row, ctx.db.keyring));
  }

  /** Writes texts, in place of those that there were. */
  keepTexts(ctx: Context, texts: readonly EinvoiceText[]): void {
    insertMany(ctx, this.texts, texts, { replace: true });
  }
}
