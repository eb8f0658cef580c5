import { turnsIn, turnsOfComments } from './wording.js';

const TESTS = new Set(['it', 'test', 'describe']);

/** Whether a callee is `it`, `describe.each(…)`, `it.failing` and the like. */
function namesTest(callee) {
  if (callee.type === 'Identifier') return TESTS.has(callee.name);
  const inner = callee.object ?? callee.callee ?? callee.tag;
  return inner !== undefined && namesTest(inner);
}

/** Refuses in comments and in titles of tests the turns of phrase that wording.js lists. */
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
    CallExpression({ callee, arguments: [title] }) {
      if (title?.type !== 'Literal' || typeof title.value !== 'string' || !namesTest(callee)) return;
      for (const { phrase, instead } of turnsIn(title.value))
        context.report({ node: title, messageId: 'turn', data: { phrase, instead } });
    },
  }),
};

export default { rules: { wording } };
