import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';
import { AddressBody } from './address.wire.js';
import { declared } from './declared-fields.js';
import { HasStatedKeys } from './stated-keys.js';

const MAX_TEXT = 500;
/** Of what is kept as it is sent, as JSON. */
const MAX_BYTES = 65_536;

const isTextOrAddress = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_TEXT
    : typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES;

const part = (maxLength: number) => ({ anyOf: [{ type: 'string', maxLength }, { type: 'null' as 'string' }] });
/** The limits of AddressBody. */
const address = {
  type: 'object',
  properties: {
    street: part(MAX_TEXT),
    city: part(MAX_TEXT),
    state: part(MAX_TEXT),
    postal_code: part(20),
    country: part(100),
  },
  additionalProperties: true,
};

/** A place in words or as an address, kept and answered as it was sent. */
export const textOrAddress = (
  description: string,
  example: string | object,
  { optional = false } = {},
): PropertyDecorator =>
  declared({
    reading: [Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key])],
    document: () => ({
      description,
      example,
      required: !optional,
      anyOf: [{ type: 'string', maxLength: MAX_TEXT }, address, { type: 'null' as 'string' }],
    }),
    rules: () => [
      ...(optional ? [IsOptional()] : []),
      ValidateBy({ name: 'isTextOrAddress', constraints: [MAX_TEXT], validator: { validate: isTextOrAddress } }),
      HasStatedKeys(AddressBody),
    ],
  });
