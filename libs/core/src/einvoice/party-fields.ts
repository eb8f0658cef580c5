import { fieldMessages, invalid, type Message } from '@usaha/shared';
import {
  STATE_NOT_APPLICABLE,
  countries,
  icDigits,
  stateCodes,
  stateNamed,
  validatePhone,
} from '@usaha/shared/malaysia';
import { messages } from './einvoice.messages.js';
import { normalisedTin } from './tin.js';

/** What a party is known by (MyInvois SDK, PartyIdentification). MyPR and MyKAS are NRIC. */
export const idTypes = ['NRIC', 'PASSPORT', 'BRN', 'ARMY'] as const;
export type IdType = (typeof idTypes)[number];

/** A postal address of a party of an e-invoice. */
export interface PartyAddress {
  line1: string;
  line2: string | null;
  line3: string | null;
  city: string;
  postcode: string | null;
  /** The code of the state, or what stands for it in an address abroad. */
  state: string | null;
  /** Three letters (ISO 3166-1). */
  country: string;
}

export const HOME = 'MYS';
const SST = /^[A-Z0-9-]{1,35}(?:;[A-Z0-9-]{1,35})?$/;
const TTX = /^[A-Z0-9-]{1,17}$/;
const MOST_SST = 35;

/** @throws invalid for a text that is no TIN */
export const readTin = (field: string, text: string): string =>
  normalisedTin(text) ?? refuse(field, messages.noTin({ field }));

/** Digits of an identity card; of all others capitals, digits and hyphens. @throws invalid naming the field */
export function readIdValue(field: string, type: IdType, text: string): string {
  if (type === 'NRIC') return icDigits(text) ?? refuse(field, messages.noIdentityCard({ field }));
  const bare = text.replace(/\s/g, '').toUpperCase();
  return /^[A-Z0-9][A-Z0-9-]{2,19}$/.test(bare) ? bare : refuse(field, messages.noIdValue({ field }));
}

/** E.164 of a Malaysian number; of others the digits, with + where it was written. @throws invalid naming the field */
export function readPhone(field: string, text: string): string {
  const malaysian = validatePhone(text);
  if (malaysian.is_valid) return malaysian.normalized_format;
  const bare = text.replace(/[\s().-]/g, '');
  return /^\+?\d{8,20}$/.test(bare) ? bare : refuse(field, messages.noPhone({ field }));
}

/** One number of the registration for SST, or two with a semicolon between. @throws invalid naming the field */
export function readSstNumber(field: string, text: string): string {
  const bare = text.replace(/\s/g, '').toUpperCase();
  return SST.test(bare) && bare.length <= MOST_SST ? bare : refuse(field, messages.noSstNumber({ field }));
}

/** The number of the registration for tourism tax. @throws invalid naming the field */
export function readTtxNumber(field: string, text: string): string {
  const bare = text.replace(/\s/g, '').toUpperCase();
  return TTX.test(bare) ? bare : refuse(field, messages.noTtxNumber({ field }));
}

/**
 * An address with the code of its state. In Malaysia postcodes have five digits, and 17 is no state.
 * @param field of the address; null where its parts stand by themselves @throws invalid naming the part: `address.state`
 */
export function readAddress(field: string | null, told: PartyAddress): PartyAddress {
  const named = (part: keyof PartyAddress): string => (field === null ? part : `${field}.${part}`);
  const country = told.country.trim().toUpperCase();
  if (!countries().has(country)) refuse(named('country'), messages.noCountry({ field: named('country') }));
  const [state, postcode] = [trimmed(told.state), trimmed(told.postcode)];
  const address = {
    line1: told.line1.trim(),
    line2: trimmed(told.line2),
    line3: trimmed(told.line3),
    city: told.city.trim(),
    postcode,
    state,
    country,
  };
  for (const part of ['line1', 'city'] as const)
    if (address[part] === '') refuse(named(part), fieldMessages.mustNotBeEmpty({ field: named(part) }));
  if (country !== HOME) return address;
  if (postcode !== null && !/^\d{5}$/.test(postcode))
    refuse(named('postcode'), messages.noPostcode({ field: named('postcode') }));
  return { ...address, state: state === null ? null : malaysianState(named('state'), state, postcode) };
}

function malaysianState(field: string, text: string, postcode: string | null): string {
  if (text === STATE_NOT_APPLICABLE) refuse(field, messages.stateAbroadOnly({ field }));
  const code = stateCodes.find((one) => one === text) ?? stateNamed(text, postcode);
  return code ?? refuse(field, messages.noState({ field }));
}

const trimmed = (text: string | null): string | null => text?.trim() || null;

function refuse(field: string, message: Message): never {
  throw invalid(field, message);
}
