import { Injectable } from '@nestjs/common';
import { PaymentRequestFollowing, type PaymentRequest, type ReturnEntry, type ReturnedMoney } from '@usaha/core';
import { conflict, invalid, money, notFound, type Context, type Page, type PageRequest } from '@usaha/shared';
import { messages, nouns } from '../messages.js';
import type { BillCreditNote, BillRefund } from './bill-correction.entities.js';
import { asVoid } from './bill-payment.entity.js';
import type { Bill } from './bill.entity.js';
import { BillRepository } from './bill.repository.js';
import type { PaidBill } from './billing.service.js';
import { creditedItems, type Credit, type CreditedLine } from './credit-arithmetic.js';
import { CreditNoteLedger, PaymentLedger, PaymentVoidLedger, RefundLedger } from './payment-ledger.js';
import { amountOf } from './sent-amount.js';

/** What a credit note is made from: lines or an amount, with tax. */
export interface NewCreditNote {
  lines?: CreditedLine[] | null;
  /** MYR, divided among the lines by what is left of them. */
  amount?: number | null;
  reason: string;
}

/** What a refund is made from. */
export interface NewRefund {
  /** MYR; all that is in credit unless given. */
  amount?: number | null;
  /** The bill's unless given. */
  method?: string | null;
  reason: string;
}

/** A bill that a part was credited of. */
export interface CreditedBill {
  bill: Bill;
  credit_note: BillCreditNote;
}

/** A bill that money was given back of. */
export interface RefundedBill {
  bill: Bill;
  refund: BillRefund;
}

/**
 * Corrections of bills. Each locks the bill first, so that parallel ones, and payments, wait for each other. A correction counts
 * on the day on which it is made; bill, payments and their numbers stay.
 */
@Injectable()
export class BillCorrectionService {
  constructor(
    private readonly bills: BillRepository,
    private readonly payments: PaymentLedger,
    private readonly voids: PaymentVoidLedger,
    private readonly creditNotes: CreditNoteLedger,
    private readonly refunds: RefundLedger,
    private readonly following: PaymentRequestFollowing,
  ) {}

  /**
   * Makes a payment void: the bill is open again by its amount.
   * @throws not_found; conflict when it is void already, or its money was given back
   */
  async voidPayment(ctx: Context, bill_id: string, payment_id: string, reason: string): Promise<PaidBill> {
    const bill = await this.bills.lock(ctx, bill_id);
    const payments = await this.payments.of(ctx, [bill.id]);
    const payment = payments.find(({ id }) => id === payment_id.toLowerCase());
    if (!payment) throw notFound(nouns.bill_payment);
    if (payment.voided_at) throw conflict('voided_at', messages.paymentVoid({ at: payment.voided_at }));
    bill.voidPayment(payment);
    this.bills.save(ctx, bill, 'void_payment');
    const { amount, rounding } = payment;
    this.voids.append(ctx, [
      { position: bill.version, bill_id: bill.id, payment_id: payment.id, amount, rounding, reason },
    ]);
    asVoid(payment, ctx.now, reason);
    return { bill, payment, payments };
  }

  /**
   * Credits a part of a bill, or all of it. Money beyond the rest is in credit and can be given back.
   * @throws not_found; conflict when the bill is cancelled, or nothing of it is left; invalid for more than is left
   */
  async credit(ctx: Context, bill_id: string, { lines, amount, reason }: NewCreditNote): Promise<CreditedBill> {
    const [bill, request] = await this.withRequest(ctx, bill_id);
    bill.assertNotCancelled();
    if (bill.credited_amount >= bill.total) throw conflict('credited_amount', messages.billCredited());
    const made = await this.creditNote(ctx, bill, creditOf(lines, amount), false);
    bill.credit(made.amount);
    this.bills.save(ctx, bill, 'credit');
    this.following.follow(ctx, request, { open: bill.rest });
    const credit_note = await this.creditNotes.appendNumbered(ctx, { ...made, position: bill.version, reason });
    return { bill, credit_note };
  }

