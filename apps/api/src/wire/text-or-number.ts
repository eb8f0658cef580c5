import { eitherOf, textUpTo } from './either-of.js';

const MAX_TEXT = 100;

/** A number (1e999 is none that can be kept) or a text, kept and answered as it was sent. */
export const textOrNumber = eitherOf<string | number>({
  constraint: 'isTextOrNumber',
  limit: MAX_TEXT,
  alternatives: [{ schema: { type: 'number' }, holds: Number.isFinite }, textUpTo(MAX_TEXT)],
});
