import { Injectable } from '@nestjs/common';
import { Database, Ledger, isUuid, notFound, type Context, type Page, type PageRequest } from '@usaha/shared';
import { BillCreditNote, BillPaymentVoid, BillRefund } from './bill-correction.entities.js';
import { BillPayment, asVoid } from './bill-payment.entity.js';
import { nouns } from '../messages.js';

/** Payments that were made void. */
@Injectable()
export class PaymentVoidLedger extends Ledger<BillPaymentVoid> {
  constructor(database: Database) {
    super(database, BillPaymentVoid, 'bill_id');
  }
}

/** Payments of bills, each with the number of its receipt. */
@Injectable()
export class PaymentLedger extends Ledger<BillPayment, 'receipt_number'> {
  constructor(
    database: Database,
    private readonly voids: PaymentVoidLedger,
  ) {
    super(database, BillPayment, 'bill_id');
  }

  /** @throws not_found */
  async get(ctx: Context, id: string): Promise<BillPayment> {
    const text = `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`;
    const [row] = isUuid(id) ? await ctx.db.read(text, [ctx.tenant_id, id]) : [];
    if (!row) throw notFound(nouns.bill_payment);
    return this.hydrate(ctx, row);
  }

  /** Payments of a bill with what made them void, the last first. */
  override async list(ctx: Context, bill_id: string, page: PageRequest): Promise<Page<BillPayment>> {
    const [payments, voids] = await Promise.all([super.list(ctx, bill_id, page), this.voids.of(ctx, [bill_id])]);
    return payments.map((payment) => voided(payment, voids));
  }

  /** The same of several bills, each bill's in their order. */
  override async of(ctx: Context, bill_ids: readonly string[]): Promise<BillPayment[]> {
    const [payments, voids] = await Promise.all([super.of(ctx, bill_ids), this.voids.of(ctx, bill_ids)]);
    return payments.map((payment) => voided(payment, voids));
  }

  /** Payments that were read by another way, of any bills, with what made them void. */
  async withVoids(ctx: Context, payments: readonly BillPayment[]): Promise<BillPayment[]> {
    const voids = await this.voids.of(ctx, [...new Set(payments.map(({ bill_id }) => bill_id))]);
    return payments.map((payment) => voided(payment, voids));
  }
}

/** Credit notes of bills. */
@Injectable()
export class CreditNoteLedger extends Ledger<BillCreditNote, 'credit_note_number'> {
  constructor(database: Database) {
    super(database, BillCreditNote, 'bill_id');
  }

  /** @throws not_found */
  async get(ctx: Context, id: string): Promise<BillCreditNote> {
    const text = `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`;
    const [row] = isUuid(id) ? await ctx.db.read(text, [ctx.tenant_id, id]) : [];
    if (!row) throw notFound(nouns.credit_note);
    return this.hydrate(ctx, row);
  }
}

/** Money that was given back of bills. */
@Injectable()
export class RefundLedger extends Ledger<BillRefund, 'refund_number'> {
  constructor(database: Database) {
    super(database, BillRefund, 'bill_id');
  }
}

function voided(payment: BillPayment, voids: readonly BillPaymentVoid[]): BillPayment {
  const entry = voids.find(({ payment_id }) => payment_id === payment.id);
  return entry ? asVoid(payment, entry.created_at, entry.reason) : payment;
}
