import { conflict, type Context, type Database, type Table } from '@usaha/shared';
import type { Attempt, ChargeRequest, WaitingTerms } from './gateway.js';
import { messages } from './payment.messages.js';
import { SandboxPayment, type SandboxStatus } from './sandbox-payment.entity.js';

export const sandboxOutcomes = ['pay', 'refuse', 'expire'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];
export const sandboxReasons = ['declined', 'insufficient_funds'] as const;

/** What a payer decides at the sandbox (A-466). */
export interface SandboxDecision {
  outcome: SandboxOutcome;
  /** Of a refusal. */
  reason: (typeof sandboxReasons)[number];
  /** Whether to pay what has expired or was abandoned, as slow banks do. */
  late: boolean;
}

const outcomeStatus: Readonly<Record<SandboxOutcome, SandboxStatus>> = {
  pay: 'paid',
  refuse: 'refused',
  expire: 'expired',
};

/** The outside world has a separate clock. */
// eslint-disable-next-line no-restricted-syntax
export const sandboxClock = (): Date => new Date();

/** A line of the book: an answer that stands, or an attempt that waits or waited. */
export type SandboxEntry = { kind: 'answered'; refusal: string | null; line: AnsweredLine } | SandboxPayment;

export interface AnsweredLine {
  at: Date;
  amount: number | null;
  currency: string | null;
  means: string | null;
}

/**
 * The sandbox's book. It is written in separate transactions, never in the domain's, so that restarts and other instances see the
 * same answers. An attempt has one line in `sandbox_charges`, which the first request enters; the line of one that waits has its
 * state in `sandbox_payments`.
 */
export class SandboxBook {
  private readonly table: Table<SandboxPayment>;

  constructor(private readonly database: Database) {
    this.table = database.table(SandboxPayment);
  }

  /** Enters an attempt that is answered at once, unless it stands there already. @returns what stands there */
  async answer(
    { tenant_id, attempt_id, amount, currency, means }: Pick<Attempt, 'tenant_id' | 'attempt_id'> & Partial<Money>,
    kind: 'charge' | 'refund' | 'none',
    refusal: string | null,
  ): Promise<SandboxEntry> {
    const at = sandboxClock();
    const entered = await this.work(tenant_id, at, (ctx) =>
      enter(ctx, attempt_id, { at, kind, amount, currency, means, refusal }),
    );
    if (entered)
      return {
        kind: 'answered',
        refusal,
        line: { at, amount: amount ?? null, currency: currency ?? null, means: means ?? null },
      };
    return this.standing(tenant_id, attempt_id);
  }

