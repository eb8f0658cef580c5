import { Injectable } from '@nestjs/common';
import type { ReceivedMoney } from '@usaha/core';
import { conflict, malaysianDay, notFound, type Context, type Page, type PageRequest } from '@usaha/shared';
import { StudentAccounts } from '../account/student-accounts.js';
import { FeeRepository } from '../fee/fee.repository.js';
import { allocate, settle } from '../invoice/allocation.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import { SettlementLedger } from '../invoice/settlement-ledger.js';
import { messages, nouns } from '../messages.js';
import { RefundLedger } from './refund-ledger.js';
import { refund, takeRefund } from './refund-allocation.js';
import { EducationPayment, type PaymentTold } from './payment.entity.js';
import { EducationPaymentRepository, type EducationPaymentQuery } from './payment.repository.js';

/** What a payment is made from. */
export type NewEducationPayment = Omit<PaymentTold, 'payment_date'> & {
  student_id: string;
  fee_id?: string | null;
  /** YYYY-MM-DD; today (UTC+8) unless given. */
  payment_date?: string | null;
};

/** Payments for the students of the context's tenant. They stay when student or fee are deleted. */
@Injectable()
export class EducationPaymentService {
  constructor(
    private readonly payments: EducationPaymentRepository,
    private readonly accounts: StudentAccounts,
    private readonly fees: FeeRepository,
    private readonly invoices: InvoiceRepository,
    private readonly ledger: SettlementLedger,
    private readonly refunds: RefundLedger,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<EducationPayment> {
    return this.payments.get(ctx, id);
  }

  list(ctx: Context, query: EducationPaymentQuery, page: PageRequest): Promise<Page<EducationPayment>> {
    return this.payments.list(ctx, query, page);
  }

  /**
   * Takes any amount above 0, also beyond what is owed. It settles what the student still owes in its currency, as `allocate`
   * says; what is left over settles invoices to come.
   * @throws invalid (unknown or deleted student_id or fee_id, an amount that is not above 0)
   */
  async create(ctx: Context, { student_id, fee_id, ...told }: NewEducationPayment): Promise<EducationPayment> {
    const [student, fee, owed, requests] = await Promise.all([
      this.accounts.lockReferenced(ctx, 'student_id', student_id),
      typeof fee_id === 'string' ? this.fees.named(ctx, 'fee_id', fee_id) : null,
      this.invoices.lockOwed(ctx, [student_id]),
      this.accounts.lockRequests(ctx, student_id),
    ]);
    const payment_date = told.payment_date ?? malaysianDay(ctx.now);
    const payment = EducationPayment.of(student.id, fee, { ...told, payment_date }).giveId(ctx.now);
    payment.receive(ctx.actor?.user_id ?? null);
    const entries = allocate([payment], owed);
    await this.payments.insertNumbered(ctx, payment);
    this.accounts.enter(ctx, entries, owed);
    this.accounts.follow(ctx, requests, owed);
    return payment;
  }

  /**
   * Money that came by a payment request: it settles the invoice that was asked for, and no other. The account of the student is locked.
   * @throws not_found
   */
  async payInvoice(ctx: Context, invoice_id: string, money: ReceivedMoney): Promise<EducationPayment> {
    const { student_id } = await this.invoices.get(ctx, invoice_id);
    const [invoice, requests] = await Promise.all([
      this.invoices.lockIfExists(ctx, invoice_id),
      this.accounts.lockRequests(ctx, student_id),
    ]);
    if (!invoice) throw notFound(nouns.invoice);
    const { amount, means: payment_method, reference: transaction_id, payment_request_id } = money;
    const told = { amount, payment_method, transaction_id, payment_date: malaysianDay(ctx.now) };
    const { fee_id: id, currency, fee_type } = invoice;
    const payment = EducationPayment.of(student_id, { id, currency, fee_type }, told).giveId(ctx.now);
    payment.receive(ctx.actor?.user_id ?? null, payment_request_id);
    const entries = [settle(payment, invoice, amount)];
    await this.payments.insertNumbered(ctx, payment);
    this.accounts.enter(ctx, entries, [invoice]);
    this.accounts.follow(ctx, requests, [invoice], payment_request_id);
    return payment;
  }

  /**
   * Takes a payment out of all sums, as of today: reports show the void on its day. What it settled is taken back by
   * opposite entries and is owed again. Unallocated money of the student's other payments covers refunds that were taken from it,
   * then what is owed.
   * @param reason why it never was one @throws not_found; conflict when it is void already
   */
  async void(ctx: Context, id: string, reason: string): Promise<EducationPayment> {
    const { student_id, currency } = await this.payments.get(ctx, id);
    await this.accounts.lockAccount(ctx, student_id);
    const [payment, unspent, settled, given, requests] = await Promise.all([
      this.payments.lock(ctx, id),
      this.payments.lockUnspent(ctx, [student_id], currency),
      this.ledger.settledBy(ctx, id),
      this.refunds.takenFrom(ctx, id),
      this.accounts.lockRequests(ctx, student_id),
    ]);
    const invoices = await this.invoices.lockAll(ctx, [...settled.keys()]);
    if (await this.payments.wasReturned(ctx, payment)) throw conflict('amount', messages.paymentReturned());
    payment.void(reason, ctx.now);
    const others = unspent.filter((other) => other.id !== payment.id);
    const returned = [...given].flatMap(([withdrawal_id, amount]) => [
      refund(payment, withdrawal_id, -amount),
      ...takeRefund(others, withdrawal_id, amount),
    ]);
    const taken = invoices.map((invoice) => settle(payment, invoice, -(settled.get(invoice.id) ?? 0)));
    const entries = [...taken, ...allocate(others, invoices)];
    this.payments.save(ctx, payment, 'void');
    this.payments.saveSpent(ctx, others, [...entries, ...returned]);
    this.refunds.append(ctx, returned);
    this.accounts.enter(ctx, entries, invoices);
    this.accounts.follow(ctx, requests, invoices);
    return payment;
  }
}
