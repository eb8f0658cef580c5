import type { Message } from '@usaha/shared';
import { checkMessages as messages } from './check.messages.js';

/** Why a document is blocked before it is sent. */
export const localErrorCodes = [
  'BUYER_REQUIRED',
  'BUYER_INCOMPLETE',
  'SELLER_INCOMPLETE',
  'CODE_UNKNOWN',
  'TOO_LARGE',
  'EXCHANGE_RATE_REQUIRED',
  'ORIGINAL_INVALID',
  'OUTCOME_UNKNOWN',
  'SUMS_DIFFER',
] as const;
export type LocalErrorCode = (typeof localErrorCodes)[number];

/** A finding, by the path of the field in the document's content: `buyer.address.city`. */
export interface LocalError {
  code: LocalErrorCode;
  path: string;
  message: Message;
  source: 'local';
}

/** Collects findings. */
export class Findings {
  readonly errors: LocalError[] = [];

  add(code: LocalErrorCode, path: string, message: Message): void {
    this.errors.push({ code, path, message, source: 'local' });
  }

  /** A text that must be there, at most so long, and of a form. */
  text(code: LocalErrorCode, path: string, text: string | null, most: number, form?: RegExp): void {
    if (text === null || text.trim() === '') this.add(code, path, messages.missing({ path }));
    else if (text.length > most) this.add('TOO_LARGE', path, messages.tooLong({ path, most }));
    else if (form && !form.test(text)) this.add(code, path, messages.wrongForm({ path }));
  }

  /** The same of a text that may be missing. */
  optional(code: LocalErrorCode, path: string, text: string | null, most: number, form?: RegExp): void {
    if (text !== null && text !== '') this.text(code, path, text, most, form);
  }

  /** A code of a closed list. */
  listed(path: string, code: string | null, isListed: (code: string) => boolean): void {
    if (code === null || !isListed(code)) this.add('CODE_UNKNOWN', path, messages.notListed({ path }));
  }
}
