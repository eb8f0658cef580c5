import { createRequire } from 'node:module';
import type { NumberType } from 'libphonenumber-js/max';
import { carrierBlocks } from './phone-carriers.js';

type Library = typeof import('libphonenumber-js/max');
let library: Library | undefined;

/** With the first number: it knows all the world's. As class-validator loads it: imported, it would be read a second time. */
const phoneLibrary = (): Library => (library ??= createRequire(import.meta.url)('libphonenumber-js/max') as Library);

export const phoneTypes = [
  'mobile',
  'landline',
  'toll_free',
  'shared_cost',
  'premium_rate',
  'voip',
  'universal_access',
  'unknown',
] as const;
export type PhoneType = (typeof phoneTypes)[number];

/** What a text says as a Malaysian telephone number. */
export interface PhoneNumber {
  is_valid: boolean;
  /** E.164, `+60123456789`; empty when it is not valid. */
  normalized_format: string;
  type: PhoneType;
  /**
   * The operator that the number's block was assigned to, `unknown` for all but mobile numbers. Subscribers have kept
   * their numbers when changing operators since 2008, so it is a guess at who serves the number today.
   */
  carrier: string;
}

const INVALID: PhoneNumber = { is_valid: false, normalized_format: '', type: 'unknown', carrier: 'unknown' };

const types: Readonly<Record<NonNullable<NumberType>, PhoneType>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  FIXED_LINE_OR_MOBILE: 'mobile',
  TOLL_FREE: 'toll_free',
  SHARED_COST: 'shared_cost',
  PREMIUM_RATE: 'premium_rate',
  VOIP: 'voip',
  UAN: 'universal_access',
  PERSONAL_NUMBER: 'unknown',
  PAGER: 'unknown',
  VOICEMAIL: 'unknown',
};

/** As it is dialled: from abroad or with the country code, with the trunk 0, or a special number, which has none. */
const dialled = /^(?:\+|0|60|1[3-8]00)/;

/**
 * The form alone: mobile 01x and 7 or 8 digits, fixed 03 to 09 and 7 or 8 digits. Blocks are opened faster than
 * metadata is published, so a block that is not known to be in use is no reason to refuse a number.
 */
const form = /^(?:(?:\+|00)?600?|0)(1\d{8,9}|[3-9]\d{7,8})$/;

const carriers = new Map(
  Object.entries(carrierBlocks).flatMap(([carrier, blocks]) => blocks.map((block) => [String(block), carrier])),
);
const LONGEST_BLOCK = Math.max(...[...carriers.keys()].map((block) => block.length));

/** @param national the national significant number: what follows +60 */
function carrierOf(national: string): string {
  for (let length = LONGEST_BLOCK; length > 0; length -= 1) {
    const carrier = carriers.get(national.slice(0, length));
    if (carrier) return carrier;
  }
  return 'unknown';
}

const valid = (national: string, type: PhoneType): PhoneNumber => ({
  is_valid: true,
  normalized_format: `+60${national}`,
  type,
  carrier: type === 'mobile' ? carrierOf(national) : 'unknown',
});

/**
 * Judges any text as a Malaysian telephone number; spaces, hyphens and brackets are allowed. Validity and type are
 * those of the numbering plan as Google's libphonenumber has it, and of the form where it knows no such block.
 */
export function validatePhone(text: string): PhoneNumber {
  const bare = text.replace(/[\s()-]/g, '');
  if (!dialled.test(bare)) return INVALID;
  const parsed = phoneLibrary().parsePhoneNumberFromString(text.trim(), { defaultCountry: 'MY', extract: false });
  if (parsed?.country === 'MY' && parsed.isValid()) {
    const type = parsed.getType();
    return valid(parsed.nationalNumber, type === undefined ? 'unknown' : types[type]);
  }
  const [, national] = form.exec(bare) ?? [];
  return national === undefined ? INVALID : valid(national, national.startsWith('1') ? 'mobile' : 'landline');
}
