import type { Message } from '@usaha/shared';
import { messages } from '../messages.js';
import { moduleKeys, type ModuleKey } from './catalogue.js';
import { declaredSettings, type Setting } from './configuration.js';

/** Keys next to those of the modules, which the service reads. */
const commonKeys: readonly string[] = ['audit_retention_years'];
/** Letters that a key may differ by and still be taken for a slip of another. */
const MOST_SLIPS = 4;

/**
 * Parts of a configuration that no code reads: unknown keys, values of another type or out of range, and the settings of another
 * module. They are stored and shown all the same.
 */
export function configurationWarnings(configuration: Readonly<Record<string, unknown>>, module: ModuleKey): Message[] {
  return Object.entries(configuration).flatMap(([key, value]) => {
    if (key === module) return settingWarnings(value, module);
    if (moduleKeys.some((other) => other === key)) return [messages.settingsOfAnother({ key, module })];
    return commonKeys.includes(key) ? [] : [unknown(key, key, [...moduleKeys, ...commonKeys])];
  });
}

function settingWarnings(value: unknown, module: ModuleKey): Message[] {
  const declared = declaredSettings(module);
  if (!declared || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, given]) => {
    const path = `${module}.${key}`;
    if (!Object.hasOwn(declared, key)) return [unknown(key, path, Object.keys(declared))];
    return (declared[key] as Setting<unknown>).fits(given) ? [] : [messages.settingNotTaken({ key: path })];
  });
}

function unknown(key: string, path: string, known: readonly string[]): Message {
  const nearest = nearestOf(key, known);
  return nearest ? messages.unknownSettingNear({ key: path, nearest }) : messages.unknownSetting({ key: path });
}

/** @returns the word that takes the fewest changes of letters, unless it takes too many */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const most = Math.min(MOST_SLIPS, Math.floor(word.length / 2));
  const [best] = known
    .map((candidate) => ({ candidate, slips: slipsBetween(word.toLowerCase(), candidate.toLowerCase(), most) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips);
  return best?.candidate;
}

/** The Levenshtein distance of two words, or more than `most` where their lengths already differ by more. */
function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, its] of [...other].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === its ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}
