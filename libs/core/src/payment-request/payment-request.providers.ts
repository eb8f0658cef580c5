import { PayableSources } from './payable-source.js';
import { PaymentRequestExpiry } from './payment-request-expiry.js';
import { PaymentRequestFollowing } from './payment-request-following.js';
import { PaymentRequestRepository } from './payment-request.repository.js';
import { PaymentRequestService } from './payment-request.service.js';

/** Payment requests, and the subjects that contexts register. */
export const paymentRequestProviders = [
  PayableSources,
  PaymentRequestRepository,
  PaymentRequestFollowing,
  PaymentRequestService,
  PaymentRequestExpiry,
];
