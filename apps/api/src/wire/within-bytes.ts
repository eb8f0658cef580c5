import { ValidateBy } from 'class-validator';

/** Of what is kept as it is sent, as JSON. */
const MAX_OBJECT_BYTES = 65_536;

export const isWithinBytes = (value: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(value) ?? '') <= MAX_OBJECT_BYTES;

/** Refuses what is larger than may be kept. */
export const IsWithinBytes = (): PropertyDecorator =>
  ValidateBy({ name: 'isWithinBytes', constraints: [MAX_OBJECT_BYTES], validator: { validate: isWithinBytes } });
