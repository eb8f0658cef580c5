import type { PasswordBlocklist } from '@usaha/core';
import { isCommonPassword, isWorstPassword } from '@usaha/core/password-lists';
import type { Reader } from './config-reader.js';

const blocklists: readonly PasswordBlocklist[] = ['worst', 'all', 'off'];

/** Which passwords stated operations refuse. */
export function passwordBlocklist(read: Reader): PasswordBlocklist {
  const text = read.text('PASSWORD_BLOCKLIST')?.toLowerCase() ?? 'worst';
  const known = blocklists.find((one) => one === text);
  if (!known) read.problems.push(`PASSWORD_BLOCKLIST must be one of ${blocklists.join(', ')}, not "${text}"`);
  return known ?? 'worst';
}

/** Whether the operator's password is on one of the lists of A-412. */
export const isGuessedFirst = (operator: { email: string; username: string; password: string }): boolean =>
  isWorstPassword(operator.password) ||
  isCommonPassword(operator.password, {
    ...operator,
    first_name: 'Platform',
    last_name: 'Operator',
    business: 'Platform',
  });
