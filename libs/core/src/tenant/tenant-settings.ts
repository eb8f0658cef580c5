/** Keys of a tenant's `settings` that the service reads; all others are the client's own. */
export const readSettingKeys = ['sst_registration_number', 'ssm_number'] as const;
export type ReadSettingKey = (typeof readSettingKeys)[number];

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
export function printedNumber(settings: Readonly<Record<string, unknown>>, key: ReadSettingKey): string | null {
  const value = settings[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
