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

/** As whom a letter is sent. */
export interface Sender {
  /** On one line, and no longer than a heading may be. */
  name: string;
  email: string | null;
  phone: string | null;
}

/** A name of a business is as long as somebody likes; headings of letters hold so many characters of it. */
const LONGEST_NAME = 80;

/** A business as letters call it: what is put into their headings neither breaks nor fills them. */
export const senderOf = ({ name, email, phone }: Sender): Sender => ({
  name: [...oneLine(name)].slice(0, LONGEST_NAME).join('').trim(),
  email,
  phone,
});

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
