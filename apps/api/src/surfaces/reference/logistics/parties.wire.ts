import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { ViewType } from '../../../wire/view-type.js';
import { latitude, longitude } from './coordinates.js';

@field.record('Sender or receiver in a request; absent fields are null')
export class PartyBody {
  @field.text('Company', 'Kedai Runcit Aman', { optional: true, max: 200 }) company_name: string | null = null;
  @field.nested('Address', AddressBody, { optional: true }) address: AddressBody | null = null;
  @field.text('Contact person', 'Nurul Huda', { optional: true, max: 200 }) contact_person: string | null = null;
  @personField.phone('+60123450102') phone_number: string | null = null;
  @field.text('E-mail, in any format (A-154)', 'nurul@kedaiaman.example', {
    optional: true,
    max: 254,
    view: 'E-mail, as sent',
  })
  email: string | null = null;
  @latitude('Latitude in degrees, with a longitude (A-287)', {
    example: 3.139,
    optional: true,
    view: 'Latitude in degrees, as sent',
  })
  latitude: number | null = null;
  @longitude('Longitude in degrees, with a latitude', {
    example: 101.6869,
    optional: true,
    view: 'Longitude in degrees, as sent',
  })
  longitude: number | null = null;
}

@field.record('Sender or receiver')
export class PartyView extends ViewType(PartyBody, { within: { address: AddressView } }) {}
