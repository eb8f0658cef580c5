import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';
import type { CreditedItem } from './credit-arithmetic.js';

/** A correction of a bill. It is written once and never changed. */
abstract class BillCorrection extends LedgerEntry {
  @columns.uuid() bill_id!: string;
  /** null once the patient's data were erased and the bill is no longer kept whole. */
  @columns.sealed() reason!: string | null;
  /** MYR, above 0. */
  @columns.money() amount!: number;
}

/** A payment that was recorded by mistake: it counts no more from this moment on. */
@Entity({ schema: 'healthcare', name: 'bill_payment_voids' })
export class BillPaymentVoid extends BillCorrection {
  @columns.uuid() payment_id!: string;
  /** That of the payment. */
  @columns.money() rounding = 0;
}

/** A part of a bill, or all of it, that is no longer owed. */
@Entity({ schema: 'healthcare', name: 'bill_credit_notes' })
export class BillCreditNote extends BillCorrection {
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'healthcare.credit_note', prefix: 'CN' }) credit_note_number!: string;
  /** By the lines of the bill; their descriptions stand on the bill. */
  @columns.object() items: CreditedItem[] = [];
  @columns.money() subtotal!: number;
  @columns.money() tax_amount!: number;
  /** Whether the whole bill was cancelled with it. */
  @columns.flag() cancels = false;
}

/** Money that was given back of a bill: what was paid beyond what it comes to, or by a payment request. */
@Entity({ schema: 'healthcare', name: 'bill_refunds' })
export class BillRefund extends BillCorrection {
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'healthcare.refund', prefix: 'RFD' }) refund_number!: string;
  @columns.text({ nullable: true }) refund_method: string | null = null;
  /** In cash, what is added to the amount so that it comes to five sen. */
  @columns.money() rounding = 0;
}
