import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { EmergencyContactBody, EmergencyContactView } from '../../../wire/emergency-contact.wire.js';
import { field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { ViewType } from '../../../wire/view-type.js';

/** Fields of every person, client or member of staff. */
export class PersonBody {
  @field.text('Given name', 'Siti', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Nur', { max: 200 }) last_name!: string;
  @personField.email('siti.nur@example.com') email?: string | null;
  @personField.phone('+60123450101') phone_number?: string | null;
  @personField.identityNumber('900101-14-5678') ic_number?: string | null;
  @field.day('Date of birth', '1990-01-01', { optional: true }) date_of_birth?: string | null;
  @field.text('Gender; any text', 'female', { optional: true, max: 50, view: 'Gender, as sent' }) gender?:
    string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.nested('Emergency contact', EmergencyContactBody, { optional: true })
  emergency_contact?: EmergencyContactBody | null;
  @field.text('Notes; stored encrypted, card numbers are cut (A-255)', 'Prefers mornings', {
    optional: true,
    max: 10_000,
    view: 'Notes',
  })
  notes?: string | null;
  @personField.consent pdpa_consent?: boolean;
  @personField.consentStated pdpa_consent_stated?: boolean;
}

/** The same in an answer. */
export class PersonView extends ViewType(PersonBody, {
  within: { address: AddressView, emergency_contact: EmergencyContactView },
}) {
  @field.id('Id of the person') id!: string;
  @personField.consentDate pdpa_consent_date!: Date | null;
  @field.instant('When the record was created (UTC)') created_at!: Date;
  @field.instant('When the record was last changed (UTC)') updated_at!: Date;
}

/** What of it is personal, and shown as it is. */
export const shownOfPersons = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'date_of_birth',
  'gender',
  'address',
  'emergency_contact',
  'notes',
] as const satisfies (keyof PersonView)[];
