/** Characters that change the direction in which what follows is shown, and are not seen themselves (Unicode UAX #9). */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text without them. */
export const withoutBidi = (text: string): string => text.replace(BIDI, '');

/**
 * A text in which they are seen as `<U+202E>`: with them, a name on a receipt or in a letter can read as another one. The stored text
 * keeps them.
 */
export const showBidi = (text: string): string =>
  text.replace(BIDI, (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`);
