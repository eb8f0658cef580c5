import { validatePhone } from '@usaha/shared/malaysia';

/** The mobile number that a text on a record says, in E.164; null where no message can be sent there. */
export function mobileNumber(text: string | null): string | null {
  const { type, normalized_format } = validatePhone(text ?? '');
  return type === 'mobile' ? normalized_format : null;
}
