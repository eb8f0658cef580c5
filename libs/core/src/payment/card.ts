import { DomainError, type FieldError, type Message } from '@usaha/shared';
import { messages } from './payment.messages.js';

/** A card as a client sends it. The number and the security code live no longer than the request that brought them. */
export interface CardData {
  card_number?: string | null;
  /** 1 to 12. */
  expiry_month?: number | null;
  /** In four digits; two are taken for years of this century. */
  expiry_year?: number | null;
  cvv?: string | null;
}

/** A card that can be handed to a gateway. */
export interface Card {
  /** 12 to 19 digits (ISO/IEC 7812), without spaces and hyphens. */
  number: string;
  expiry_month: number;
  expiry_year: number;
  cvv: string | null;
}

export type CardBrand =
  'visa' | 'mastercard' | 'amex' | 'diners' | 'discover' | 'jcb' | 'unionpay' | 'maestro' | 'unknown';

/**
 * Ranges of leading digits and whose they are, the narrower before the wider (ISO/IEC 7812 issuer identification
 * numbers, as the schemes publish them). Each range is compared with as many digits as its ends have.
 */
const ranges: readonly (readonly [from: string, to: string, brand: CardBrand])[] = [
  ['34', '34', 'amex'],
  ['37', '37', 'amex'],
  ['300', '305', 'diners'],
  ['3095', '3095', 'diners'],
  ['36', '36', 'diners'],
  ['38', '39', 'diners'],
  ['3528', '3589', 'jcb'],
  ['4', '4', 'visa'],
  ['2221', '2720', 'mastercard'],
  ['51', '55', 'mastercard'],
  ['6011', '6011', 'discover'],
  ['644', '649', 'discover'],
  ['65', '65', 'discover'],
  ['62', '62', 'unionpay'],
  ['81', '81', 'unionpay'],
  ['50', '50', 'maestro'],
  ['56', '58', 'maestro'],
  ['6', '6', 'maestro'],
];

/** The brand that a number's leading digits say. @param digits of the number, without spaces and hyphens */
export function cardBrand(digits: string): CardBrand {
  const found = ranges.find(([from, to]) => {
    const head = digits.slice(0, from.length);
    return head >= from && head <= to;
  });
  return found?.[2] ?? 'unknown';
}

/**
 * Whether a card's time is over: it is good to the last day of its month, in Malaysia.
 * @param day YYYY-MM-DD, UTC+8
 */
export const isExpired = (month: number, year: number, day: string): boolean =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}` < day.slice(0, 7);

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The fault of each part of a card; values are never repeated. */
const rules: Record<keyof CardData, (data: CardData, day: string) => Message | null> = {
  card_number: ({ card_number }) => {
    if (isMissing(card_number)) return messages.cardNeeds({ field: 'card_number' });
    return /^\d{12,19}$/.test(digitsOf(card_number as string)) ? null : messages.cardNumberDigits();
  },
  expiry_month: ({ expiry_month }) => {
    if (isMissing(expiry_month)) return messages.cardNeeds({ field: 'expiry_month' });
    const month = expiry_month as number;
    return Number.isInteger(month) && month >= 1 && month <= 12 ? null : messages.cardMonth();
  },
  expiry_year: ({ expiry_month, expiry_year }, day) => {
    if (isMissing(expiry_year)) return messages.cardNeeds({ field: 'expiry_year' });
    const year = fullYear(expiry_year as number);
    if (!Number.isInteger(year) || year < 0 || year > 9_999) return messages.cardYear();
    // A month that is none is said by its own rule.
    const month = typeof expiry_month === 'number' && expiry_month >= 1 && expiry_month <= 12 ? expiry_month : 12;
    return isExpired(month, year, day) ? messages.cardExpired() : null;
  },
  cvv: ({ cvv }) => (cvv === undefined || cvv === null || /^\d{3,4}$/.test(cvv.trim()) ? null : messages.cardCode()),
};

const digitsOf = (card_number: string): string => card_number.replace(/[\s-]/g, '');
const fullYear = (year: number): number => (year >= 0 && year < 100 ? 2_000 + year : year);

/**
 * A card whose parts are right. The check digit (Luhn) is not asked for: nothing states it, and made-up test
 * numbers are common.
 * @param day today in Malaysia, YYYY-MM-DD @throws invalid naming every part that is wrong
 */
export function readCard(data: CardData, day: string): Card {
  const errors = (Object.keys(rules) as (keyof CardData)[])
    .map((field): FieldError | null => {
      const message = rules[field](data, day);
      return message === null ? null : { field, message };
    })
    .filter((error) => error !== null);
  if (errors[0]) throw new DomainError('invalid', errors[0].message, { errors });
  return {
    number: digitsOf(data.card_number as string),
    expiry_month: data.expiry_month as number,
    expiry_year: fullYear(data.expiry_year as number),
    cvv: data.cvv?.trim() ?? null,
  };
}
