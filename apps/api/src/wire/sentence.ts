import { MAX_TEXT } from './field.js';

/** A sentence as answers show it: it quotes names that may be as long as a whole text, and is cut where it would be longer. */
export function sentence(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const characters = [...text];
  return characters.length <= MAX_TEXT ? text : `${characters.slice(0, MAX_TEXT - 1).join('')}…`;
}
