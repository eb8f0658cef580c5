import { Injectable } from '@nestjs/common';
import { Database, Ledger } from '@usaha/shared';
import { AppointmentPayment } from './appointment-payment.entity.js';

/** Amounts received for appointments and given back, each with the number of its receipt. */
@Injectable()
export class AppointmentPaymentLedger extends Ledger<AppointmentPayment, 'receipt_number'> {
  constructor(database: Database) {
    super(database, AppointmentPayment, 'appointment_id');
  }
}

/** The same for packages that clients bought; the receipt of the sale has the number of the package. */
@Injectable()
export class PackagePaymentLedger extends Ledger<AppointmentPayment> {
  constructor(database: Database) {
    super(database, AppointmentPayment, 'sold_package_id');
  }
}

/** Fees of memberships, each with the number of its receipt. */
@Injectable()
export class MembershipPaymentLedger extends Ledger<AppointmentPayment, 'receipt_number'> {
  constructor(database: Database) {
    super(database, AppointmentPayment, 'membership_id');
  }
}
