import { Injectable } from '@nestjs/common';
import type { PaymentRequest } from '@usaha/core';
import { invalid, money, notFound, type Context, type Page, type PageRequest } from '@usaha/shared';
import { StudentAccounts } from '../account/student-accounts.js';
import { messages, nouns } from '../messages.js';
import type { EducationPayment } from '../payment/payment.entity.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import { allocate, release, type Settled } from './allocation.js';
import type { CreditNote } from './credit-note.entity.js';
import { CreditNoteLedger } from './credit-note-ledger.js';
import type { Invoice } from './invoice.entity.js';
import { tellBalance } from './invoice.events.js';
import { InvoiceRepository } from './invoice.repository.js';
import { SettlementLedger } from './settlement-ledger.js';

/** What a credit note takes off: an amount, or amounts of lines of the invoice, which count from 1. */
export interface NewCreditNote {
  /** In the currency of the invoice. */
  amount?: number | null;
  lines?: readonly { line: number; amount: number }[] | null;
  reason: string;
}

/** The only line of an invoice that a credit note can take from: the fee. */
const FEE_LINE = 1;

/** A locked invoice, what is settled of it, and what its money may settle instead. */
interface Held {
  invoice: Invoice;
  payments: EducationPayment[];
  settled: Map<string, number>;
  owed: Invoice[];
  /** Open payment requests of the student's invoices. */
  requests: PaymentRequest[];
}

/**
 * Corrections of invoices that were issued: they are cancelled or credited, and never changed. Money that settled them becomes
 * unallocated, and settles what else the student owes at once.
 */
@Injectable()
export class InvoiceCorrectionService {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly accounts: StudentAccounts,
    private readonly payments: EducationPaymentRepository,
    private readonly ledger: SettlementLedger,
    private readonly creditNotes: CreditNoteLedger,
  ) {}

  /** @throws not_found; conflict when it is cancelled already */
  async cancel(ctx: Context, id: string, reason: string): Promise<Invoice> {
    const held = await this.held(ctx, id);
    const { invoice } = held;
    const released = release(held.payments, invoice, held.settled, invoice.settled);
    invoice.cancel(reason, ctx.now);
    this.invoices.save(ctx, invoice, 'cancel');
    this.enter(ctx, held, released);
    return invoice;
  }

  /**
   * Takes a part of an invoice off, or all of it.
   * @throws not_found; conflict when it is cancelled; invalid for both or none of amount and lines, a line that cannot be credited,
   * and for more than what is left
   */
  async credit(ctx: Context, id: string, { amount, lines, reason }: NewCreditNote): Promise<CreditNote> {
    const held = await this.held(ctx, id);
    const { invoice } = held;
    const [field, wanted] = amountOf({ amount, lines });
    invoice.checkCredit(wanted, field);
    const before = invoice.balance;
    const beyond = money.add(invoice.settled, wanted, -invoice.creditable);
    const released = release(held.payments, invoice, held.settled, Math.max(beyond, 0));
    invoice.credit(wanted);
    this.invoices.save(ctx, invoice, 'credit');
    tellBalance(ctx, invoice, before);
    this.enter(ctx, held, released);
    const position = invoice.credit_notes;
    return this.creditNotes.appendNumbered(ctx, { position, invoice_id: invoice.id, amount: wanted, reason });
  }

  /** The credit notes of an invoice, newest first. @throws not_found */
  async creditNotesOf(ctx: Context, id: string, page: PageRequest): Promise<Page<CreditNote>> {
    const { id: invoice_id } = await this.invoices.get(ctx, id);
    return this.creditNotes.list(ctx, invoice_id, page);
  }

  /** A credit note and its invoice. @throws not_found */
  async creditNote(ctx: Context, invoice_id: string, id: string): Promise<{ note: CreditNote; invoice: Invoice }> {
    const invoice = await this.invoices.get(ctx, invoice_id);
    const note = await this.creditNotes.get(ctx, id);
    if (note.invoice_id !== invoice.id) throw notFound(nouns.credit_note);
    return { note, invoice };
  }

  /** Locks the account, then payments, then invoices. */
  private async held(ctx: Context, id: string): Promise<Held> {
    const { id: invoice_id, student_id, currency } = await this.invoices.get(ctx, id);
    await this.accounts.lockAccount(ctx, student_id);
    const settled = await this.ledger.settlingOf(ctx, invoice_id);
    const [payments, invoice, owed, requests] = await Promise.all([
      this.payments.lockAll(ctx, [...settled.keys()]),
      this.invoices.lock(ctx, id),
      this.invoices.lockOwed(ctx, [student_id]),
      this.accounts.lockRequests(ctx, student_id),
    ]);
    const others = owed.filter((other) => other.id !== invoice_id && other.currency === currency);
    return { invoice, payments, settled, owed: others, requests };
  }

  /** Settles what else is owed with what was released, and enters all of it. */
  private enter(ctx: Context, { invoice, payments, owed, requests }: Held, released: readonly Settled[]): void {
    const entries = [...released, ...allocate(payments, owed)];
    this.payments.saveSpent(ctx, payments, entries);
    this.accounts.enter(ctx, entries, owed);
    this.accounts.follow(ctx, requests, [invoice, ...owed]);
  }
}

/** The amount, and the field that it is blamed on. */
function amountOf({ amount, lines }: Omit<NewCreditNote, 'reason'>): [field: string, amount: number] {
  const isAmount = typeof amount === 'number';
  const isLines = (lines ?? []).length > 0;
  if (isAmount === isLines) throw invalid('amount', messages.creditExactlyOne());
  if (isAmount) return ['amount', money.within('amount', amount)];
  const of = (lines ?? []).map((one, i) => {
    if (one.line !== FEE_LINE) throw invalid(`lines.${i}.line`, messages.creditLine());
    return money.within(`lines.${i}.amount`, one.amount);
  });
  return ['lines', money.add(...of)];
}
