import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { field } from '../../../wire/field.js';

const LATITUDE = { min: -90, max: 90 };
const LONGITUDE = { min: -180, max: 180 };

@field.record('Sender or receiver in a request; absent fields are null')
export class PartyBody {
  @field.text('Company', 'Kedai Runcit Aman', { optional: true, max: 200 }) company_name: string | null = null;
  @field.nested('Address', AddressBody, { optional: true }) address: AddressBody | null = null;
  @field.text('Contact person', 'Nurul Huda', { optional: true, max: 200 }) contact_person: string | null = null;
  @field.text('Telephone number, in any format (A-154)', '+60123450102', { optional: true, max: 50 }) phone_number:
    string | null = null;
  @field.text('E-mail, in any format (A-154)', 'nurul@kedaiaman.example', { optional: true, max: 254 }) email:
    string | null = null;
  @field.number('Latitude in degrees, with a longitude (A-287)', 3.139, { ...LATITUDE, optional: true }) latitude:
    number | null = null;
  @field.number('Longitude in degrees, with a latitude', 101.6869, { ...LONGITUDE, optional: true }) longitude:
    number | null = null;
}

@field.record('Sender or receiver')
export class PartyView {
  @field.text('Company', 'Kedai Runcit Aman', { nullable: true }) company_name!: string | null;
  @field.nested('Address', AddressView, { nullable: true }) address!: AddressView | null;
  @field.text('Contact person', 'Nurul Huda', { nullable: true }) contact_person!: string | null;
  @field.text('Telephone number, as sent', '+60123450102', { nullable: true }) phone_number!: string | null;
  @field.text('E-mail, as sent', 'nurul@kedaiaman.example', { nullable: true }) email!: string | null;
  @field.number('Latitude in degrees, as sent', 3.139, { ...LATITUDE, nullable: true }) latitude!: number | null;
  @field.number('Longitude in degrees, as sent', 101.6869, { ...LONGITUDE, nullable: true }) longitude!: number | null;
}
