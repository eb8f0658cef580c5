import { randomBytes } from 'node:crypto';
import { isUuid } from '@usaha/shared';

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';
const UUID_LENGTH = 26;

/** 26 letters and digits, as MyInvois has them. */
export const serviceId = (length = UUID_LENGTH): string =>
  Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');

/** The long id of a document. The page that it opens has no other way to know the tenant. */
export const longIdOf = (tenant_id: string): string => tenant_id.replaceAll('-', '').toUpperCase() + serviceId();

/** The tenant that a long id names; null for any other text. */
export function tenantOfLongId(long_id: string): string | null {
  const [, hex] = /^([0-9A-F]{32})[A-Z0-9]{26}$/.exec(long_id) ?? [];
  const id = hex?.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(id) ? id : null;
}
