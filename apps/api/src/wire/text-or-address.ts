import { AddressBody } from './address.wire.js';
import { eitherOf, orNull, textUpTo, type Alternative } from './either-of.js';
import { asSent } from './field-of.js';
import { HasStatedKeys } from './stated-keys.js';
import { isWithinBytes } from './within-bytes.js';

const MAX_TEXT = 500;

const part = (maxLength: number) => ({ anyOf: orNull({ type: 'string', maxLength }) });
/** The limits of AddressBody. */
const ADDRESS: Alternative = {
  schema: {
    type: 'object',
    properties: {
      street: part(MAX_TEXT),
      city: part(MAX_TEXT),
      state: part(MAX_TEXT),
      postal_code: part(20),
      country: part(100),
    },
    additionalProperties: true,
  },
  holds: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isWithinBytes(value),
};

/** A place in words or as an address, kept and answered as it was sent. */
export const textOrAddress = eitherOf<string | object>({
  constraint: 'isTextOrAddress',
  limit: MAX_TEXT,
  alternatives: [textUpTo(MAX_TEXT), ADDRESS],
  reading: [asSent()],
  rules: () => [HasStatedKeys(AddressBody)],
});
