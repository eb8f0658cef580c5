import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { turnsOfComments } from './wording.js';

const root = join(import.meta.dirname, '..');

/** Files that still have such turns, with how many: the list may only get shorter (test/lists/wording.test.ts). */
const listed = () => JSON.parse(readFileSync(join(root, 'test/lists/wording.json'), 'utf8'));

/** A file that moved may keep what it had: a new name is allowed what the listed files that are gone had together. */
let moved;
function allowedIn(file) {
  const counts = listed();
  if (file in counts) return counts[file];
  moved ??= Object.entries(counts).reduce((sum, [name, count]) => sum + (existsSync(join(root, name)) ? 0 : count), 0);
  return moved;
}

/** Refuses in comments the turns of phrase that wording.js lists. */
const wording = {
  meta: { type: 'suggestion', schema: [], messages: { turn: '"{{phrase}}": {{instead}}' } },
  create: (context) => ({
    Program() {
      const { text } = context.sourceCode;
      const found = turnsOfComments(text, context.sourceCode.getAllComments());
      if (found.length <= allowedIn(relative(root, context.filename))) return;
      for (const { index, phrase, instead } of found)
        context.report({
          loc: {
            start: context.sourceCode.getLocFromIndex(index),
            end: context.sourceCode.getLocFromIndex(index + phrase.length),
          },
          messageId: 'turn',
          data: { phrase, instead },
        });
    },
  }),
};

export default { rules: { wording } };
