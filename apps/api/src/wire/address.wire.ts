import type { Address } from '@usaha/core';
import { field } from './field.js';

@field.record('An address in a body; whatever is absent is null, and the country is Malaysia unless given (A-71)')
export class AddressBody {
  @field.text('House number and street', '12, Jalan Telawi 3, Bangsar', { optional: true }) street?: string | null;
  @field.text('City or town', 'Kuala Lumpur', { optional: true }) city?: string | null;
  @field.text('State or federal territory, as the client spells it', 'Selangor', { optional: true }) state?:
    string | null;
  @field.text('Postal code; any text, since addresses may be abroad (A-154)', '59100', { optional: true, max: 20 })
  postal_code?: string | null;
  @field.text('Country; Malaysia unless given', 'Malaysia', { optional: true, max: 100 }) country?: string | null;
}

@field.record('An address in an answer')
export class AddressView {
  @field.text('House number and street', '12, Jalan Telawi 3, Bangsar', { nullable: true }) street!: string | null;
  @field.text('City or town', 'Kuala Lumpur', { nullable: true }) city!: string | null;
  @field.text('State or federal territory', 'Selangor', { nullable: true }) state!: string | null;
  @field.text('Postal code', '59100', { nullable: true }) postal_code!: string | null;
  @field.text('Country', 'Malaysia') country!: string;
}

/** A body's address as it is kept: undefined stays undefined (unchanged), null stays null (cleared). */
export function addressOf(body: AddressBody | null | undefined): Address | null | undefined {
  if (body === undefined || body === null) return body;
  const { street = null, city = null, state = null, postal_code = null, country } = body;
  return { street, city, state, postal_code, country: country?.trim() ? country : 'Malaysia' };
}
