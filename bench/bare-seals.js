/** What the bare server's healthcare, education and beauty do by hand with `node:crypto` and the keys of the bench. */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { KEY_NAME, SEAL_KEY, SEARCH_KEY } from './keys.js';

// As it was sent: a calendar day is no instant.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

const [IV_BYTES, TAG_BYTES] = [12, 16];
const MALAYSIA_MS = 8 * 3_600_000;
const key = createSecretKey(SEAL_KEY);

export function seal(clear, place) {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const bytes = Buffer.concat([iv, cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${KEY_NAME}.${bytes.toString('base64url')}`;
}

export function open(sealed, place) {
  const bytes = Buffer.from(sealed.slice(KEY_NAME.length + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const clear = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  decipher.final();
  return clear.toString('utf8');
}

const tenantKeys = new Map();

/** By which a sealed text is found. */
export function tokenOf(tenant_id, text) {
  let tenantKey = tenantKeys.get(tenant_id);
  if (!tenantKey) {
    tenantKey = Buffer.from(hkdfSync('sha256', SEARCH_KEY, tenant_id, 'usaha search token', 32));
    tenantKeys.set(tenant_id, tenantKey);
  }
  return createHmac('sha256', tenantKey).update(text).digest('base64url').slice(0, 22);
}

/** The token of an IC number, or a part of it, that was typed into a search. */
export const icTokenOf = (tenant_id, word) => tokenOf(tenant_id, word.replace(/[\s-]/g, '').toUpperCase());

/** A uuid of version 7: its row is the newest, as the lists' order asks. */
export function newId() {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** YYYY-MM-DD in Malaysia. */
export const malaysianDay = (at = new Date()) => new Date(at.getTime() + MALAYSIA_MS).toISOString().slice(0, 10);

const states = [
  ['JHR', 'Johor'], ['KDH', 'Kedah'], ['KTN', 'Kelantan'], ['MLK', 'Melaka'], ['NSN', 'Negeri Sembilan'], ['PHG', 'Pahang'],
  ['PNG', 'Pulau Pinang'], ['PRK', 'Perak'], ['PLS', 'Perlis'], ['SGR', 'Selangor'], ['TRG', 'Terengganu'], ['SBH', 'Sabah'],
  ['SWK', 'Sarawak'], ['KUL', 'Wilayah Persekutuan Kuala Lumpur'],
]; // prettier-ignore

/** The facts in the number; the bench's are all well formed, of Malaysian states, and come with a date of birth and a gender. */
export function verificationOf(ic_number, born, gender, today) {
  const digits = ic_number.replaceAll('-', '');
  const [code, name] = states[Number(digits.slice(6, 8)) - 1];
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) sum = (sum * 2 + digits.charCodeAt(i) - 48) % 11;
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return {
    format: /^\d{12}$/.test(digits),
    age: born.replaceAll('-', '').slice(2) === digits.slice(0, 6),
    age_years: today.slice(5) < born.slice(5) ? years - 1 : years,
    gender: (Number(digits.at(-1)) % 2 === 1 ? 'male' : 'female') === gender,
    checksum: sum === 1,
    birthplace: { kind: 'state', name, code },
  };
}
