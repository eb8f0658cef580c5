/** Webhooks: what other folders and the application use of them. */
export { AddressGuard, BlockedAddressError, hostOf, portOf } from './address-guard.js';
export { retryAfterMs } from './schedule.js';
export {
  ATTEMPT_MS,
  NoWebhookSender,
  WebhookSender,
  type WebhookOutcome,
  type WebhookRequest,
} from './webhook-sender.js';
