/**
 * Ends what test files leave in Node: Jest makes an `AsyncLocalStorage` for each file and never disables it, and each that is
 * enabled costs time at every promise. After a hundred files that is a third of a worker's work.
 */
const hooks = require('node:async_hooks');

const made = new Set();
const { AsyncLocalStorage } = hooks;

hooks.AsyncLocalStorage = class extends AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    made.add(this);
  }
};

/** Disables the storages of the test file that is over. One that is used again is enabled by that. */
module.exports.endStorages = () => {
  for (const storage of made) storage.disable();
  made.clear();
};
