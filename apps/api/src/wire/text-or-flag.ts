import { FLAG, eitherOf, textUpTo } from './either-of.js';

const MAX_TEXT = 100;

/** A flag or a text, kept and answered as it was sent. */
export const textOrFlag = eitherOf<string | boolean>({
  constraint: 'isTextOrFlag',
  limit: MAX_TEXT,
  alternatives: [FLAG, textUpTo(MAX_TEXT)],
});
