import { PaymentMethod } from '@usaha/core';
import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';

/** POST /api/v1/payment-methods/. The domain has the rules of a card. */
export class PaymentMethodBody {
  @field.text(
    'Type of payment method: any text, such as card, fpx, bank_transfer or ewallet. A card requires its number and expiry',
    'card',
    { max: 100, view: 'As sent' },
  )
  type!: string;
  @field.text(
    'Card number: 12 to 19 digits, with or without spaces and hyphens. Only the last four digits and the brand are stored; the number is never logged',
    '4111 1111 1111 1111',
    { optional: true, max: 50 },
  )
  card_number?: string | null;
  @field.count('Expiry month of the card, 1 to 12', 12, { optional: true, view: 'Expiry month of the card' })
  expiry_month?: number | null;
  @field.count('Expiry year of the card; two digits mean a year of this century', 2030, {
    optional: true,
    view: 'Expiry year of the card',
  })
  expiry_year?: number | null;
  @field.text('Security code, 3 or 4 digits. Neither stored nor logged', '123', { optional: true, max: 50 })
  cvv?: string | null;
  @field.text('Cardholder name', 'AINA BINTI ROSLI', { optional: true, max: 200 }) cardholder_name?: string | null;
  @field.nested('Billing address', AddressBody, { optional: true }) billing_address?: AddressBody | null;
}

@field.record('A payment method (A-81)')
export class PaymentMethodView extends ViewType(PaymentMethodBody, {
  within: { billing_address: AddressView },
  except: ['card_number', 'cvv'],
}) {
  @field.id('Id of the payment method') id!: string;
  @placedBefore('expiry_month')
  @field.text('Last four digits of the card; null for other payment methods', '1111', { nullable: true, max: 4 })
  card_last_four!: string | null;
  @placedBefore('expiry_month')
  @field.text('Card brand, derived from the leading digits; unknown if they match none', 'visa', { nullable: true })
  card_brand!: string | null;
  @field.flag('Whether the payment method can be used; true until it is deleted', true) is_active!: boolean;
  @field.instant('When it was created (UTC)') created_at!: Date;
}

export const paymentMethodView = viewOf(PaymentMethod, PaymentMethodView, {
  personal: ['card_last_four', 'cardholder_name', 'billing_address'],
});
