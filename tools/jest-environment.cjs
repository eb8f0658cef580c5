/**
 * Node's environment, and one thing that outlives a test file: the compiled schemas of the documents that every answer is
 * held against. Compiling them costs a second, and Jest gives each file fresh modules; these stay with the worker.
 */
const formats = require('ajv-formats');
const { Ajv2020 } = require('ajv/dist/2020.js');
const { TestEnvironment } = require('jest-environment-node');

/** By the text of the document: servers that say the same share what was compiled. */
const compiled = new Map();

/**
 * @param text a document of a surface, as it was served
 * @param prepare changes the parsed document before its schemas are read
 */
function schemasOf(text, prepare) {
  const known = compiled.get(text);
  if (known) return known;
  const document = JSON.parse(text);
  prepare(document);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const validators = new Map();
  const schemas = {
    document,
    /** What is wrong with a value, as a sentence, by a pointer into the document; null where it is right. */
    objection(pointer, value) {
      if (!validators.has(pointer)) validators.set(pointer, ajv.compile({ $ref: `document#/${pointer}` }));
      const validate = validators.get(pointer);
      return validate(value) ? null : ajv.errorsText(validate.errors);
    },
  };
  compiled.set(text, schemas);
  return schemas;
}

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.schemasOf = schemasOf;
  }
};
