import { setTimeout as pause } from 'node:timers/promises';
import { malaysianDay, type Database } from '@usaha/shared';
import { isExpired, type Card } from './card.js';
import {
  NOT_CARRIED_OUT,
  PaymentGateway,
  type Attempt,
  type ChargeRequest,
  type Means,
  type Outcome,
  type RefundRequest,
} from './gateway.js';

/** Card numbers that payment processors document as refused in their test modes. Every other number succeeds. */
const refusedCards: Readonly<Record<string, string>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
};

/**
 * Words that refuse a payment whose means has them, in any case: whole words, also of snake_case and camelCase, and no parts of
 * words. `Bank failover transfer` pays.
 */
const refusedWords: readonly (readonly [words: readonly string[], reason: string])[] = [
  [['insufficient'], 'insufficient_funds'],
  [['declined', 'fail', 'fails', 'failed', 'failure'], 'declined'],
];

/** The words of a text, in lower case. */
const wordsOf = (text: string): string[] =>
  Array.from(text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g), ([word]) => word.toLowerCase());

const TOKEN = 'sandbox_';

/** Why the sandbox refuses a means of payment at that time, or null: it accepts everything else. */
export function refusalOf({ text, token, expiry }: Means, at: Date): string | null {
  if (token !== null && token !== `${TOKEN}ok`) return token.slice(TOKEN.length);
  if (expiry && isExpired(expiry.month, expiry.year, malaysianDay(at))) return 'expired_card';
  const said = wordsOf(text);
  return refusedWords.find(([words]) => words.some((word) => said.includes(word)))?.[1] ?? null;
}

export interface SandboxOptions {
  /** Milliseconds that it takes to answer after it has written its book: for tests that end the service meanwhile. */
  delayMs?: number;
}

/**
 * Plays a payment gateway: no money is moved. Its book is a table written in separate transactions, never in the
 * domain's, so that restarts and other instances see the same answers and an attempt exists once.
 */
export class SandboxGateway extends PaymentGateway {
  constructor(
    private readonly database: Database,
    private readonly options: SandboxOptions = {},
  ) {
    super();
  }

  /** Keeps nothing of the card but whether it will be refused. */
  tokenise({ number }: Card): Promise<string> {
    return Promise.resolve(TOKEN + (refusedCards[number] ?? 'ok'));
  }

  charge(request: ChargeRequest): Promise<Outcome> {
    return this.answer(this.enter(request, 'charge', refusalOf(request.method, request.at)));
  }

  refund(request: RefundRequest): Promise<Outcome> {
    return this.answer(this.enter(request, 'refund', null));
  }

  find({ tenant_id, attempt_id }: Attempt): Promise<Outcome | 'unknown'> {
    return this.database.work({ tenant_id, actor: null, now: clock() }, async (ctx) => {
      const [row] = await ctx.db.read(
        'select r.reason from core.sandbox_charges r where r.tenant_id = $1 and r.attempt_id = $2',
        [tenant_id, attempt_id],
      );
      return row ? outcomeOf(row[0] as string | null) : 'unknown';
    });
  }

  abandon(attempt: Attempt): Promise<Outcome> {
    return this.enter(attempt, 'none', NOT_CARRIED_OUT);
  }

  /** Writes the attempt down unless it stands there already. @returns what stands there */
  private async enter(
    { tenant_id, attempt_id, amount, currency }: Attempt & { amount?: number; currency?: string },
    kind: 'charge' | 'refund' | 'none',
    reason: string | null,
  ): Promise<Outcome> {
    const now = clock();
    const entered = await this.database.work({ tenant_id, actor: null, now }, (ctx) =>
      ctx.db.write(
        `insert into core.sandbox_charges (tenant_id, attempt_id, at, kind, amount, currency, reason)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, attempt_id) do nothing returning attempt_id`,
        [tenant_id, attempt_id, now, kind, amount ?? null, currency ?? null, reason],
      ),
    );
    if (entered.length > 0) return outcomeOf(reason);
    const found = await this.find({ tenant_id, attempt_id });
    if (found === 'unknown') throw new Error('The sandbox has lost an attempt');
    return found;
  }

  private async answer(outcome: Promise<Outcome>): Promise<Outcome> {
    const known = await outcome;
    if (this.options.delayMs) await pause(this.options.delayMs);
    return known;
  }
}

// The outside world has a separate clock.
// eslint-disable-next-line no-restricted-syntax
const clock = (): Date => new Date();

const outcomeOf = (reason: string | null): Outcome =>
  reason === null ? { succeeded: true } : { succeeded: false, reason };
