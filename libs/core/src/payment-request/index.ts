/** Payment requests: what contexts and the application use of them. */
export { AttemptBooking } from './attempt-booking.js';
export { AttemptReconciliation } from './attempt-reconciliation.js';
export { openDifferences } from './open-differences.js';
export { PayPages, type PayPage } from './pay-pages.js';
export {
  PayableSources,
  payableTypes,
  type BookedMoney,
  type Payable,
  type PayableSource,
  type PayableType,
  type ReturnEntry,
  type ReturnedMoney,
  type ReturningSource,
  type ReceivedMoney,
} from './payable-source.js';
export { PaymentAttempt, attemptStatuses, type AttemptStatus } from './payment-attempt.entity.js';
export { PaymentAttemptRepository } from './payment-attempt.repository.js';
export { PaymentAttemptService } from './payment-attempt.service.js';
export {
  PaymentDifference,
  differenceKinds,
  differenceStatuses,
  type DifferenceKind,
  type DifferenceStatus,
} from './payment-difference.entity.js';
export { PaymentDifferenceRepository, type PaymentDifferenceQuery } from './payment-difference.repository.js';
export { PaymentDifferenceService } from './payment-difference.service.js';
export { PaymentLinks, type PaymentLink } from './payment-links.js';
export {
  LEAST_REQUESTED,
  PaymentRequest,
  paymentRequestStatuses,
  type PaymentRequestStatus,
} from './payment-request.entity.js';
export { PaymentRequestExpiry } from './payment-request-expiry.js';
export { PaymentRequestFollowing } from './payment-request-following.js';
export {
  PaymentRequestRefund,
  refundWays,
  requestRefundStatuses,
  type RefundWay,
  type RequestRefundStatus,
} from './payment-request-refund.entity.js';
export { PaymentRequestRefundRepository } from './payment-request-refund.repository.js';
export {
  PaymentRequestRefundService,
  type NewRequestRefund,
  type RefundedRequest,
} from './payment-request-refund.service.js';
export { PaymentRequestReturns, type PaidOut, type PaidOutFor } from './payment-request-returns.js';
export { PaymentRequestRepository, type PaymentRequestQuery } from './payment-request.repository.js';
export { PaymentRequestService, type ConfirmedPayment, type NewPaymentRequest } from './payment-request.service.js';
export { RefundCarrying } from './refund-carrying.js';
export { RequestedAttempts } from './requested-attempts.js';
