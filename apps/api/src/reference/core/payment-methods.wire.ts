import { PaymentMethod } from '@usaha/core';
import { AddressBody, AddressView } from '../../wire/address.wire.js';
import { field } from '../../wire/field.js';
import { viewOf } from '../../wire/view.js';

/** POST /api/v1/payment-methods/. What is asked of a card is the domain's rule. */
export class PaymentMethodBody {
  @field.text('Any text: card, fpx, bank_transfer, ewallet … A card needs its number and expiry', 'card', { max: 100 })
  type!: string;
  @field.text(
    'Number of the card: 12 to 19 digits, spaces and hyphens between them allowed. Neither kept nor logged: only its last four digits and its brand are',
    '4111 1111 1111 1111',
    { optional: true, max: 50 },
  )
  card_number?: string | null;
  @field.count('Last month in which the card is good, 1 to 12', 12, { optional: true }) expiry_month?: number | null;
  @field.count('Last year in which the card is good; two digits are taken for years of this century', 2030, {
    optional: true,
  })
  expiry_year?: number | null;
  @field.text('Security code, 3 or 4 digits. Neither kept nor logged', '123', { optional: true, max: 50 })
  cvv?: string | null;
  @field.text('Name on the card', 'AINA BINTI ROSLI', { optional: true, max: 200 }) cardholder_name?: string | null;
  @field.nested('Where the bill goes', AddressBody, { optional: true }) billing_address?: AddressBody | null;
}

@field.record('A means of payment (A-81)')
export class PaymentMethodView {
  @field.id('Id of the payment method') id!: string;
  @field.text('As it was sent', 'card') type!: string;
  @field.text('Last four digits of the card; null for what is no card', '1111', { nullable: true, max: 4 })
  card_last_four!: string | null;
  @field.text('Brand, as the leading digits of the card say; unknown where they say none', 'visa', { nullable: true })
  card_brand!: string | null;
  @field.count('Last month in which the card is good', 12, { nullable: true }) expiry_month!: number | null;
  @field.count('Last year in which the card is good', 2030, { nullable: true }) expiry_year!: number | null;
  @field.text('Name on the card', 'AINA BINTI ROSLI', { nullable: true }) cardholder_name!: string | null;
  @field.nested('Where the bill goes', AddressView, { nullable: true }) billing_address!: AddressView | null;
  @field.flag('Whether something can be paid with it: true until it is deleted', true) is_active!: boolean;
  @field.instant('When it was created (UTC)') created_at!: Date;
}

export const paymentMethodView = viewOf(PaymentMethod, PaymentMethodView, {
  personal: ['card_last_four', 'cardholder_name', 'billing_address'],
});
