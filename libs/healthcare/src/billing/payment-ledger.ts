import { Injectable } from '@nestjs/common';
import { Database, Ledger } from '@usaha/shared';
import { BillPayment } from './bill-payment.entity.js';

/** Payments of bills, each with the number of its receipt. */
@Injectable()
export class PaymentLedger extends Ledger<BillPayment, 'receipt_number'> {
  constructor(database: Database) {
    super(database, BillPayment, 'bill_id');
  }
}
