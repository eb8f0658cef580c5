import { withoutCardNumbers } from './card-numbers.js';

/** Keys of open objects under which cards are sent, in small letters and without what divides words. */
const CARD_KEYS: ReadonlySet<string> = new Set(
  [
    ['cardnumber', 'cardno', 'creditcardnumber', 'debitcardnumber', 'ccnumber', 'pan'],
    ['cvv', 'cvv2', 'cvc', 'cvc2', 'cvvcode', 'cvccode', 'securitycode', 'cardsecuritycode', 'cardverificationvalue'],
    ['pin', 'cardpin', 'pinblock'],
    ['track', 'track1', 'track2', 'track3', 'trackdata', 'track1data', 'track2data', 'track3data', 'magstripe'],
  ].flat(),
);

/** Keys whose digits are the number of something else, wherever they stand: a barcode passes for a card one time in ten. */
const CODE_KEYS: ReadonlySet<string> = new Set([
  'transactionid',
  ...['barcode', 'gtin', 'ean', 'upc', 'isbn', 'sku', 'imei', 'serialnumber', 'batchnumber', 'trackingnumber'],
  ...['phone', 'phonenumber', 'mobile', 'icnumber', 'passportnumber'],
]);

/** Without capitals and without what divides words, as most keys are. */
const PLAIN = /^[a-z0-9]*$/;
const plain = (key: string): string => (PLAIN.test(key) ? key : key.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''));

/** A smaller number has fewer digits than a card. */
const LEAST_NUMBER = 1e12;

/** A security code behind its name. `CVC` is a catheter too: it is the code's where a card is written next to it. */
const VERIFICATION = /(?<![\p{L}\p{N}])(cvv2?)([\s:=#.-]{0,3})\d{3,4}(?!\d)/giu;
const VERIFICATION_OF_CARD = /(?<![\p{L}\p{N}])(cvc2?)([\s:=#.-]{0,3})\d{3,4}(?!\d)/giu;

/** A text without such a name holds no code: nearly every text. */
const PERHAPS_CODED = /cv[cv]/i;

/** A text without the numbers and security codes of cards that a user wrote into it. */
export function withoutCards(text: string): string {
  const masked = withoutCardNumbers(text);
  if (!PERHAPS_CODED.test(text)) return masked;
  const coded = masked === text ? text : masked.replace(VERIFICATION_OF_CARD, '$1$2•••');
  return coded.replace(VERIFICATION, '$1$2•••');
}

/**
 * What may be kept of a value that a client sent: in objects, at every depth, the keys of card data are left out,
 * and in texts and whole numbers, keys among them, numbers of cards are cut to their last four digits. A value without any
 * is returned as it is.
 */
export function withoutCardData(value: unknown): unknown {
  if (typeof value === 'string') return withoutCards(value);
  if (typeof value === 'number')
    return Math.abs(value) >= LEAST_NUMBER && Number.isInteger(value) ? ofNumber(value) : value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutCardData);
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  return ofObject(value as Readonly<Record<string, unknown>>);
}

/** Nothing is made for an object without card data: one of 10,000 keys holds up all other requests meanwhile. */
function ofObject(value: Readonly<Record<string, unknown>>): object {
  const keys = Object.keys(value);
  let entries: [string, unknown][] | undefined;
  for (const [i, key] of keys.entries()) {
    const held = value[key];
    const name = plain(key);
    const isLeftOut = CARD_KEYS.has(name);
    const masked = withoutCardNumbers(key);
    const kept = isLeftOut || CODE_KEYS.has(name) ? held : withoutCardData(held);
    if (isLeftOut || masked !== key || kept !== held)
      entries ??= keys.slice(0, i).map((before) => [before, value[before]]);
    if (!isLeftOut) entries?.push([masked, kept]);
  }
  return entries ? Object.fromEntries(entries) : value;
}

function ofNumber(value: number): unknown {
  const text = String(value);
  const masked = withoutCardNumbers(text);
  return masked === text ? value : masked;
}
