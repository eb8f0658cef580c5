import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Context, type ShardScope } from '@usaha/shared';
import { PaymentAccountService } from '../payment-account/payment-account.service.js';
import { AttemptAsking, type AttemptSource } from '../payment/attempt-asking.js';
import type { GatewayAccount } from '../payment/gateway-account.js';
import type { Attempt } from '../payment/gateway.js';
import type { Outcome } from '../payment/outcome.js';
import { AttemptBooking, type AfterAnswer } from './attempt-booking.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';

/** Attempts that are read at once for a tenant. */
const MOST_DUE = 100;
const MOST_OF_REQUEST = 10;

/** Attempts of payment requests, for the job and the callbacks that ask about them. */
@Injectable()
export class RequestedAttempts implements AttemptSource, OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly asking: AttemptAsking,
    private readonly accounts: PaymentAccountService,
    private readonly attempts: PaymentAttemptRepository,
    private readonly booking: AttemptBooking,
  ) {}

  onModuleInit(): void {
    this.asking.register(this);
  }

  tenantsWithDue(ctx: Context, there: ShardScope): Promise<readonly string[]> {
    return this.attempts.tenantsWithDue(ctx, there);
  }

  async due(ctx: Context): Promise<Attempt[]> {
    return this.atTheirs(ctx, await this.attempts.due(ctx, MOST_DUE));
  }

  /** Those that are to be asked about in this night. @param most that are read */
  async toReconcile(ctx: Context, most: number): Promise<Attempt[]> {
    return this.atTheirs(ctx, await this.attempts.toReconcile(ctx, most));
  }

  /** Attempts at the accounts with which they were begun. */
  private async atTheirs(ctx: Context, attempts: readonly PaymentAttempt[]): Promise<Attempt[]> {
    const accounts = new Map<string, GatewayAccount>();
    const due: Attempt[] = [];
    for (const attempt of attempts) {
      const { is_platform, gateway, account_id } = attempt;
      const key = is_platform ? gateway : String(account_id);
      const account = accounts.get(key) ?? (await this.accounts.accountOf(ctx, attempt));
      accounts.set(key, account);
      due.push(attempt.at(account));
    }
    return due;
  }

  async find(ctx: Context, attempt_id: string): Promise<Attempt | null> {
    const attempt: PaymentAttempt | null = await this.attempts.find(ctx, attempt_id);
    return attempt && attempt.at(await this.accounts.accountOf(ctx, attempt));
  }

  settle(ctx: Context, attempt_id: string, answer: Outcome | 'unknown'): Promise<AfterAnswer> {
    return this.booking.settle(ctx, attempt_id, answer);
  }

  async postpone(ctx: Context, attempt_ids: readonly string[]): Promise<void> {
    for (const attempt of await this.attempts.lockAll(ctx, attempt_ids))
      if (attempt.ask_at !== null) this.attempts.askLater(ctx, attempt, attempt.nextAskingUnanswered(ctx.now));
  }

  /** Asks about the attempts of one request, and abandons those that it does not want any more. */
  async askOf(tenant_id: string, request_id: string, now: Date): Promise<void> {
    const ids = await this.database.job({ tenant_id, actor: null, now }, (ctx) =>
      this.attempts.unsettled(ctx, request_id, MOST_OF_REQUEST),
    );
    for (const id of ids) await this.asking.ask(tenant_id, id, now);
  }
}
