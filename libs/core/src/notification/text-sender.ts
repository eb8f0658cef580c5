import { validatePhone } from '@usaha/shared/malaysia';
import type { Letter } from './letter.js';
import type { Delivery } from './mailer.js';

/** A short message to a telephone; `to.address` is a number in E.164: `+60123450102`. */
export type TextMessage = Pick<Letter, 'id' | 'to' | 'text'>;

/** Sends short messages. As with `Mailer`, the composition of the service provides one, where there is one. */
export abstract class TextSender {
  /** Says what became of the message, and never throws for it. */
  abstract send(message: TextMessage): Promise<Delivery>;
}

/** The mobile number that a text on a record says, in E.164; null where no message can be sent there. */
export function mobileNumber(text: string | null): string | null {
  const { type, normalized_format } = validatePhone(text ?? '');
  return type === 'mobile' ? normalized_format : null;
}
