/**
 * Node's environment, and one thing that outlives a test file: the documents that every answer is held against, with their
 * compiled schemas. Asking for them and compiling them costs a second, and Jest gives each file fresh modules; these stay
 * with the worker.
 */
require('./jest-code-cache.cjs');
const { endStorages } = require('./jest-storages.cjs');
const formats = require('ajv-formats');
const { Ajv2020 } = require('ajv/dist/2020.js');
const { TestEnvironment } = require('jest-environment-node');

/** By the address of the document. */
const known = new Map();

/**
 * @param address of a surface's document
 * @param prepare changes the parsed document before its schemas are read
 */
async function schemasOf(address, prepare) {
  if (!known.has(address)) known.set(address, load(address, prepare));
  return known.get(address);
}

async function load(address, prepare) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The document at ${address} cannot be had: ${response.status}`);
  const document = await response.json();
  prepare(document);
  // Optimized code takes twice as long to make, and is run a few times.
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  formats.default(ajv);
  // A number; how many decimals it has is the domain's.
  ajv.addFormat('decimal', true);
  ajv.addSchema(document, 'document');
  const validators = new Map();
  return {
    document,
    /** The faults of a value, as a sentence, by a pointer into the document; null where it is right. */
    objection(pointer, value) {
      if (!validators.has(pointer)) validators.set(pointer, ajv.compile({ $ref: `document#/${pointer}` }));
      const validate = validators.get(pointer);
      return validate(value) ? null : ajv.errorsText(validate.errors);
    },
  };
}

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.schemasOf = schemasOf;
  }

  async teardown() {
    await super.teardown();
    endStorages();
  }
};
