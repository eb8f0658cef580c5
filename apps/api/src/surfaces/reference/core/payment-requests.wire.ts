import {
  LEAST_REQUESTED,
  PaymentAttempt,
  PaymentRequest,
  attemptStatuses,
  payableTypes,
  paymentRequestStatuses,
  type ConfirmedPayment,
  type NewPaymentRequest,
  type PayMethod,
  type PayableType,
  type PaymentRequestStatus,
} from '@usaha/core';
import { readInstant } from '@usaha/shared';
import { choiceList } from '../../../wire/choice-list.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { RecordList } from '../reference.js';
import { gatewayChoices, methodChoices } from './payment-account.wire.js';
import { WaitingView, waitingView } from './waiting.wire.js';

const typeChoices = choices('PayableType', payableTypes);
const statusChoices = choices('PaymentRequestStatus', paymentRequestStatuses);
const PAGE = 'https://usaha.example/pay/AZjzomscfD6dKh8uPUxbbQGY86JrHHw-nSofLj1MW24AAAAAq3mWzq0V1nKkq1Yy0c3fQmZp';
const attemptChoices = choices('AttemptStatus', attemptStatuses);
const EXPIRY = '2026-03-17T18:00:00+08:00';

/** POST /api/v1/payment-requests/. */
export class PaymentRequestBody {
  @field.choice('Kind of document to be paid', typeChoices) subject_type!: PayableType;
  @field.reference('Id of that document; of a freight invoice the id of the invoice') subject_id!: string;
  @field.money('Amount in MYR; default: what remains to be paid', 50, { optional: true, min: LEAST_REQUESTED })
  amount?: number | null;
  @field.choice('Begins an attempt to pay at once: `waiting` has what the payer needs', methodChoices, {
    optional: true,
  })
  method?: PayMethod | null;
  @choiceList('With what it may be paid; default: with all that your account takes', methodChoices, {
    optional: true,
  })
  methods?: PayMethod[] | null;
  @field.sentInstant('When it ends: in 15 minutes to 90 days; default in 7 days', { optional: true, example: EXPIRY })
  expires_at?: string | null;
  @field.text('What it is for; default: heading and number of the document', 'Invois Mac', {
    optional: true,
    max: 200,
  })
  description?: string | null;
  @field.flag('Whether the person of the document gets the link by WhatsApp or e-mail; default false', false, {
    unset: true,
  })
  send?: boolean;
  @field.flag(
    'Whether the card that pays is kept as a payment method, which renews the subscription; of subscriptions alone; default false',
    false,
    { unset: true },
  )
  keep_card?: boolean;
  @field.flag('Whether an open request of the document is cancelled; default false: then it is a conflict', false, {
    unset: true,
  })
  replace?: boolean;
}

/** POST /api/v1/payment-requests/{payment_request_id}/cancel/. */
export class CancelRequestBody {
  @field.text('Why', 'Pelanggan membayar di kaunter', { optional: true, max: 200 }) reason?: string | null;
}

/** POST /api/v1/payment-requests/{payment_request_id}/confirm/. */
export class ConfirmRequestBody {
  @field.text('Reference of the bank; one that was recorded before is a conflict', 'QR2603100815', { max: 100 })
  reference!: string;
  @field.money('Amount that came, in MYR; default: that of the request', 50, { optional: true, min: 0.01 })
  amount?: number | null;
  @field.sentInstant('When it came; default now, never in the future', { optional: true })
  paid_at?: string | null;
}

