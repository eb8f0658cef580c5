import type { Language } from '@usaha/shared';
import type { LocalError } from '../document/index.js';

/** A reason why an e-invoice cannot be sent, as it is kept: its text in every language. */
export interface EinvoiceError {
  /** `BUYER_REQUIRED`; of the service `Error02/CF364`. */
  code: string;
  /** Of the field in the document's content, or as the service names it. */
  path: string;
  message: Readonly<Record<Language, string>>;
  /** Found here before it was sent, or by the service. */
  source: 'local' | 'service';
}

/** Findings of the checks before sending, as they are kept. */
export const keptErrors = (errors: readonly LocalError[]): EinvoiceError[] =>
  errors.map(({ code, path, message, source }) => ({
    code,
    path,
    message: { en: message.in('en'), ms: message.in('ms') },
    source,
  }));
