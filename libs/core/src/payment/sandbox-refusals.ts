import { malaysianDay } from '@usaha/shared';
import { isExpired } from './card.js';
import type { Means } from './gateway.js';

/** Card numbers that payment processors document as refused in their test modes. Every other number succeeds. */
const refusedCards: Readonly<Record<string, string>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
};

/**
 * Words that refuse a payment whose means has them, in any case: whole words, also of snake_case and camelCase, and no parts of
 * words. `Bank failover transfer` pays.
 */
const refusedWords: readonly (readonly [words: readonly string[], reason: string])[] = [
  [['insufficient'], 'insufficient_funds'],
  [['declined', 'fail', 'fails', 'failed', 'failure'], 'declined'],
];

/** The words of a text, in lower case. */
const wordsOf = (text: string): string[] =>
  Array.from(text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g), ([word]) => word.toLowerCase());

const TOKEN = 'sandbox_';

/** What the sandbox gives for a card: only whether it will be refused. */
export const sandboxToken = (number: string): string => TOKEN + (refusedCards[number] ?? 'ok');

/** Why the sandbox refuses a means of payment at that time, or null: it accepts everything else. */
export function refusalOf({ text, token, expiry }: Means, at: Date): string | null {
  if (token !== null && token !== `${TOKEN}ok`) return token.slice(TOKEN.length);
  if (expiry && isExpired(expiry.month, expiry.year, malaysianDay(at))) return 'expired_card';
  const said = wordsOf(text);
  return refusedWords.find(([words]) => words.some((word) => said.includes(word)))?.[1] ?? null;
}
