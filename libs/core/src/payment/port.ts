export { AttemptAsking, type AttemptSource } from './attempt-asking.js';
export { PAYMENT_ATTEMPT_MS, nextAsking } from './asking-schedule.js';
export { CallbackAccounts } from './callback-accounts.js';
export { CallbackAddresses } from './callback-addresses.js';
export { GATEWAY_PATIENCE_MS, GatewayCalls, GatewaySilent, type Outside } from './gateway-calls.js';
export { SANDBOX_ACCOUNT, gatewayNames, type GatewayAccount, type GatewayName } from './gateway-account.js';
export {
  AccountRefused,
  PaymentGateway,
  StillProcessing,
  type Attempt,
  type ChargeRequest,
  type Means,
  type RefundRequest,
  type WaitingTerms,
} from './gateway.js';
export * from './outcome.js';
export { PaymentBooking, TakenDiffers } from './payment-booking.js';
export { PaymentGateways, gatewayCalls, type GatewayCall } from './payment-gateways.js';
export { sandboxOutcomes, sandboxReasons, type SandboxDecision, type SandboxOutcome } from './sandbox-book.js';
export { SandboxGateway, type SandboxOptions } from './sandbox-gateway.js';
export { SandboxPayment, sandboxStatuses, type SandboxDetails, type SandboxStatus } from './sandbox-payment.entity.js';
export { sandboxWords } from './payment.messages.js';
export { SandboxKeys, type SandboxPage } from './sandbox-token.js';
export { PaymentAccount, type PaymentAccountTold } from '../payment-account/payment-account.entity.js';
export { PaymentAccountService, type ShownAccount } from '../payment-account/payment-account.service.js';
