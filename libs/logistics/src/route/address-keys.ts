import type { Address } from '@usaha/core';
import { stateNamed, statesNamedIn, wordsOf, type StateCode } from '@usaha/shared/malaysia';

/** Of the words of a text, as many as a search may ask for together. */
const MOST_WORDS = 4;

const ofState = (code: StateCode): string => `state:${code}`;
const ofWords = (words: readonly string[]): string => `text:${words.join(' ')}`;

/** By which a state is found that is asked for, or written in an address of several lines. */
export function stateKeyOf(state: string): string {
  const code = stateNamed(state);
  return code === null ? ofWords(wordsOf(state)) : ofState(code);
}

/**
 * By which an address is found: its state; of a mere text the states whose names stand in it, and its words, alone and up to
 * four together.
 */
export function addressKeys(address: string | Address | null | undefined): string[] {
  if (typeof address !== 'string') return address?.state?.trim() ? [stateKeyOf(address.state)] : [];
  const words = wordsOf(address);
  const phrases = words.flatMap((_, i) =>
    Array.from({ length: Math.min(MOST_WORDS, words.length - i) }, (__, more) => ofWords(words.slice(i, i + more + 1))),
  );
  return [...new Set([...statesNamedIn(address).map(ofState), ...phrases])];
}
