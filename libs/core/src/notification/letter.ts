/** A letter by e-mail. */
export interface Letter {
  /** Names this letter and no other; it tells nothing of what the letter is about. */
  id: string;
  to: { name: string; address: string };
  /** The business, as whom the letter is sent. */
  from_name: string;
  /** Where answers go; null where the business gave no address. */
  reply_to: string | null;
  subject: string;
  text: string;
}

/** What can be written on an envelope: addresses on records are any text (A-154). */
export const isAddress = (text: string | null): text is string =>
  text !== null &&
  text.length <= 254 &&
  /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\]+$/.test(text.trim());

/** A name on one line, whatever was entered: nothing in it can become a header of its own. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
