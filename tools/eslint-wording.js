import { turnsOfComments } from './wording.js';

/** Refuses in comments the turns of phrase that wording.js lists. */
const wording = {
  meta: { type: 'suggestion', schema: [], messages: { turn: '"{{phrase}}": {{instead}}' } },
  create: (context) => ({
    Program() {
      const { text } = context.sourceCode;
      for (const { index, phrase, instead } of turnsOfComments(text, context.sourceCode.getAllComments()))
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
