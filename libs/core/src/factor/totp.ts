import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { decodeBase32, encodeBase32 } from './base32.js';

/** Seconds for which a code is shown (RFC 6238). */
export const STEP_SECONDS = 30;
export const DIGITS = 6;
/** As long as the MAC (RFC 4226, R6). */
const SECRET_BYTES = 20;
/** A clock may be one step away: codes of the step before and after are accepted (RFC 6238, 5.2). */
const DRIFT = 1;

/** A new secret, in base 32. */
export const newSecret = (): string => encodeBase32(randomBytes(SECRET_BYTES));

/** The code of a counter (RFC 4226). @param digits six to eight */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(moving).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step of an instant: how many half minutes have passed since 1970. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1_000 / STEP_SECONDS);

/**
 * The step that a code is of: now, the one before or the one after, and later than the last that was used. All of them are
 * computed and compared in constant time.
 * @param secret in base 32 @param used the last step that was used @returns null: the code is of none
 */
export function stepOfCode(secret: string, code: string, now: Date, used: number): number | null {
  if (code.length !== DIGITS || !/^\d+$/.test(code)) return null;
  const key = decodeBase32(secret);
  const given = Buffer.from(code);
  const present = stepOf(now);
  let found: number | null = null;
  for (let step = present - DRIFT; step <= present + DRIFT; step += 1) {
    const isSame = timingSafeEqual(given, Buffer.from(hotp(key, step)));
    if (isSame && step > used) found ??= step;
  }
  return found;
}
