import { smsParts } from './sms-length.js';

/** How many parts a short message has at most (A-477). */
const MOST_PARTS = 3;

const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
/** Digits with blanks or hyphens between, from 0 or +60 on; not the end of another number. */
const TELEPHONE = /(?<![\w/-])(?:\+\s?60|0)[\s-]?\d(?:[\s-]?\d){6,9}(?!\w)/g;

/** A text as short messages show it: MCMC allows neither links nor telephone numbers in them since 1 September 2024. */
export const withoutContacts = (text: string): string =>
  text.replace(LINK, '').replace(TELEPHONE, '').replace(/ {2,}/g, ' ').trim();

/**
 * A short message of a business: it costs nothing, and whose it is stands first (MCMC). No longer than three parts, and without
 * the dashes for which it would be sent in UCS-2.
 */
export function smsText(business: string, text: string): string {
  const name = withoutContacts(business);
  const whole = `RM0.00 ${name === '' ? '' : `${name}: `}${text}`.replace(/[–—]/g, '-');
  if (smsParts(whole) <= MOST_PARTS) return whole;
  const characters = [...whole];
  let [fits, most] = [0, characters.length];
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (smsParts(`${characters.slice(0, middle).join('')}...`) <= MOST_PARTS) fits = middle;
    else most = middle - 1;
  }
  return `${characters.slice(0, fits).join('')}...`;
}
