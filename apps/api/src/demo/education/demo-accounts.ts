import {
  EducationPayment,
  Invoice,
  InvoiceSettlement,
  allocate,
  settle,
  type Fee,
  type InvoiceTerms,
  type PaymentTold,
  type Settled,
  type Student,
} from '@usaha/education';
import { newId } from '@usaha/shared';
import { born, touch } from '../core/demo-records.js';
import type { DocumentNumbers } from '../core/document-numbers.js';

/** The numbers that invoices and payments get. */
export interface DemoNumbers {
  invoices: DocumentNumbers;
  receipts: DocumentNumbers;
}

/** What a student was asked for and paid. */
interface Account {
  invoices: Invoice[];
  payments: EducationPayment[];
}

/**
 * A school's invoices and payments as the services would have left them, one after the other: money settles what is due
 * first, and every number follows the one before. Callers do so in the order of time.
 */
export class DemoAccounts {
  readonly invoices: Invoice[] = [];
  readonly payments: EducationPayment[] = [];
  readonly settlements: InvoiceSettlement[] = [];
  private readonly accounts = new Map<string, Account>();

  constructor(private readonly numbers: DemoNumbers) {}

  /** Asks a student for a fee; what was paid ahead settles it. */
  invoice(at: Date, student: Student, fee: Fee, terms: InvoiceTerms): void {
    const invoice = born(Invoice.of(student, fee, terms), at);
    invoice.invoice_number = this.numbers.invoices.next(at);
    const { payments, invoices } = this.accountOf(student.id);
    const entries = allocate(
      payments.filter(({ rest }) => rest > 0),
      [invoice],
    );
    const spent = new Set(entries.map(({ payment_id }) => payment_id));
    for (const payment of payments) if (spent.has(payment.id)) touch(payment, at);
    invoices.push(invoice);
    this.invoices.push(invoice);
    this.enter(at, entries, []);
  }

  /** Takes money, which settles what is owed. */
  pay(at: Date, student_id: string, fee: Fee, told: PaymentTold): EducationPayment {
    const payment = born(EducationPayment.of(student_id, fee, told), at);
    payment.receipt_number = this.numbers.receipts.next(at);
    const { payments, invoices } = this.accountOf(student_id);
    payments.push(payment);
    this.payments.push(payment);
    this.enter(at, allocate([payment], invoices), invoices);
    return payment;
  }

  /** Takes a payment back: what it settled is owed again, save what other money of the student settles at once. */
  void(at: Date, payment: EducationPayment, reason: string): void {
    const { payments, invoices } = this.accountOf(payment.student_id);
    const taken = invoices.flatMap((invoice) => {
      const amount = this.settledBy(payment, invoice);
      return amount === 0 ? [] : [settle(payment, invoice, -amount)];
    });
    payment.void(reason, at);
    touch(payment, at);
    const touched = new Set(taken.map(({ invoice_id }) => invoice_id));
    const owed = invoices.filter(({ id }) => touched.has(id));
    const others = payments.filter((other) => other !== payment && other.rest > 0);
    const again = allocate(others, owed);
    const spent = new Set(again.map(({ payment_id }) => payment_id));
    for (const other of others) if (spent.has(other.id)) touch(other, at);
    this.enter(at, [...taken, ...again], owed);
  }

  private accountOf(student_id: string): Account {
    const account = this.accounts.get(student_id) ?? { invoices: [], payments: [] };
    this.accounts.set(student_id, account);
    return account;
  }

  private settledBy({ id }: EducationPayment, invoice: Invoice): number {
    const entries = this.settlements.filter(
      ({ payment_id, invoice_id }) => payment_id === id && invoice_id === invoice.id,
    );
    return entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  }

  /** @param held invoices that were there before */
  private enter(at: Date, entries: readonly Settled[], held: readonly Invoice[]): void {
    const touched = new Set(entries.map(({ invoice_id }) => invoice_id));
    for (const invoice of held) if (touched.has(invoice.id)) touch(invoice, at);
    for (const entry of entries)
      this.settlements.push(Object.assign(new InvoiceSettlement(), entry, { id: newId(at), created_at: at }));
  }
}
