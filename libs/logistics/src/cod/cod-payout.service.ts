import { Injectable } from '@nestjs/common';
import { conflict, invalid, money, type Context, type Page, type PageRequest } from '@usaha/shared';
import { messages } from '../messages.js';
import { CodPayout } from './cod-entry.entities.js';
import { CodPayoutRepository, type CodPayoutQuery } from './cod-payout.repository.js';
import { CodSenderRepository } from './cod-sender.repository.js';

/** The particulars of money that a sender is paid. */
export interface NewPayout {
  sender_id: string;
  /** MYR; all that is owed unless given. */
  amount?: number | null;
  /** Today in Malaysia unless given. */
  date?: string | null;
  note?: string | null;
}

/** A payout, and what is still owed. */
export interface PaidOut {
  payout: CodPayout;
  /** MYR: all that was collected for the sender less all that was paid out. */
  owed_amount: number;
}

/** What senders are paid of the cash that was collected for them: never more than is owed. */
@Injectable()
export class CodPayoutService {
  constructor(
    private readonly senders: CodSenderRepository,
    private readonly payouts: CodPayoutRepository,
  ) {}

  get(ctx: Context, id: string): Promise<CodPayout> {
    return this.payouts.get(ctx, id);
  }

  /** The last recorded first, void payouts too. */
  list(ctx: Context, query: CodPayoutQuery, page: PageRequest): Promise<Page<CodPayout>> {
    return this.payouts.list(ctx, query, page);
  }

  /** @throws invalid for an unknown sender, more than is owed and a day that has not come; conflict where nothing is owed */
  async record(ctx: Context, { sender_id, amount: sent, date, note }: NewPayout): Promise<PaidOut> {
    // Parallel payouts to a sender wait here: money that is owed once is paid once.
    const sender = await this.senders.lockReferenced(ctx, 'sender_id', sender_id);
    const owed = await this.senders.owedTo(ctx, sender.id);
    if (owed <= 0) throw conflict('sender_id', messages.nothingOwed());
    const payout = CodPayout.of(
      sender,
      {
        amount: sent ?? owed,
        date,
        note,
        recorded_by: ctx.actor?.user_id ?? null,
      },
      ctx.now,
    );
    const { amount } = payout;
    if (amount > owed)
      throw invalid('amount', messages.moreThanOwed({ amount: amount.toFixed(2), owed: owed.toFixed(2) }));
    this.payouts.insert(ctx, payout);
    return { payout, owed_amount: money.add(owed, -amount) };
  }

  /**
   * Makes a payout void: its amount is owed again.
   * @throws not_found; conflict when it is void already, and where the name of the sender is not kept any more: none could be paid
   */
  async void(ctx: Context, id: string, reason: string): Promise<PaidOut> {
    // The sender first: a name is kept as long as money is owed, so it must not be blanked in between.
    const [sender, payout] = await Promise.all([this.senders.lockPaid(ctx, id), this.payouts.lock(ctx, id)]);
    payout.void(reason, ctx.now);
    if (sender?.name === null) throw conflict('sender_id', messages.senderForgotten());
    this.payouts.save(ctx, payout, 'void');
    return { payout, owed_amount: await this.senders.owedTo(ctx, payout.sender_id) };
  }
}
