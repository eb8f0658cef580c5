import {
  AppointmentPayment,
  PackageSession,
  SoldPackage,
  sessionKinds,
  type RefundedPackage,
  type SessionKind,
  type SoldSessions,
} from '@usaha/beauty';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { plainView, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';

const LONG = 10_000;
const CLIENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const PACKAGE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8c';
const SERVICE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b9d';
const APPOINTMENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7b';

/** POST /api/v1/beauty/clients/{client_id}/packages/. */
export class SoldPackageBody {
  @field.reference('Id of the package; it must still be offered', PACKAGE, { max: MAX_TEXT, view: 'Id of the package' })
  package_id!: string;
  @field.text('Payment method: any text; a card number in it is reduced to its last four digits (A-255)', 'card', {
    optional: true,
    max: 200,
    view: 'Payment method',
  })
  payment_method?: string | null;
  @field.day('Day of the sale; default today (UTC+8)', '2026-03-10', { optional: true, view: 'Day of the sale' })
  purchase_date?: string | null;
}

/** POST /api/v1/beauty/client-packages/{client_package_id}/redeem/. */
export class RedemptionBody {
  @field.text('Id of an appointment of the same client that is not over', APPOINTMENT) appointment_id!: string;
  @field.text('Id of a service of the package and of the appointment', SERVICE) service_id!: string;
}

/** POST /api/v1/beauty/client-packages/{client_package_id}/void/. */
export class PackageVoidBody {
  @field.text('Why: printed on the receipt; stored encrypted', 'Sold to the wrong client', { max: LONG })
  reason!: string;
}

/** POST /api/v1/beauty/client-packages/{client_package_id}/refund/. */
export class PackageRefundBody {
  @field.money('Amount in MYR, up to the worth of the sessions that are left; default: all of it', 120, {
    optional: true,
    min: 0.01,
  })
  amount?: number | null;
  @field.text('How it is given back: any text; default: the payment method of the sale', 'cash', {
    optional: true,
    max: 200,
  })
  method?: string | null;
  @field.text('Why: printed on the credit note; stored encrypted', 'The client moved away', { max: LONG })
  reason!: string;
}

@field.record('What a client has of one service')
export class SoldSessionsView {
  @field.id('Id of the service', SERVICE) service_id!: string;
  @field.text('Name of the service when the package was sold', 'Facial Klasik') service_name!: string;
  @field.count('Sessions that were sold', 6) total!: number;
  @field.count('Sessions that are left: the sum of their movements', 5) remaining!: number;
}

@field.record('A package that a client bought')
export class SoldPackageView extends ViewType(SoldPackageBody, { filled: ['purchase_date'] }) {
  @field.id('Id of the sold package') id!: string;
  @placedBefore('package_id') @field.id('Id of the client', CLIENT) client_id!: string;
  @placedBefore('payment_method')
  @field.text('Consecutive number per business and year', 'PKG-2026-000042')
  receipt_number!: string;
  @placedBefore('payment_method')
  @field.text('Name of the package when it was sold', 'Pakej Seri Pengantin')
  name!: string;
  @placedBefore('payment_method') @field.money('Amount paid for it, in MYR', 280) price!: number;
  @placedBefore('payment_method')
  @field.money('Amount taken off by the membership of the client, in MYR (A-355)', 0)
  discount_amount!: number;
  @field.day('Last day on which it can be redeemed; null: for ever', '2026-09-10', { nullable: true })
  expires_on!: string | null;
  @field.nestedList('What there is of each service', SoldSessionsView) sessions!: SoldSessionsView[];
  @field.money('What its redeemed sessions are worth, in MYR: the rest of the price is owed as service (A-352)', 46.67)
  redeemed_amount!: number;
  @field.money('SST within the price, in MYR', 0) tax_amount!: number;
  @field.money('Amount given back of the price, in MYR (A-353)', 0) refunded_amount!: number;
  @field.instant('When the sale was made void (UTC); null unless it was', { nullable: true }) voided_at!: Date | null;
  @field.text('Why', 'Sold to the wrong client', { nullable: true, max: LONG }) void_reason!: string | null;
  @field.instant('When it was sold (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('Money that was given back of a package')
export class PackageRefundView {
  @field.id('Id of the refund') id!: string;
  @field.text('Number of the credit note, consecutive per business and year', 'CN-2026-000042') receipt_number!: string;
  @field.money('Amount in MYR', 120) amount!: number;
  @field.money('SST within it, in MYR', 0, { nullable: true }) tax_amount!: number | null;
  @field.text('How it was given back', 'cash', { nullable: true }) payment_method!: string | null;
  @field.text('Why', 'The client moved away', { nullable: true, max: LONG }) notes!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

@field.record('A package with the refund just made')
export class RefundedPackageView extends SoldPackageView {
  @field.nested('This refund; null where the package cost nothing', PackageRefundView, { nullable: true })
  refund!: PackageRefundView | null;
}

@field.record('One change of the sessions of a sold package')
export class PackageSessionView {
  @field.id('Id of the movement') id!: string;
  @field.id('Id of the service', SERVICE) service_id!: string;
  @field.choice('Why', choices('PackageSessionKind', sessionKinds)) kind!: SessionKind;
  @field.number('Sessions, negative when redeemed', -1) sessions_changed!: number;
  @field.count('Sessions of that service after it', 5) balance!: number;
  @field.id('Id of the appointment', APPOINTMENT, { nullable: true }) appointment_id!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

const sessionsView = plainView<SoldSessions, SoldSessionsView>(SoldSessionsView);
export const soldPackageView = viewOf(SoldPackage, SoldPackageView, {
  revision: 3,
  personal: ['payment_method', 'void_reason'],
  fields: { sessions: ({ sessions }) => sessions.map(sessionsView) },
});
const refundView = viewOf(AppointmentPayment, PackageRefundView, { personal: ['notes'] });
export const refundedPackageView = ({ sold, refund }: RefundedPackage): RefundedPackageView => ({
  ...soldPackageView(sold),
  refund: refund && refundView(refund),
});
export const packageSessionView = viewOf(PackageSession, PackageSessionView);
