import { Injectable } from '@nestjs/common';
import { Database, Ledger, isUuid, notFound, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { AppointmentPayment } from './appointment-payment.entity.js';

/** Amounts received for appointments and given back, each with the number of its receipt. */
@Injectable()
export class AppointmentPaymentLedger extends Ledger<AppointmentPayment, 'receipt_number'> {
  constructor(database: Database) {
    super(database, AppointmentPayment, 'appointment_id');
  }

  /** An entry of a visit, a package or a membership. @throws not_found */
  async get(ctx: Context, id: string): Promise<AppointmentPayment> {
    const text = `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`;
    const [row] = isUuid(id) ? await ctx.db.read(text, [ctx.tenant_id, id]) : [];
    if (!row) throw notFound(nouns.beauty_payment);
    return this.hydrate(ctx, row);
  }
}

/** The same for packages that clients bought; the receipt of the sale has the number of the package. */
@Injectable()
export class PackagePaymentLedger extends Ledger<AppointmentPayment, 'receipt_number'> {
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
