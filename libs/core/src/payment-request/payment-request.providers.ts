import { AttemptReconciliation } from './attempt-reconciliation.js';
import { DifferenceLetters } from './difference-letters.js';
import { AttemptBooking } from './attempt-booking.js';
import { OfferedMethods } from './offered-methods.js';
import { PayPages } from './pay-pages.js';
import { PayableSources } from './payable-source.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import { PaymentAttemptService } from './payment-attempt.service.js';
import { PaymentDifferenceRepository } from './payment-difference.repository.js';
import { PaymentDifferenceService } from './payment-difference.service.js';
import { PaymentLinks } from './payment-links.js';
import { PaymentRequestExpiry } from './payment-request-expiry.js';
import { PaymentRequestFollowing } from './payment-request-following.js';
import { PaymentRequestMessages } from './payment-request-messages.js';
import { PaymentRequestNotices } from './payment-request-notices.js';
import { PaymentRequestRefundRepository } from './payment-request-refund.repository.js';
import { PaymentRequestRefundService } from './payment-request-refund.service.js';
import { PaymentRequestReturns } from './payment-request-returns.js';
import { PaymentRequestRepository } from './payment-request.repository.js';
import { PaymentRequestService } from './payment-request.service.js';
import { RefundBooking } from './refund-booking.js';
import { RefundCarrying } from './refund-carrying.js';
import { RequestSettlement } from './request-settlement.js';
import { RequestedAttempts } from './requested-attempts.js';
import { SubscriptionPayLinks } from './subscription-pay-links.js';

/** Payment requests, their attempts and links, and the subjects that contexts register. */
export const paymentRequestProviders = [
  PayableSources,
  PaymentAttemptRepository,
  PaymentDifferenceRepository,
  PaymentDifferenceService,
  PaymentRequestRepository,
  PaymentRequestRefundRepository,
  PaymentRequestFollowing,
  PaymentRequestMessages,
  PaymentRequestNotices,
  PaymentLinks,
  OfferedMethods,
  RequestSettlement,
  AttemptBooking,
  PaymentRequestService,
  PaymentAttemptService,
  RequestedAttempts,
  AttemptReconciliation,
  DifferenceLetters,
  PaymentRequestExpiry,
  RefundBooking,
  RefundCarrying,
  PaymentRequestRefundService,
  PaymentRequestReturns,
  PayPages,
  SubscriptionPayLinks,
];
