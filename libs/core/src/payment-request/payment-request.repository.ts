import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainError,
  Repository,
  declareUnique,
  equals,
  equalsId,
  fromDay,
  isUuid,
  runAcrossTenants,
  toDay,
  type Bind,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
  type ShardScope,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import type { PayableType } from './payable-source.js';
import { PaymentRequest, type PaymentRequestStatus } from './payment-request.entity.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import { paymentRequestEvents } from './payment-request.events.js';
import { messages } from './payment-request.messages.js';

/** Filters of a list of payment requests. Dates are calendar days of their creation, UTC+8, both included. */
export interface PaymentRequestQuery {
  status?: PaymentRequestStatus;
  subject_type?: PayableType;
  subject_id?: string;
  date_from?: string;
  date_to?: string;
}

interface StatusAt {
  status: PaymentRequestStatus;
  now: Date;
}

type Conditions = Omit<PaymentRequestQuery, 'status'> & { status?: StatusAt };

/** `PaymentRequest.statusAt` in SQL. */
function readsStatus({ status, now }: StatusAt, bind: Bind): string {
  if (status === 'open') return `r.status = 'open' and r.expires_at > ${bind(now)}`;
  if (status === 'expired') return `(r.status = 'expired' or (r.status = 'open' and r.expires_at <= ${bind(now)}))`;
  return `r.status = ${bind(status)}`;
}

const filters: Filters<Conditions> = {
  status: readsStatus,
  subject_type: equals('subject_type'),
  subject_id: equalsId('subject_id'),
  date_from: fromDay('created_at'),
  date_to: toDay('created_at'),
};

/** Requests that a round of the job ends at most; the next round ends the rest. */
const MOST_DUE = 500;

const requestOpen = (payment_request_id?: string): DomainError =>
  new DomainError('conflict', messages.requestOpen(), {
    code: 'PAYMENT_REQUEST_OPEN',
    errors: [{ field: 'subject_id', message: messages.requestOpen() }],
    ...(payment_request_id === undefined ? {} : { details: { payment_request_id } }),
  });

const referenceUsed = (): DomainError =>
  new DomainError('conflict', messages.referenceUsed(), {
    code: 'REFERENCE_USED',
    errors: [{ field: 'reference', message: messages.referenceUsed() }],
  });

declareUnique({ payment_requests_open: () => requestOpen(), payment_requests_reference: referenceUsed });

/** The payment requests of a tenant. */
@Injectable()
export class PaymentRequestRepository extends Repository<PaymentRequest, Conditions> {
  private listener: ((tenant_id: string, request_id: string) => void) | undefined;

  constructor(
    database: Database,
    private readonly attempts: PaymentAttemptRepository,
  ) {
    super(database, PaymentRequest, { noun: nouns.payment_request, filters, events: paymentRequestEvents });
  }

  /** One page, newest first; the status asked for is the one that is read now. */
  matching(ctx: Context, { status, ...query }: PaymentRequestQuery, page: PageRequest): Promise<Page<PaymentRequest>> {
    const { now } = ctx;
    return this.list(ctx, { ...query, ...(status === undefined ? {} : { status: { status, now } }) }, page);
  }

  /** Names what is told of requests whose waiting attempt is to be abandoned, right after the commit. */
  onLeftAttempt(listener: ((tenant_id: string, request_id: string) => void) | undefined): void {
    this.listener = listener;
  }

  /** An attempt that the change leaves behind is abandoned: after the commit, or by the job. */
  override save(ctx: Context, request: PaymentRequest, action?: string): PaymentRequest {
    if (request.leaves_attempt) {
      request.leaves_attempt = false;
      this.attempts.askNow(ctx, request.id);
      const { tenant_id } = ctx;
      ctx.db.afterCommit(() => this.listener?.(tenant_id, request.id));
    }
    return super.save(ctx, request, action);
  }

  /**
   * Whose request of a subscription it is, beyond the own tenant. The caller makes sure that the actor may know.
   * @param among the tenants looked at; null: all
   */
  async tenantOfSubscriptions(ctx: Context, id: string, among: readonly string[] | null): Promise<string | null> {
    if (!isUuid(id)) return null;
    const within = among === null ? '' : ' and r.tenant_id = any($2)';
    const [row] = await runAcrossTenants(ctx, () =>
      ctx.db.read(
        `select r.tenant_id from ${this.table.path} r
          where r.deleted_at is null and exists (select 1 from core.tenants t where t.id = r.tenant_id and t.deleted_at is null)
            and r.subject_type = 'subscription' and r.id = $1${within}`,
        among === null ? [id] : [id, among],
      ),
    );
    return (row?.[0] as string | undefined) ?? null;
  }

