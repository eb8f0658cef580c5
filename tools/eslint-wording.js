import { turnsIn, turnsOfComments } from './wording.js';

const TESTS = new Set(['it', 'test', 'describe']);

/** Whether a callee is `it`, `describe.each(…)`, `it.failing` and the like. */
function namesTest(callee) {
  if (callee.type === 'Identifier') return TESTS.has(callee.name);
  const inner = callee.object ?? callee.callee ?? callee.tag;
  return inner !== undefined && namesTest(inner);
}

/** A text without a space is a name or a key. */
function report(context, node, text) {
  if (typeof text !== 'string' || !text.includes(' ')) return;
  for (const { phrase, instead } of turnsIn(text))
    context.report({ node, messageId: 'turn', data: { phrase, instead } });
}

/** Whether texts of a file are for people: descriptions, messages, lines of the log. Migrations never change. */
const isProduct = (file) => /(?:apps|libs)\/[^/]+\/src\/(?!.*(?:migrations\/\d|\.spec\.ts$))/.test(file);

/** Refuses in comments, in titles of tests and in texts for people the turns of phrase that wording.js lists. */
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
      if (title?.type === 'Literal' && namesTest(callee)) report(context, title, title.value);
    },
    Literal(node) {
      if (isProduct(context.filename)) report(context, node, node.value);
    },
    TemplateElement(node) {
      if (isProduct(context.filename)) report(context, node, node.value.cooked);
    },
  }),
};

export default { rules: { wording } };
