import { Transform } from 'class-transformer';
import { field } from './field.js';
import { ViewType } from './view-type.js';

const HOME = 'Malaysia';

/** Null and blanks name no country. More blanks than a country may have letters stay, and are refused for their length. */
const isBlank = (value: unknown): boolean => value === null || (typeof value === 'string' && /^\s{0,100}$/.test(value));

@field.record('Address in a request; absent fields are null, the country defaults to Malaysia (A-71)')
export class AddressBody {
  @field.text('House number and street', '12, Jalan Telawi 3, Bangsar', { optional: true }) street: string | null =
    null;
  @field.text('City or town', 'Kuala Lumpur', { optional: true }) city: string | null = null;
  @field.text('State or federal territory; any spelling', 'Selangor', {
    optional: true,
    view: 'State or federal territory',
  })
  state: string | null = null;
  @field.text('Postal code; any text, as addresses may be abroad (A-154)', '59100', {
    optional: true,
    max: 20,
    view: 'Postal code',
  })
  postal_code: string | null = null;
  @field.text('Country; default Malaysia', HOME, { optional: true, max: 100, default: HOME, view: 'Country' })
  @Transform(({ value }: { value: unknown }) => (isBlank(value) ? HOME : value))
  country: string = HOME;
}

@field.record('Address in a response')
export class AddressView extends ViewType(AddressBody, { filled: ['country'] }) {}
