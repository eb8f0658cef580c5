import { Injectable } from '@nestjs/common';
import type { ReturnEntry, ReturnedMoney } from '@usaha/core';
import { malaysianDay, money, type Context } from '@usaha/shared';
import { StudentAccounts } from '../account/student-accounts.js';
import { settle } from '../invoice/allocation.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import { SettlementLedger } from '../invoice/settlement-ledger.js';
import { EducationPaymentRepository } from './payment.repository.js';

/** Money that goes back by a payment request of an invoice: a payment below 0, which takes back what others settled. */
@Injectable()
export class ReturnedPayments {
  constructor(
    private readonly payments: EducationPaymentRepository,
    private readonly accounts: StudentAccounts,
    private readonly invoices: InvoiceRepository,
    private readonly settlements: SettlementLedger,
  ) {}

  /** MYR that came by requests of an invoice, settles it or nothing, and was not given back. The account of the student is locked. */
  async held(ctx: Context, invoice_id: string): Promise<number> {
    const [payments, settling] = await Promise.all([
      this.payments.lockRequested(ctx, invoice_id, null),
      this.settlements.settlingOf(ctx, invoice_id),
    ]);
    return money.add(0, ...payments.flatMap(({ id, rest }) => [rest, settling.get(id) ?? 0]));
  }

  /** Takes what settles nothing first, then what settles the invoice: that is owed again. @returns null where nothing is held */
  async giveBack(ctx: Context, invoice_id: string, went: ReturnedMoney): Promise<ReturnEntry | null> {
    const {
      amount: wanted,
      means: payment_method,
      reference: transaction_id,
      payment_request_id,
      reason: notes,
    } = went;
    const [payments, settling, invoice] = await Promise.all([
      this.payments.lockRequested(ctx, invoice_id, payment_request_id),
      this.settlements.settlingOf(ctx, invoice_id),
      this.invoices.lockIfExists(ctx, invoice_id),
    ]);
    const [first] = payments;
    if (!first || !invoice) return null;
    const unspent = Math.min(wanted, money.add(0, ...payments.map(({ rest }) => rest)));
    const settled = Math.max(0, money.add(0, ...payments.map(({ id }) => settling.get(id) ?? 0)));
    const taken = Math.min(money.add(wanted, -unspent), settled);
    const amount = money.add(unspent, taken);
    if (amount === 0) return null;
    const told = { payment_method, transaction_id, notes, payment_date: malaysianDay(ctx.now) };
    const back = first.returned(amount, told).giveId(ctx.now);
    let open = unspent;
    const given = payments.filter((payment) => {
      const part = Math.min(open, payment.rest);
      if (part <= 0) return false;
      payment.giveRestTo(back, part);
      open = money.add(open, -part);
      return true;
    });
    const entries = taken > 0 ? [settle(back, invoice, -taken)] : [];
    await this.payments.insertNumbered(ctx, back);
    this.payments.saveSpent(
      ctx,
      given,
      given.map(({ id: payment_id }) => ({ payment_id })),
    );
    this.accounts.enter(ctx, entries, [invoice]);
    return { entry_id: back.id, amount };
  }
}
