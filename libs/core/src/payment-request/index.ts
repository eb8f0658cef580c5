/** Payment requests: what contexts and the application use of them. */
export {
  PayableSources,
  payableTypes,
  type BookedMoney,
  type Payable,
  type PayableSource,
  type PayableType,
  type ReceivedMoney,
} from './payable-source.js';
export {
  LEAST_REQUESTED,
  PaymentRequest,
  paymentRequestStatuses,
  type PaymentRequestStatus,
} from './payment-request.entity.js';
export { PaymentRequestExpiry } from './payment-request-expiry.js';
export { PaymentRequestFollowing } from './payment-request-following.js';
export { PaymentRequestRepository, type PaymentRequestQuery } from './payment-request.repository.js';
export { PaymentRequestService, type ConfirmedPayment, type NewPaymentRequest } from './payment-request.service.js';
