/** Webhooks: what other folders and the application use of them. */
export { AddressGuard, BlockedAddressError, hostOf, portOf } from './address-guard.js';
export { retryAfterMs } from './schedule.js';
export { isSignedBy, newWebhookSecret } from './signature.js';
export { webhookHeaders, type WebhookHeaders } from './webhook-headers.js';
export {
  ATTEMPT_MS,
  NoWebhookSender,
  WebhookSender,
  type WebhookOutcome,
  type WebhookRequest,
} from './webhook-sender.js';
export { WebhookAttempt, webhookErrors, type WebhookError } from './webhook-attempt.entity.js';
export { WebhookDeliveries, type DeliveryQuery, type DeliveryWithAttempts } from './webhook-deliveries.js';
export { WebhookDelivery, deliveryStatuses, type DeliveryStatus } from './webhook-delivery.entity.js';
export { WebhookDeliveryService } from './webhook-delivery.service.js';
export {
  WebhookEndpoint,
  disabledReasons,
  webhookOrderings,
  webhookStatuses,
  type DisabledReason,
  type WebhookDetails,
} from './webhook-endpoint.entity.js';
export { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
export {
  MOST_ENDPOINTS,
  WebhookEndpointService,
  type NewWebhook,
  type TellableWebhook,
} from './webhook-endpoint.service.js';
export { WebhookReplay, type Replay, type Replayed } from './webhook-replay.js';
export { WebhookTest } from './webhook-test.js';
export { WebhookTransmitter, type Transmission } from './webhook-transmitter.js';
export { DeliverySender, SendingDeliveries, type SendingOptions } from './delivery-sender.js';
export { togetherBehind, webhookBacklog, type WebhookBacklog } from './webhook-backlog.js';
export { WebhookRetention } from './webhook-retention.js';
