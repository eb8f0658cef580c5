import { accountModes, gatewayNames, payMethods, type GatewayName, type ShownAccount } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';

export const gatewayChoices = choices('PaymentGateway', gatewayNames);
const modes = choices('PaymentAccountMode', accountModes);
export const methodChoices = choices('WayToPay', payMethods);

/** PUT /api/v1/payment-account/. */
export class PaymentAccountBody {
  @field.choice('Payment gateway; sandbox is the built-in one, which moves no money', gatewayChoices)
  gateway!: GatewayName;
  @field.reference('Id of the brand at CHIP; needed for chip', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', {
    optional: true,
  })
  brand_id?: string | null;
  @field.text('Secret key of the account; needed for chip', '9Yv2…', { optional: true, max: 500 })
  secret_key?: string | null;
  @field.text(
    'Base of the gateway’s addresses where it is not its own: for fakes, outside production',
    'http://127.0.0.1:4010/api/v1',
    { optional: true, max: 2_000 },
  )
  api_url?: string | null;
}

@field.record('A way to pay that an account has')
export class PayMethodView {
  @field.choice('Way to pay', methodChoices) method!: string;
  @field.money('Least amount (MYR)', 1) min!: number;
  @field.money('Largest amount (MYR)', 30_000) max!: number;
}

@field.record('The account of a business at a payment gateway (A-458)')
export class PaymentAccountView {
  @field.choice('Payment gateway; null where nothing can be paid', gatewayChoices, { nullable: true })
  gateway!: string | null;
  @field.choice('sandbox and test move no money', modes, { nullable: true }) mode!: string | null;
  @field.id('Id of the brand at CHIP', undefined, { nullable: true }) brand_id!: string | null;
  @field.text('The last four characters of the secret key', '7Qx2', { nullable: true }) secret_hint!: string | null;
  @field.nestedList('What customers may pay with', PayMethodView) methods!: PayMethodView[];
  @field.text(
    'Address at which the gateway calls back; null where it cannot reach the service',
    'https://usaha.example/callbacks/payments/chip/AZ…',
    {
      nullable: true,
      max: 2_000,
    },
  )
  callback_url!: string | null;
  @field.text('Secret that signs the callbacks of the sandbox; null of every other gateway', 'sandbox_…', {
    nullable: true,
  })
  signing_secret!: string | null;
  @field.instant('When the gateway accepted the account (UTC); null of the default', { nullable: true })
  verified_at!: Date | null;
}

export const paymentAccountView = ({
  record,
  account,
  methods,
  callback_url,
  signing_secret,
}: ShownAccount): PaymentAccountView => ({
  gateway: account?.gateway ?? null,
  mode: account?.mode ?? null,
  brand_id: account?.brand_id ?? null,
  secret_hint: record?.secret_hint ?? null,
  methods,
  callback_url,
  signing_secret,
  verified_at: record?.verified_at ?? null,
});