/** GET /api/v1/payment-requests/. */
export class PaymentRequestQueryParams extends RecordList() {
  @param.choice('Status as of now', statusChoices) status?: PaymentRequestStatus;
  @param.choice('Kind of document to be paid', typeChoices) subject_type?: PayableType;
  @param.text('Id of the document', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 36 }) subject_id?: string;
  @param.day('Created on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Created on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

@field.record('What a business asks of a person for a document')
export class PaymentRequestView {
  @field.id('Id of the request') id!: string;
  @field.choice('Kind of document to be paid', typeChoices) subject_type!: string;
  @field.id('Id of that document') subject_id!: string;
  @field.text('Number of the document', 'FRT-2026-000042') subject_number!: string;
  @field.text('What it is for', 'Freight invoice FRT-2026-000042', { max: 300 }) description!: string;
  @field.money('Amount; it falls to what remains to be paid', 50) amount!: number;
  @field.text('Three letters', 'MYR') currency!: string;
  @field.choice('Status; open requests are expired from expires_at on', statusChoices) status!: string;
  @field.text(
    'Why it was cancelled: settled_elsewhere, subject_cancelled, replaced, or the reason that was sent',
    'settled_elsewhere',
    { nullable: true },
  )
  status_reason!: string | null;
  @field.texts('With what it may be paid; empty: with nothing but the DuitNow QR of the business', [
    'duitnow_qr',
    'fpx',
  ])
  methods!: string[];
  @field.text('Page at which it is paid, without an account: for the payer alone', PAGE, { max: 400 }) url!: string;
  @field.nested('What the payer needs while an attempt waits', WaitingView, { nullable: true })
  waiting!: WaitingView | null;
  @field.instant('When it ends (UTC)') expires_at!: Date;
  @field.instant('When the money came (UTC)', { nullable: true }) paid_at!: Date | null;
  @field.money('What came', 50) paid_amount!: number;
  @field.money('Part of it that was given back (A-469)', 0) refunded_amount!: number;
  @field.money('Part of it that was neither booked, since no more remained to be paid, nor given back', 0)
  unapplied_amount!: number;
  @field.text('How it came', 'duitnow_qr', { nullable: true }) means!: string | null;
  @field.text('Number of the receipt in the document', 'FRR-2026-000042', { nullable: true })
  receipt_number!: string | null;
  @field.id(
    'Id of the message that carried the link; null: none was sent, or the person cannot be reached',
    undefined,
    {
      nullable: true,
    },
  )
  message_id!: string | null;
  @field.id('Id of the user or API key', undefined, { nullable: true }) created_by!: string | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

/** On what the view of a request depends, beyond the request. */
export interface RequestShown {
  now: Date;
  /** null: neither links nor what the payer needs are shown, as in an archive, where they would be secrets. */
  urlOf: ((request: PaymentRequest) => string) | null;
}

/** The view of a request at an instant, which its status depends on. */
export const paymentRequestView = viewFor<PaymentRequest, PaymentRequestView, RequestShown>(
  PaymentRequest,
  PaymentRequestView,
  {
    revision: 4,
    etagParts: (request, { now, urlOf }) => [request.statusAt(now), urlOf?.(request) ?? ''],
    personal: ['description', 'status_reason'],
    fields: {
      currency: () => 'MYR',
      status: (request, { now }) => request.statusAt(now),
      url: (request, { urlOf }) => urlOf?.(request) ?? '',
      waiting: (request, { now, urlOf }) =>
        waitingView(urlOf !== null && request.statusAt(now) === 'open' ? request.waiting : null),
    },
  },
);

@field.record('A way that a payer has chosen to pay a request')
export class PaymentAttemptView {
  @field.id('Id of the attempt: the reference at the gateway') id!: string;
  @field.choice('Way to pay', methodChoices) method!: string;
  @field.choice('Payment gateway', gatewayChoices) gateway!: string;
  @field.choice('Status', attemptChoices) status!: string;
  @field.text('Why no money was taken', 'insufficient_funds', { nullable: true }) reason!: string | null;
  @field.money('Amount', 50) amount!: number;
  @field.text('Name of the payment at the gateway', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { nullable: true })
  reference!: string | null;
  @field.instant('When it was begun (UTC)') created_at!: Date;
  @field.instant('When it ended (UTC)', { nullable: true }) ended_at!: Date | null;
}

export const paymentAttemptView = viewOf<PaymentAttempt, PaymentAttemptView>(PaymentAttempt, PaymentAttemptView, {
  revision: 1,
});

/** The validation of the body makes sure that it is an instant. */
const instantOf = (text: string | null | undefined): Date | undefined =>
  text === null || text === undefined ? undefined : (readInstant(text) ?? undefined);

export const newPaymentRequest = ({ expires_at, ...body }: PaymentRequestBody): NewPaymentRequest => ({
  ...body,
  expires_at: instantOf(expires_at),
});

export const confirmedPayment = ({ paid_at, ...body }: ConfirmRequestBody): ConfirmedPayment => ({
  ...body,
  paid_at: instantOf(paid_at),
});
