import { loyaltyTiers, Customer, type LoyaltyTier } from '@usaha/retail';
import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { MessagePreferencesBody, MessagePreferencesView } from '../../../wire/message-preferences.wire.js';
import { personField } from '../../../wire/person-fields.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { BulkBody } from '../bulk.wire.js';
import { RecordList } from '../reference.js';

/** Fields that POST and PUT of a customer share. */
export class CustomerFields {
  @field.text('Given name', 'Siti', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Nur', { max: 200 }) last_name!: string;
  @personField.email('siti.nur@example.com') email?: string | null;
  @personField.phone('+60123450101') phone_number?: string | null;
  @personField.identityNumber('900101-14-5678') ic_number?: string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.choice(
    'Loyalty tier, kept until the points next change; default: the tier for the points (A-103)',
    choices('LoyaltyTierName', loyaltyTiers),
    { unset: true, view: 'Loyalty tier for the points, unless another was set since they last changed (A-103)' },
  )
  loyalty_tier?: LoyaltyTier;
  @field.count('Points balance; a change is recorded as a movement in the ledger (A-167)', 250, {
    unset: true,
    view: 'Points balance',
  })
  loyalty_points?: number;
  @field.text('Notes', 'Prefers deliveries after 6 pm', { optional: true, max: 10_000 }) notes?: string | null;
  @personField.consent pdpa_consent?: boolean;
  @personField.consentStated pdpa_consent_stated?: boolean;
  @personField.messagePreferences message_preferences?: MessagePreferencesBody | null;
}

/** POST /api/v1/retail/customers/. */
export class CustomerBody extends CustomerFields {
  @field.text(
    'Reference of the program, unique among customers of the business for all time: sent again with the same content, the customer is answered as it is now, with other content 409 (A-509)',
    'TILL-3-C-000012',
    { optional: true, filled: true, max: 100 },
  )
  client_reference?: string | null;
}

/** PUT /api/v1/retail/customers/{customer_id}/: the same fields, all optional, and is_active. */
export class CustomerPatch extends PartialType(CustomerFields) {
  @field.flag('Whether the customer is active; lists can be filtered by it', true, {
    unset: true,
    view: 'Whether the customer is active',
  })
  is_active?: boolean;
}

/** An item of POST /api/v1/retail/customers/bulk/. */
@field.record('A customer among many: the body of POST, or of PUT where a record is found')
class CustomerBulkItem extends PartialType(CustomerPatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
}

/** POST /api/v1/retail/customers/bulk/. */
export class CustomerBulkBody extends BulkBody(CustomerBulkItem, ['phone_number', 'email']) {}

/** GET /api/v1/retail/customers/. */
export class CustomerListQuery extends RecordList('last_name', 'first_name', 'loyalty_points') {
  @param.choice('Tier', loyaltyTiers) loyalty_tier?: LoyaltyTier;
  @param.text('Part of the full name, e-mail or telephone number (A-25)', 'siti nur')
  search?: string;
  @param.text('Telephone number, the same however it is written: 012-345 6789 is +60123456789 (A-86)', '012-345 6789')
  phone_number?: string;
  @param.flag('Whether the customer is active') is_active?: boolean;
  @param.text('Reference of the program, as sent (A-509)', 'TILL-3-C-000012') client_reference?: string;
}

@field.record('A customer on the reference surface')
export class CustomerView extends ViewType(CustomerPatch, {
  within: { address: AddressView, message_preferences: MessagePreferencesView },
}) {
  @field.id('Id of the customer') id!: string;
  @field.id('Id of the tenant') tenant_id!: string;
  @placedBefore('is_active')
  @personField.consentDate
  pdpa_consent_date!: Date | null;
  @field.text('Reference of the program that created it, as sent (A-509)', 'TILL-3-C-000012', { nullable: true })
  client_reference!: string | null;
  @field.instant('When the customer was created (UTC)') created_at!: Date;
  @field.instant('When the customer was last changed (UTC)') updated_at!: Date;
}

export const customerView = viewOf(Customer, CustomerView, {
  revision: 3,
  personal: [
    'first_name',
    'last_name',
    'email',
    'phone_number',
    'ic_number',
    'address',
    'notes',
    'client_reference',
    'message_preferences',
  ],
});