  /** Enters an attempt that waits for its payer, unless it stands there already. @returns what stands there */
  async begin({ tenant_id, attempt_id, amount, currency }: ChargeRequest, terms: WaitingTerms): Promise<SandboxEntry> {
    const at = sandboxClock();
    const payment = Object.assign(new SandboxPayment(), { tenant_id, id: attempt_id, amount, currency, version: 1 });
    Object.assign(payment, { created_at: at, updated_at: at, deleted_at: null });
    payment.method = terms.method;
    payment.expires_at = terms.expires_at;
    const { business, description, return_url, callback_url, keep_card } = terms;
    payment.sealed_details = { business, description, return_url, callback_url, keep_card };
    const entered = await this.work(tenant_id, at, async (ctx) => {
      if (!(await enter(ctx, attempt_id, { at, kind: 'wait', amount, currency, refusal: null }))) return false;
      const { columns, path } = this.table;
      const { values } = this.table.row(payment, columns, ctx.db.keyring);
      const names = this.table.namesOf(columns).join(', ');
      await ctx.db.write(
        `insert into ${path} (${names}) values (${values.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
        values,
      );
      return true;
    });
    return entered ? payment : this.standing(tenant_id, attempt_id);
  }

  /** The line of an attempt in the book; null where it has none. */
  find(tenant_id: string, attempt_id: string): Promise<SandboxEntry | null> {
    return this.work(tenant_id, sandboxClock(), async (ctx) => {
      const [line] = await ctx.db.read(
        'select r.kind, r.reason, r.at, r.amount, r.currency, r.means from core.sandbox_charges r where r.tenant_id = $1 and r.attempt_id = $2',
        [tenant_id, attempt_id],
      );
      if (!line) return null;
      const [kind, refusal, at, amount, currency, means] = line as [string, string | null, Date, ...(string | null)[]];
      if (kind === 'wait') return this.read(ctx, attempt_id, '');
      return {
        kind: 'answered',
        refusal,
        line: { at, amount: amount ? Number(amount) : null, currency: currency ?? null, means: means ?? null },
      };
    });
  }

  /** Ends an attempt that waits. @returns what stands there then */
  async abandon({ tenant_id, attempt_id }: Pick<Attempt, 'tenant_id' | 'attempt_id'>, reason: string) {
    const entry = await this.answer({ tenant_id, attempt_id }, 'none', reason);
    if (!(entry instanceof SandboxPayment) || entry.statusAt(sandboxClock()) !== 'waiting') return entry;
    return this.change(tenant_id, attempt_id, (payment) => {
      if (payment.statusAt(sandboxClock()) === 'waiting') payment.status = 'abandoned';
    });
  }

  /**
   * Writes down what the payer decided. The same decision again changes nothing.
   * @throws conflict where the attempt has ended otherwise
   */
  decide(tenant_id: string, attempt_id: string, { outcome, reason, late }: SandboxDecision): Promise<SandboxPayment> {
    return this.change(tenant_id, attempt_id, (payment) => {
      const now = sandboxClock();
      const status = payment.statusAt(now);
      const wanted = outcomeStatus[outcome];
      if (status === wanted && (wanted !== 'refused' || payment.reason === reason)) return;
      const isLate = late && outcome === 'pay' && (status === 'expired' || status === 'abandoned');
      if (status !== 'waiting' && !isLate) throw conflict('outcome', messages.sandboxEnded({ status }));
      payment.status = wanted;
      payment.is_late = isLate;
      if (wanted === 'refused') payment.reason = reason;
      if (wanted === 'paid') payment.paid_at = now;
    });
  }

  private change(tenant_id: string, id: string, change: (payment: SandboxPayment) => void): Promise<SandboxPayment> {
    return this.work(tenant_id, sandboxClock(), async (ctx) => {
      const payment = await this.read(ctx, id, 'for update');
      change(payment);
      const { status, reason, paid_at, is_late } = payment;
      ctx.db.enqueue(
        `update core.sandbox_payments r set status = $3, reason = $4, paid_at = $5, is_late = $6, updated_at = $7
          where r.tenant_id = $1 and r.id = $2`,
        [tenant_id, id, status, reason, paid_at, is_late, ctx.now],
      );
      return payment;
    });
  }

  private async read(ctx: Context, id: string, lock: '' | 'for update'): Promise<SandboxPayment> {
    const { selected, path } = this.table;
    const text = `select ${selected} from ${path} r where r.tenant_id = $1 and r.id = $2`;
    const values = [ctx.tenant_id, id];
    const [row] = await (lock === '' ? ctx.db.read(text, values) : ctx.db.lock(`${text} ${lock}`, values));
    if (!row) throw new Error('The sandbox has lost an attempt');
    return this.table.hydrate(row, ctx.db.keyring);
  }

  private async standing(tenant_id: string, attempt_id: string): Promise<SandboxEntry> {
    const found = await this.find(tenant_id, attempt_id);
    if (found === null) throw new Error('The sandbox has lost an attempt');
    return found;
  }

  private work<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.work({ tenant_id, actor: null, now }, work);
  }
}

interface Money {
  amount: number;
  currency: string;
  means: string;
}

interface Line extends Partial<Money> {
  at: Date;
  kind: 'charge' | 'refund' | 'none' | 'wait';
  refusal: string | null;
}

/** @returns whether it was not there before */
async function enter(
  ctx: Context,
  attempt_id: string,
  { at, kind, amount, currency, means, refusal }: Line,
): Promise<boolean> {
  const entered = await ctx.db.write(
    `insert into core.sandbox_charges (tenant_id, attempt_id, at, kind, amount, currency, means, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, attempt_id) do nothing returning attempt_id`,
    [ctx.tenant_id, attempt_id, at, kind, amount ?? null, currency ?? null, means ?? null, refusal],
  );
  return entered.length > 0;
}
