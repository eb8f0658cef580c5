import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { EmergencyContactBody, EmergencyContactView } from '../../../wire/emergency-contact.wire.js';
import { field } from '../../../wire/field.js';

/** Fields of every person, client or member of staff. */
export class PersonBody {
  @field.text('Given name', 'Siti', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Nur', { max: 200 }) last_name!: string;
  @field.text('E-mail; any text (A-154)', 'siti.nur@example.com', { optional: true }) email?: string | null;
  @field.text('Telephone number, in any format (A-154)', '+60123450101', { optional: true, max: 50 }) phone_number?:
    string | null;
  @field.text('MyKad or other identity document number; stored encrypted, not validated (A-127)', '900101-14-5678', {
    optional: true,
    max: 50,
  })
  ic_number?: string | null;
  @field.day('Date of birth', '1990-01-01', { optional: true }) date_of_birth?: string | null;
  @field.text('Gender; any text', 'female', { optional: true, max: 50 }) gender?: string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.nested('Emergency contact', EmergencyContactBody, { optional: true })
  emergency_contact?: EmergencyContactBody | null;
  @field.text('Notes; stored encrypted, card numbers are cut (A-255)', 'Prefers mornings', {
    optional: true,
    max: 10_000,
  })
  notes?: string | null;
  @field.flag('Whether the person consents to the storage of personal data; default false (A-116)', true, {
    unset: true,
  })
  pdpa_consent?: boolean;
  @field.flag(
    'false, as it was shown: the false of pdpa_consent says nothing; anything else: it is a refusal (A-374)',
    true,
    {
      unset: true,
    },
  )
  pdpa_consent_stated?: boolean;
}

/** The same in an answer. */
export class PersonView {
  @field.id('Id of the person') id!: string;
  @field.text('Given name', 'Siti') first_name!: string;
  @field.text('Family name', 'Nur') last_name!: string;
  @field.text('E-mail, as sent', 'siti.nur@example.com', { nullable: true }) email!: string | null;
  @field.text('Telephone number, as sent', '+60123450101', { nullable: true }) phone_number!: string | null;
  @field.text('MyKad or other identity document number, as sent', '900101-14-5678', { nullable: true }) ic_number!:
    string | null;
  @field.day('Date of birth', '1990-01-01', { nullable: true }) date_of_birth!: string | null;
  @field.text('Gender, as sent', 'female', { nullable: true }) gender!: string | null;
  @field.nested('Postal address', AddressView, { nullable: true }) address!: AddressView | null;
  @field.nested('Emergency contact', EmergencyContactView, { nullable: true })
  emergency_contact!: EmergencyContactView | null;
  @field.text('Notes', 'Prefers mornings', { nullable: true, max: 10_000 }) notes!: string | null;
  @field.flag('Whether the person consents to the storage of personal data', true) pdpa_consent!: boolean;
  @field.flag(
    'Whether pdpa_consent was ever sent: a false that was sent stops all letters but receipts and tracking (A-374)',
    true,
  )
  pdpa_consent_stated!: boolean;
  @field.instant('When consent was given (UTC), set by the service; null without consent (A-116)', { nullable: true })
  pdpa_consent_date!: Date | null;
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
