import type { Provider } from '@nestjs/common';
import { Database } from '@usaha/shared';
import { PublicAddress } from '../public-address.js';
import { PaymentAccountRepository } from '../payment-account/payment-account.repository.js';
import { PaymentAccountService, PaymentRules } from '../payment-account/payment-account.service.js';
import { AttemptAsking } from './attempt-asking.js';
import { CallbackAccounts } from './callback-accounts.js';
import { CallbackAddresses } from './callback-addresses.js';
import { AddressGuard } from '../webhook/address-guard.js';
import { SANDBOX_ACCOUNT, type GatewayAccount, type GatewayName } from './gateway-account.js';
import { PaymentGateway } from './gateway.js';
import { PaymentBooking } from './payment-booking.js';
import { PaymentGateways } from './payment-gateways.js';
import { PaymentMethodRepository } from './payment-method.repository.js';
import { PaymentMethodService } from './payment-method.service.js';
import { PaymentRepository } from './payment.repository.js';
import { RefundRepository } from './refund.repository.js';
import { Settlement } from './settlement.js';
import { Renewals } from './renewals.js';
import { RequestedPayments } from './requested-payments.js';
import { PayableSubscriptions } from './payable-subscriptions.js';
import { PaymentService } from './payment.service.js';
import { SandboxGateway, type SandboxOptions } from './sandbox-gateway.js';
import { WaitingPayments } from './waiting-payments.js';

/** How payments reach their gateways. */
export interface PaymentSettings {
  /** Takes the place of the sandbox: for tests that steer it. */
  gateway?: PaymentGateway;
  sandbox?: SandboxOptions;
  /** Whether the sandbox and test accounts take no payments of businesses; they do unless given. */
  production?: boolean;
  /** Gateways next to the built-in sandbox; they speak to addresses that the guard allows. */
  gateways?: (guard: AddressGuard) => Readonly<Partial<Record<Exclude<GatewayName, 'sandbox'>, PaymentGateway>>>;
  /** E-mail address of the platform; none unless given. */
  platformEmail?: string | null;
  /** The platform's own account; the sandbox unless given. */
  platformAccount?: GatewayAccount;
}

/** The gateways, payments with their methods and refunds, and what books and asks about attempts. */
export const paymentProviders = ({
  gateway,
  sandbox,
  production = false,
  gateways = () => ({}),
  platformAccount = SANDBOX_ACCOUNT,
  platformEmail = null,
}: PaymentSettings): Provider[] => [
  CallbackAccounts,
  CallbackAddresses,
  PaymentAccountRepository,
  PaymentAccountService,
  { provide: PaymentRules, useFactory: () => new PaymentRules(production, platformEmail) },
  PaymentMethodRepository,
  PaymentMethodService,
  PaymentRepository,
  RefundRepository,
  Settlement,
  Renewals,
  RequestedPayments,
  PayableSubscriptions,
  PaymentService,
  PaymentBooking,
  AttemptAsking,
  WaitingPayments,
  {
    provide: SandboxGateway,
    useFactory: (database: Database, address: PublicAddress) => new SandboxGateway(database, sandbox, address),
    inject: [Database, PublicAddress],
  },
  {
    provide: PaymentGateways,
    useFactory: (builtIn: SandboxGateway, guard: AddressGuard) =>
      new PaymentGateways({ ...gateways(guard), sandbox: gateway ?? builtIn }, platformAccount),
    inject: [SandboxGateway, AddressGuard],
  },
  {
    provide: PaymentGateway,
    useFactory: (gateways: PaymentGateways) => gateways.of(gateways.platform),
    inject: [PaymentGateways],
  },
];
