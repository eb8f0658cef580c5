import {
  PaymentRequestRefund,
  refundWays,
  requestRefundStatuses,
  type RefundWay,
  type RefundedRequest,
} from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { PaymentRequestView, paymentRequestView, type RequestShown } from './payment-requests.wire.js';

const wayChoices = choices('RefundWay', refundWays);
const statusChoices = choices('RequestRefundStatus', requestRefundStatuses);

/** POST /api/v1/payment-requests/{payment_request_id}/refunds/. */
export class RequestRefundBody {
  @field.money('Amount to give back, in MYR; default: all that remains', 20, { optional: true, min: 0.01 })
  amount?: number | null;
  @field.text('Why', 'Pesanan dibatalkan', { max: 200 }) reason!: string;
  @field.choice(
    'gateway: by the gateway that took the money; transfer: you have given it back yourself; default gateway',
    wayChoices,
    { optional: true },
  )
  by?: RefundWay | null;
  @field.text('Reference of the transfer; needed with it', 'IBG2603110042', { optional: true, max: 100 })
  reference?: string | null;
}

@field.record('Money of a payment request that is given back')
export class RequestRefundView {
  @field.id('Id of the refund') id!: string;
  @field.money('Amount in MYR', 20) amount!: number;
  @field.text('Why', 'Pesanan dibatalkan', { nullable: true, max: 200 }) reason!: string | null;
  @field.choice('Status; pending until the gateway has given it back', statusChoices) status!: string;
  @field.choice('By the gateway, or by a transfer', wayChoices) by!: string;
  @field.text('Name of the refund at the gateway, or of the transfer at the bank', 'IBG2603110042', { nullable: true })
  reference!: string | null;
  @field.id('Id of the user or API key', undefined, { nullable: true }) created_by!: string | null;
  @field.instant('When it was asked for (UTC)') created_at!: Date;
}

export const requestRefundView = viewOf<PaymentRequestRefund, RequestRefundView>(
  PaymentRequestRefund,
  RequestRefundView,
  { revision: 1, personal: ['reason'] },
);

@field.record('A payment request with the refund just made')
export class RefundedRequestView extends PaymentRequestView {
  @field.nested('The refund just made', RequestRefundView) refund!: RequestRefundView;
}

export const refundedRequestView =
  (shown: RequestShown) =>
  ({ request, refund }: RefundedRequest): RefundedRequestView => ({
    ...paymentRequestView(shown)(request),
    refund: requestRefundView(refund),
  });
