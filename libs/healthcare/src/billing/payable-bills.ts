import { Injectable } from '@nestjs/common';
import type { BookedMoney, Payable, ReceivedMoney, ReturnEntry, ReturnedMoney, ReturningSource } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { BillRepository } from './bill.repository.js';
import { BillingService } from './billing.service.js';
import { BillCorrectionService } from './correction.service.js';

const heading = { en: 'Bill', ms: 'Bil' };

/** Bills of a clinic as subjects of payment requests. */
@Injectable()
export class PayableBills implements ReturningSource {
  readonly subject_type = 'healthcare.bill';
  readonly module = 'healthcare';
  readonly noun = nouns.bill;

  constructor(
    private readonly bills: BillRepository,
    private readonly billing: BillingService,
    private readonly corrections: BillCorrectionService,
  ) {}

  async open(ctx: Context, id: string): Promise<Payable | null> {
    const bill = await this.bills.lockIfExists(ctx, id);
    if (!bill) return null;
    const { bill_number: number, status, rest } = bill;
    // A bill that was sent as paid takes no payment.
    const open = status === 'paid' ? 0 : rest;
    return { open, currency: 'MYR', number, heading, is_cancelled: status === 'cancelled' };
  }

  async held(ctx: Context, id: string): Promise<number> {
    return (await this.bills.lockIfExists(ctx, id))?.amount_paid ?? 0;
  }

  giveBack(ctx: Context, id: string, money: ReturnedMoney): Promise<ReturnEntry | null> {
    return this.corrections.returnPaid(ctx, id, money);
  }

  async pay(ctx: Context, id: string, { amount, means, ...money }: ReceivedMoney): Promise<BookedMoney> {
    const { payment } = await this.billing.pay(ctx, id, { amount, payment_method: means, ...money });
    return { payment_id: payment.id, receipt_number: payment.receipt_number };
  }
}
