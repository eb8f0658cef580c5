import { readFileSync } from 'node:fs';
import { referenceSurface as on } from './core-surfaces.js';
import type { Json } from './client.js';
import { must } from './healthcare.js';
import type { TestTenant } from './people.js';

/** The examples of PayNet: a business with an amount, a person with one, and one that is signed by a hash. */
const examples: Record<string, string> = JSON.parse(readFileSync('test/specification/payments-messages.json', 'utf8'))
  .duitnow_qr.examples;
export const [BUSINESS = '', PERSON = '', HASHED = ''] = Object.values(examples);

export const DUITNOW_QR = '/payment-account/duitnow-qr';

/** CRC-16/CCITT-FALSE, as the tests work it out. */
export function crcOf(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text))
    for (let bit = 0x80; bit > 0; bit >>= 1) {
      const carries = ((crc & 0x8000) !== 0) !== ((byte & bit) !== 0);
      crc = ((crc << 1) & 0xffff) ^ (carries ? 0x1021 : 0);
    }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** A code with another CRC for the text before it. */
export const signed = (code: string): string => {
  const text = code.slice(0, -4);
  return text + crcOf(text);
};

/** Example 1 for an amount that is written with two decimals; without one it is the static code. */
export const codeFor = (amount?: string): string =>
  signed(
    BUSINESS.replace('540510.00', amount === undefined ? '' : `54${String(amount.length).padStart(2, '0')}${amount}`),
  );

export const STATIC = codeFor();

/** Sets the code of a tenant; example 1 without an amount unless told otherwise. */
export const setDuitNowQr = async ({ admin }: TestTenant, payload = STATIC): Promise<Json> =>
  must(await on.put(DUITNOW_QR, { payload }, admin.token), 200);
