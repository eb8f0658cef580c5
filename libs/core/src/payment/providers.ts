import type { Provider } from '@nestjs/common';
import { Database } from '@usaha/shared';
import { PublicAddress } from '../public-address.js';
import { PaymentAccountRepository } from '../payment-account/payment-account.repository.js';
import { PaymentAccountService, PaymentRules } from '../payment-account/payment-account.service.js';
import { AttemptAsking } from './attempt-asking.js';
import { CallbackAccounts } from './callback-accounts.js';
import { CallbackAddresses } from './callback-addresses.js';
import { SANDBOX_ACCOUNT, type GatewayName } from './gateway-account.js';
import { PaymentGateway } from './gateway.js';
import { PaymentBooking } from './payment-booking.js';
import { PaymentGateways } from './payment-gateways.js';
import { SandboxGateway, type SandboxOptions } from './sandbox-gateway.js';
import { WaitingPayments } from './waiting-payments.js';

/** How payments reach their gateways. */
export interface PaymentSettings {
  /** Takes the place of the sandbox: for tests that steer it. */
  gateway?: PaymentGateway;
  sandbox?: SandboxOptions;
  /** Whether the sandbox and test accounts take no payments of businesses; they do unless given. */
  production?: boolean;
  /** Gateways next to the built-in sandbox. */
  gateways?: Readonly<Partial<Record<Exclude<GatewayName, 'sandbox'>, PaymentGateway>>>;
}

/** The gateways, and what books and asks about attempts. */
export const paymentProviders = ({
  gateway,
  sandbox,
  production = false,
  gateways = {},
}: PaymentSettings): Provider[] => [
  CallbackAccounts,
  CallbackAddresses,
  PaymentAccountRepository,
  PaymentAccountService,
  { provide: PaymentRules, useFactory: () => new PaymentRules(production) },
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
    useFactory: (builtIn: SandboxGateway) =>
      new PaymentGateways({ ...gateways, sandbox: gateway ?? builtIn }, SANDBOX_ACCOUNT),
    inject: [SandboxGateway],
  },
  {
    provide: PaymentGateway,
    useFactory: (gateways: PaymentGateways) => gateways.of(gateways.platform),
    inject: [PaymentGateways],
  },
];
