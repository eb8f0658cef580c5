import { idTypes, type IdType } from '@usaha/core';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';

/** POST /einvoice/{token}: a buyer, with the parts of the address among the other fields. */
export class PageBuyerBody {
  @field.text('Name', 'Siti Nur binti Ahmad', { max: 300 }) name!: string;
  @field.email('E-mail', 'siti.nur@example.com') email!: string;
  @field.text('Telephone number', '+60123450101', { max: 40 }) phone!: string;
  @field.text('TIN', 'IG123456789', { optional: true, filled: true, max: 40 }) tin: string | null = null;
  @field.choice('What id_value is', choices('EinvoiceIdType', idTypes), { optional: true })
  id_type: IdType | null = null;
  @field.text('Number of the identity', '900101145678', { optional: true, filled: true, max: 40 })
  id_value: string | null = null;
  @field.text('SST number', 'W10-1808-32000123', { optional: true, filled: true, max: 60 })
  sst_number: string | null = null;
  @field.text('First line', '12, Jalan Telawi 3', { max: 150 }) line1!: string;
  @field.text('Second line', 'Bangsar', { optional: true, max: 150 }) line2: string | null = null;
  @field.text('Third line', 'Bangsar Baru', { optional: true, max: 150 }) line3: string | null = null;
  @field.text('City or town', 'Kuala Lumpur', { max: 50 }) city!: string;
  @field.text('Postcode', '59100', { optional: true, max: 50 }) postcode: string | null = null;
  @field.text('State', '14', { optional: true, max: 50 }) state: string | null = null;
  @field.text('Country', 'MYS', { unset: true, filled: true, max: 3, default: 'MYS' }) country = 'MYS';
}