  /**
   * Cancels a bill of which no money is held, with a credit note of all that is left of it.
   * @throws not_found; conflict when it is cancelled already, or of money that was paid and not given back
   */
  async cancel(ctx: Context, bill_id: string, reason: string): Promise<Bill> {
    const [bill, request] = await this.withRequest(ctx, bill_id);
    const isLeft = money.add(bill.total, -bill.credited_amount) > 0 && bill.status !== 'cancelled';
    const made = isLeft ? await this.creditNote(ctx, bill, 'all', true) : null;
    bill.cancel(reason, ctx.now);
    this.bills.save(ctx, bill, 'cancel');
    this.following.follow(ctx, request, { open: 0, is_cancelled: true });
    if (made) this.creditNotes.append(ctx, [{ ...made, position: bill.version, reason }]);
    return bill;
  }

  /** Gives back what is in credit of a bill. @throws not_found; conflict when nothing is; invalid for more */
  async refund(ctx: Context, bill_id: string, { amount, method, reason }: NewRefund): Promise<RefundedBill> {
    const bill = await this.bills.lock(ctx, bill_id);
    const settled = bill.refund(amountOf(amount), method ?? null);
    this.bills.save(ctx, bill, 'refund');
    const refund = await this.refunds.appendNumbered(ctx, {
      position: bill.version,
      bill_id: bill.id,
      ...settled,
      refund_method: method ?? bill.payment_method,
      reason,
    });
    return { bill, refund };
  }

  /** Enters money that went back by a payment request of a locked bill. @returns null where none is held */
  async returnPaid(
    ctx: Context,
    bill_id: string,
    { amount, means: refund_method, reason }: ReturnedMoney,
  ): Promise<ReturnEntry | null> {
    const bill = await this.bills.lock(ctx, bill_id);
    const returned = bill.giveBack(amount);
    if (returned === 0) return null;
    this.bills.save(ctx, bill, 'refund');
    const refund = await this.refunds.appendNumbered(ctx, {
      position: bill.version,
      bill_id: bill.id,
      amount: returned,
      rounding: 0,
      refund_method,
      reason,
    });
    return { entry_id: refund.id, amount: returned };
  }

  /** Credit notes of a bill, the last first. @throws not_found */
  async creditNotesOf(ctx: Context, bill_id: string, page: PageRequest): Promise<Page<BillCreditNote>> {
    const bill = await this.bills.get(ctx, bill_id);
    return this.creditNotes.list(ctx, bill.id, page);
  }

  /** Refunds of a bill, the last first. @throws not_found */
  async refundsOf(ctx: Context, bill_id: string, page: PageRequest): Promise<Page<BillRefund>> {
    const bill = await this.bills.get(ctx, bill_id);
    return this.refunds.list(ctx, bill.id, page);
  }

  /** The bill and its open payment request, both locked. */
  private withRequest(ctx: Context, bill_id: string): Promise<[Bill, PaymentRequest | null]> {
    return Promise.all([this.bills.lock(ctx, bill_id), this.following.lockOpen(ctx, 'healthcare.bill', bill_id)]);
  }

  private async creditNote(ctx: Context, bill: Bill, credit: Credit, cancels: boolean) {
    const before = await this.creditNotes.of(ctx, [bill.id]);
    const items = creditedItems(
      bill.items,
      before.flatMap((note) => note.items),
      credit,
    );
    const sum = (of: 'subtotal' | 'tax_amount' | 'amount') => money.add(...items.map((item) => item[of]));
    const figures = { subtotal: sum('subtotal'), tax_amount: sum('tax_amount'), amount: sum('amount') };
    return { bill_id: bill.id, items, ...figures, cancels };
  }
}

/** @throws invalid where both or neither are given */
function creditOf(lines: CreditedLine[] | null | undefined, amount: number | null | undefined): Credit {
  if (lines && typeof amount === 'number') throw invalid('amount', messages.creditTwice());
  if (lines) return { lines };
  if (typeof amount !== 'number') throw invalid('amount', messages.creditOfNothing());
  return { amount };
}
