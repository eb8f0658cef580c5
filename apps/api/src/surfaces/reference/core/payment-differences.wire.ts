import { PaymentDifference, differenceKinds, differenceStatuses, type DifferenceStatus } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewOf } from '../../../wire/view.js';
import { RecordList } from '../reference.js';

const kindChoices = choices('PaymentDifferenceKind', differenceKinds);
const statusChoices = choices('PaymentDifferenceStatus', differenceStatuses);

/** GET /api/v1/payment-differences/. */
export class PaymentDifferenceQueryParams extends RecordList() {
  @param.choice('Status', statusChoices) status?: DifferenceStatus;
}

/** POST /api/v1/payment-differences/{difference_id}/resolve/. */
export class ResolveDifferenceBody {
  @field.text('How it was resolved', 'Dipulangkan melalui pindahan bank', { max: 500 }) note!: string;
}

@field.record('Money of a payment request that does not stand where it should')
export class PaymentDifferenceView {
  @field.id('Id of the difference') id!: string;
  @field.choice(
    'unapplied: the document could not take it; amount_differs: another amount than was asked for; not_at_gateway: it is booked, and the gateway does not have it; refund_differs: the gateway has refunded another amount; chargeback: the bank of the payer has taken it back',
    kindChoices,
  )
  kind!: string;
  @field.id('Id of the payment request') payment_request_id!: string;
  @field.money('Money that came, or was not applied', 50) amount!: number;
  @field.money('Amount that was asked for; null where no amount is compared', 80, { nullable: true }) expected!:
    number | null;
  @field.choice('Status', statusChoices) status!: string;
  @field.text('How it was resolved', 'Dipulangkan melalui pindahan bank', { nullable: true, max: 500 })
  note!: string | null;
  @field.instant('When it was found (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
  @field.instant('When it was resolved (UTC)', { nullable: true }) resolved_at!: Date | null;
}

export const paymentDifferenceView = viewOf<PaymentDifference, PaymentDifferenceView>(
  PaymentDifference,
  PaymentDifferenceView,
  { revision: 1, personal: ['note'] },
);
