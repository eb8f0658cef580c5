import { withoutBidi } from '@usaha/shared';

/** A PDF that goes with a letter. */
export interface Attachment {
  filename: string;
  content: Uint8Array;
}

/** A letter by e-mail. No answer goes to an address that the business gave: none of them is confirmed (A-394). */
export interface Letter {
  /** Names this letter and no other; it tells nothing of what the letter is about. */
  id: string;
  to: { name: string; address: string };
  /** The business, as whom the letter is sent. */
  from_name: string;
  subject: string;
  text: string;
  /** Where the recipient stops the letters of this business; null where there is no such page, or the letter is of the recipient's own doing. */
  stop_url: string | null;
  attachments?: Attachment[];
}

/** As whom a letter is sent. */
export interface Sender {
  /** As letters show names. */
  name: string;
  email: string | null;
  phone: string | null;
}

/** How many characters of a name letters show (A-394). */
const LONGEST_NAME = 60;

/** A business as letters call it. */
export const senderOf = ({ name, email, phone }: Sender): Sender => ({ name: nameInLetter(name), email, phone });

/** What can be written on an envelope: addresses on records are any text (A-154). */
export const isAddress = (text: string | null): text is string =>
  text !== null &&
  text.length <= 254 &&
  /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\]+$/.test(text.trim());

/** A name on one line, as it was entered otherwise: nothing in it can become a separate header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** Parts what a mail program would make a link of: `https://a.example/b` becomes `https a. example/b`. */
const withoutLinks = (text: string): string =>
  text.replace(/:[/\\]+/g, ' ').replace(/(?<=\S)[.\u3002\uff0e\uff61](?=\p{L})/gu, '. ');

/** A subject: one line that holds neither a URL nor a bidirectional control, for every source of letters (A-394). */
export const headingOf = (text: string): string => oneLine(withoutLinks(withoutBidi(text)));

/** A name that a client entered, as headings and greetings of letters show it: the same, and no longer than 60 characters (A-394). */
export const nameInLetter = (text: string): string => [...headingOf(text)].slice(0, LONGEST_NAME).join('').trim();

/** Where a business is reached, on one line; empty where it has not said. */
export const reachedAt = ({ phone, email }: Sender): string =>
  [phone, email]
    .flatMap((text) => (text?.trim() ? [isAddress(text) ? text.trim() : nameInLetter(text)] : []))
    .join(', ');
