/** Keys of a tenant's `settings` with numbers that documents print. */
const printedKeys = ['sst_registration_number', 'ssm_number'] as const;
export type PrintedKey = (typeof printedKeys)[number];

/** Keys of a tenant's `settings` that the service reads; all others are the client's own. */
export const readSettingKeys = [...printedKeys, 'bin_days', 'bin_erases_persons'] as const;

/** Days for which deleted records can be restored, unless a tenant sets others, and what it may set. */
export const BIN_DAYS = 30;
export const MOST_BIN_DAYS = 365;

/**
 * The settings after a change that replaces them: a key that the service reads stays unless the change names it, and is removed
 * by null.
 */
export function replacedSettings(
  before: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isRead = (key: string): boolean => readSettingKeys.some((read) => read === key);
  const kept = Object.entries(before).filter(([key]) => isRead(key) && !Object.hasOwn(sent, key));
  const stated = Object.entries(sent).filter(([key, value]) => !(isRead(key) && value === null));
  return Object.fromEntries([...stated, ...kept]);
}

/** A number that documents print: a text with something in it, otherwise null. */
export function printedNumber(settings: Readonly<Record<string, unknown>>, key: PrintedKey): string | null {
  const value = settings[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Days for which deleted records can be restored; a value that is none, or out of range, counts as absent. */
export function binDays({ bin_days: days }: Readonly<Record<string, unknown>>): number {
  const isSet = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MOST_BIN_DAYS;
  return isSet ? days : BIN_DAYS;
}

/** Whether persons are erased once they can be restored no more; any other value than true counts as absent. */
export const erasesBinnedPersons = (settings: Readonly<Record<string, unknown>>): boolean =>
  settings.bin_erases_persons === true;
