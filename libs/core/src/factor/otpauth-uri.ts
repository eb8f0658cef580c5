import { DIGITS, STEP_SECONDS } from './totp.js';

const ISSUER = 'Usaha';
/** Characters of the label behind the issuer: a code that a camera reads well has no room for more. */
const MOST_CHARACTERS = 64;

/**
 * What an authenticator reads from a QR code (Key Uri Format). A person has a factor for each membership: the business tells them apart.
 * @param secret in base 32 @param business null for an account without a tenant
 */
export function otpauthUri(secret: string, email: string, business: string | null): string {
  // Half of a pair of code units cannot be written in a URI.
  const label = (business === null ? email : `${email} (${business})`).replace(/\p{Surrogate}/gu, '\ufffd');
  const account = encodeURIComponent([...label].slice(0, MOST_CHARACTERS).join(''));
  const values = { secret, issuer: ISSUER, algorithm: 'SHA1', digits: String(DIGITS), period: String(STEP_SECONDS) };
  return `otpauth://totp/${ISSUER}:${account}?${new URLSearchParams(values).toString()}`;
}
