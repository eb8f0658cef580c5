import { Injectable } from '@nestjs/common';
import type { BookedMoney, Payable, ReceivedMoney, ReturnEntry, ReturnedMoney, ReturningSource } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { StudentAccounts } from '../account/student-accounts.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import { nouns } from '../messages.js';
import { EducationPaymentService } from './payment.service.js';
import { ReturnedPayments } from './returned-payments.js';

const heading = { en: 'Invoice', ms: 'Invois' };

/** Invoices of a school as subjects of payment requests. The account of the student is locked first. */
@Injectable()
export class PayableInvoices implements ReturningSource {
  readonly subject_type = 'education.invoice';
  readonly module = 'education';
  readonly noun = nouns.invoice;

  constructor(
    private readonly accounts: StudentAccounts,
    private readonly invoices: InvoiceRepository,
    private readonly payments: EducationPaymentService,
    private readonly returned: ReturnedPayments,
  ) {}

  async open(ctx: Context, id: string): Promise<Payable | null> {
    const found = await this.invoices.find(ctx, id);
    if (!found) return null;
    await this.accounts.lockAccount(ctx, found.student_id);
    const invoice = await this.invoices.lockIfExists(ctx, id);
    if (!invoice) return null;
    const { balance: open, currency, invoice_number: number, cancelled_at } = invoice;
    return { open, currency, number, heading, is_cancelled: cancelled_at !== null };
  }

  held(ctx: Context, id: string): Promise<number> {
    return this.returned.held(ctx, id);
  }

  giveBack(ctx: Context, id: string, money: ReturnedMoney): Promise<ReturnEntry | null> {
    return this.returned.giveBack(ctx, id, money);
  }

  async pay(ctx: Context, id: string, money: ReceivedMoney): Promise<BookedMoney> {
    const payment = await this.payments.payInvoice(ctx, id, money);
    return { payment_id: payment.id, receipt_number: payment.receipt_number };
  }
}
