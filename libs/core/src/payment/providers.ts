import type { Provider } from '@nestjs/common';
import { Database } from '@usaha/shared';
import { PublicAddress } from '../public-address.js';
import { AttemptAsking } from './attempt-asking.js';
import { CallbackAccounts } from './callback-accounts.js';
import { CallbackAddresses } from './callback-addresses.js';
import { SANDBOX_ACCOUNT } from './gateway-account.js';
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
}

/** The gateways, and what books and asks about attempts. */
export const paymentProviders = ({ gateway, sandbox }: PaymentSettings): Provider[] => [
  CallbackAccounts,
  CallbackAddresses,
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
    useFactory: (builtIn: SandboxGateway) => new PaymentGateways({ sandbox: gateway ?? builtIn }, SANDBOX_ACCOUNT),
    inject: [SandboxGateway],
  },
  {
    provide: PaymentGateway,
    useFactory: (gateways: PaymentGateways) => gateways.of(gateways.platform),
    inject: [PaymentGateways],
  },
];