  /** The one that an earlier request with the same Idempotency-Key made; null where it made none. */
  findByRequest(ctx: Context, request_key: string): Promise<PaymentRequest | null> {
    return this.first(ctx, `${this.mine} and r.request_key = $2`, [ctx.tenant_id, request_key]);
  }

  /** Enqueues the INSERT of a request of a locked subject. */
  add(ctx: Context, request: PaymentRequest): PaymentRequest {
    return this.insert(ctx, request);
  }

  /** The open request of a locked subject, locked. Subjects are locked before their requests. */
  async lockOpen(ctx: Context, type: PayableType, subject_id: string): Promise<PaymentRequest | null> {
    if (!isUuid(subject_id)) return null;
    const condition = `r.subject_type = $2 and r.subject_id = $3 and r.status = 'open'`;
    const [request] = await this.lockWhere(ctx, condition, [type, subject_id]);
    return request ?? null;
  }

  /** Open requests of several locked subjects, in the order of their ids. @param select SQL of the subjects' ids; $1 is the tenant, $3 the value */
  async lockOpenAmong(ctx: Context, type: PayableType, select: string, value: string): Promise<PaymentRequest[]> {
    if (!isUuid(value)) return [];
    return this.lockWhere(ctx, `r.subject_type = $2 and r.subject_id in (${select}) and r.status = 'open'`, [
      type,
      value,
    ]);
  }

  /** @throws conflict PAYMENT_REQUEST_OPEN with the id of the request */
  refuseOpen({ id }: PaymentRequest): never {
    throw requestOpen(id);
  }

  /** Requires that no other payment has the reference. A unique index refuses parallel ones. @throws conflict REFERENCE_USED */
  async assertReferenceFree(ctx: Context, reference: string): Promise<void> {
    if (!(await this.isReferenceFree(ctx, reference))) throw referenceUsed();
  }

  /** Whether no payment has the reference. @param own the request that may have it */
  async isReferenceFree(ctx: Context, reference: string, own: string | null = null): Promise<boolean> {
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r
        where r.tenant_id = $1 and lower(btrim(r.reference)) = lower(btrim($2)) and r.id is distinct from $3 limit 1`,
      [ctx.tenant_id, reference, own],
    );
    return rows.length === 0;
  }

  /** Tenants on some machines that have open requests whose time is over. */
  async tenantsWithDue(ctx: Context, there: ShardScope): Promise<string[]> {
    const values: unknown[] = [ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    const select = `select distinct r.tenant_id from ${this.table.path} r
      where r.status = 'open' and r.expires_at <= $1 and ${isTheirs}`;
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(select, values));
    return rows.map(([id]) => id as string);
  }

  /** Those whose time is over, and whose documents end with them: the documents are locked before them. */
  async dueWithSubjects(ctx: Context): Promise<string[]> {
    const rows = await ctx.db.read(
      `select r.id from ${this.table.path} r
        where ${this.mine} and r.status = 'open' and r.expires_at <= $2 and r.ends_subject order by r.expires_at, r.id limit ${MOST_DUE}`,
      [ctx.tenant_id, ctx.now],
    );
    return rows.map(([id]) => id as string);
  }

  /** The open request of a subject, without a lock. */
  async openOf(ctx: Context, type: PayableType, subject_id: string): Promise<PaymentRequest | null> {
    const condition = `${this.mine} and r.subject_type = $2 and r.subject_id = $3 and r.status = 'open'`;
    return this.first(ctx, condition, [ctx.tenant_id, type, subject_id]);
  }

  /** Open requests of the tenant whose time is over, and whose documents stay, locked. */
  lockDue(ctx: Context): Promise<PaymentRequest[]> {
    const due = `select d.id from core.payment_requests d
      where d.tenant_id = $1 and d.status = 'open' and d.expires_at <= $2 and not d.ends_subject order by d.expires_at limit ${MOST_DUE}`;
    return this.lockWhere(ctx, `r.id in (${due}) and r.status = 'open'`, [ctx.now]);
  }
}
