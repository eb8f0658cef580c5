import { PartialType } from '@nestjs/swagger';
import { loyaltyTiers, Customer, type LoyaltyTier } from '@usaha/retail';
import { AddressBody, AddressView } from '../../wire/address.wire.js';
import { param } from '../../wire/param.js';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { viewOf } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';

/** POST /api/v1/retail/customers/. */
export class CustomerBody {
  @field.text('Given name', 'Siti', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Nur', { max: 200 }) last_name!: string;
  @field.text('E-mail; any text (A-154)', 'siti.nur@example.com', { optional: true }) email?: string | null;
  @field.text('Telephone number, in any form (A-154)', '+60123450101', { optional: true, max: 50 }) phone_number?:
    string | null;
  @field.text('MyKad number or another document; kept sealed, not checked (A-127)', '900101-14-5678', {
    optional: true,
    max: 50,
  })
  ic_number?: string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.choice(
    'Kept until the points next change; that of the points unless given (A-103)',
    choices('LoyaltyTierName', loyaltyTiers),
    {
      unset: true,
    },
  )
  loyalty_tier?: LoyaltyTier;
  @field.count('Balance of points; the difference to the balance before is a movement (A-167)', 250, { unset: true })
  loyalty_points?: number;
  @field.text('Anything worth knowing', 'Prefers deliveries after 6 pm', { optional: true, max: 10_000 }) notes?:
    string | null;
  @field.flag('Whether he agrees that data about him is kept; false unless given (A-116)', true, { unset: true })
  pdpa_consent?: boolean;
}

/** PUT /api/v1/retail/customers/{customer_id}/: the same fields, all optional, and is_active. */
export class CustomerPatch extends PartialType(CustomerBody, { skipNullProperties: false }) {
  @field.flag('Whether he is still a customer: a list can be narrowed to it', true, { unset: true })
  is_active?: boolean;
}

/** GET /api/v1/retail/customers/. */
export class CustomerListQuery extends ReferencePage {
  @param.choice('Tier', loyaltyTiers) loyalty_tier?: LoyaltyTier;
  @param.text(
    'A part of the name, first and last together, of the e-mail or of the telephone number (A-25)',
    'siti nur',
  )
  search?: string;
  @param.flag('Whether he is still a customer') is_active?: boolean;
}

@field.record('A customer on the reference surface')
export class CustomerView {
  @field.id('Id of the customer') id!: string;
  @field.id('The business he is a customer of') tenant_id!: string;
  @field.text('Given name', 'Siti') first_name!: string;
  @field.text('Family name', 'Nur') last_name!: string;
  @field.text('E-mail as it was sent', 'siti.nur@example.com', { nullable: true }) email!: string | null;
  @field.text('Telephone number as it was sent', '+60123450101', { nullable: true }) phone_number!: string | null;
  @field.text('MyKad number or another document, as it was sent', '900101-14-5678', { nullable: true }) ic_number!:
    string | null;
  @field.nested('Postal address', AddressView, { nullable: true }) address!: AddressView | null;
  @field.choice('That of the points, unless another was given since they last changed (A-103)', loyaltyTiers)
  loyalty_tier!: LoyaltyTier;
  @field.count('Balance of points', 250) loyalty_points!: number;
  @field.text('Anything worth knowing', 'Prefers deliveries after 6 pm', { nullable: true, max: 10_000 }) notes!:
    string | null;
  @field.flag('Whether he agrees that data about him is kept', true) pdpa_consent!: boolean;
  @field.instant('Since when he agrees (UTC), set by the service; null while he does not (A-116)', { nullable: true })
  pdpa_consent_date!: Date | null;
  @field.flag('Whether he is still a customer', true) is_active!: boolean;
  @field.instant('When he was created (UTC)') created_at!: Date;
  @field.instant('When he was last changed (UTC)') updated_at!: Date;
}

export const customerView = viewOf(Customer, CustomerView, {
  revision: 1,
  personal: ['first_name', 'last_name', 'email', 'phone_number', 'ic_number', 'address', 'notes'],
});
