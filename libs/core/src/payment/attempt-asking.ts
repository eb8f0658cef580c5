import { Injectable } from '@nestjs/common';
import { Database, eachTenant, type Context, type ShardScope } from '@usaha/shared';
import { TenantsWithWork, type LookForWork } from '../tenant/tenants-with-work.js';
import { holdingNothing, ownerOfCalls, type Outside } from './gateway-calls.js';
import { StillProcessing, type Attempt } from './gateway.js';
import type { Outcome } from './outcome.js';
import { PaymentGateways } from './payment-gateways.js';
import type { PendingOptions } from './settlement.js';

/** Where attempts are kept that may be waiting: rows of payments, and attempts of payment requests. */
export interface AttemptSource {
  /** Tenants on some machines with attempts that are due to be asked about. Each may be named several times. */
  tenantsWithDue(ctx: Context, there: ShardScope): Promise<readonly string[]>;

  /** Those of the tenant that are due, the longest due first, and not more than a hundred. */
  due(ctx: Context): Promise<Attempt[]>;

  /** null for an id that is none of this source's. */
  find(ctx: Context, attempt_id: string): Promise<Attempt | null>;

  /**
   * Writes down, under the attempt's lock, what the gateway said, and when it is asked next. A final state stays, save that
   * money which came after all is booked. It may be told the same several times.
   * @returns `abandon` where the gateway is to make sure that it is not carried out any more
   */
  settle(ctx: Context, attempt_id: string, answer: Outcome | 'unknown'): Promise<'abandon' | null>;

  /** Writes when attempts are asked about next of which the gateway gave no answer. */
  postpone(ctx: Context, attempt_ids: readonly string[]): Promise<void>;
}

type Answer = Outcome | 'unknown';

/** What a gateway said of an attempt. */
interface Answered {
  answer: Answer;
  now: Date;
  /** Runs each further call of the gateway. */
  outside: Outside;
}

/** Tenants of a machine whose gateways are asked at once: one that hangs keeps the others waiting no longer than its own call. */
const TENANTS_AT_ONCE = 32;

/** Asks gateways what became of attempts: for the job, for callbacks, and for users who ask. */
@Injectable()
export class AttemptAsking {
  private readonly sources: AttemptSource[] = [];

  constructor(
    private readonly database: Database,
    private readonly gateways: PaymentGateways,
    private readonly work: TenantsWithWork,
  ) {}

  register(source: AttemptSource): void {
    this.sources.push(source);
  }

  /** The accounts with which some attempts of the tenant were begun, and the attempt that has the id; null: there is none. */
  async find(tenant_id: string, attempt_id: string, now: Date): Promise<Attempt | null> {
    return (await this.found(tenant_id, attempt_id, now))?.attempt ?? null;
  }

  /**
   * Asks about one attempt and writes down the answer. No transaction is open meanwhile.
   * @param outside runs each call of the gateway
   * @returns false where there is no such attempt @throws what the gateway throws: it is silent
   */
  async ask(tenant_id: string, attempt_id: string, now: Date, outside = holdingNothing): Promise<boolean> {
    const found = await this.found(tenant_id, attempt_id, now);
    if (!found) return false;
    const { source, attempt } = found;
    const answer = await outside(() => this.gateways.of(attempt.account).find(attempt));
    await this.settle(source, attempt, { answer, now, outside });
    return true;
  }

  /** Asks about all that is due, tenant by tenant. @returns how many answers were written down */
  async askDue(options: PendingOptions): Promise<number> {
    const { now, failed, isStopping = () => false, isMine } = options;
    let asked = 0;
    const askOf = async (tenant_id: string): Promise<void> => {
      const silent = new Set<string>();
      for (const source of this.sources) {
        const count = await this.askDueOf(tenant_id, source, silent, options);
        asked += count;
      }
    };
    const due: LookForWork = async (ctx, there) => {
      const found: string[] = [];
      for (const source of this.sources) found.push(...(await source.tenantsWithDue(ctx, there)));
      return found;
    };
    const lanes = await this.work.find(now(), due, failed);
    const parts = lanes.flatMap((lane) => shared(lane, TENANTS_AT_ONCE));
    await Promise.all(parts.map((some) => eachTenant(some, askOf, { failed, isStopping, isMine })));
    return asked;
  }

  private async found(tenant_id: string, attempt_id: string, now: Date) {
    for (const source of this.sources) {
      const attempt = await this.in(tenant_id, now, (ctx) => source.find(ctx, attempt_id));
      if (attempt) return { source, attempt };
    }
    return null;
  }

  /**
   * Asks about what is due in one place. After a gateway gave no answer it is not asked about the other attempts of its account: all
   * of them are asked about when the schedule says so next. @param silent owners of accounts whose gateway gave no answer in this round
   */
  private async askDueOf(
    tenant_id: string,
    source: AttemptSource,
    silent: Set<string>,
    { now, failed, isStopping = () => false }: PendingOptions,
  ): Promise<number> {
    let asked = 0;
    const unanswered: string[] = [];
    for (const attempt of await this.in(tenant_id, now(), (ctx) => source.due(ctx))) {
      if (isStopping()) break;
      const owner = ownerOfCalls(attempt.account);
      const answer = silent.has(owner) ? null : await this.answerOn(attempt, failed);
      if (answer === null) {
        silent.add(owner);
        unanswered.push(attempt.attempt_id);
        continue;
      }
      try {
        await this.settle(source, attempt, { answer, now: now(), outside: holdingNothing });
        asked += 1;
      } catch (error) {
        failed(error);
      }
    }
    if (unanswered.length > 0) await this.in(tenant_id, now(), (ctx) => source.postpone(ctx, unanswered));
    return asked;
  }

  /** @returns null where the gateway gives no answer */
  private async answerOn(attempt: Attempt, failed: (error: unknown) => void): Promise<Answer | null> {
    try {
      return await this.gateways.of(attempt.account).find(attempt);
    } catch (error) {
      failed(error);
      return null;
    }
  }

  private async settle(source: AttemptSource, attempt: Attempt, { answer, now, outside }: Answered): Promise<void> {
    const { tenant_id, attempt_id } = attempt;
    const gateway = this.gateways.of(attempt.account);
    const then = await this.in(tenant_id, now, (ctx) => source.settle(ctx, attempt_id, answer));
    if (then !== 'abandon') return;
    const gateway_id = answer !== 'unknown' && answer.status === 'waiting' ? answer.gateway_id : attempt.gateway_id;
    try {
      const ended = await outside(() => gateway.abandon({ ...attempt, gateway_id }));
      await this.in(tenant_id, now, (ctx) => source.settle(ctx, attempt_id, ended));
    } catch (error) {
      // The bank has the payment meanwhile: it is asked about again.
      if (!(error instanceof StillProcessing)) throw error;
    }
  }

  private in<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, work);
  }
}

/** Shares a list out, one after the other. @param most parts */
const shared = <T>(list: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.min(most, list.length) }, (_, part) => list.filter((_one, i) => i % most === part));
