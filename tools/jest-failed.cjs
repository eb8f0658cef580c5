/** Keeps which files failed in a run, for `npm run test:failed`. */
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join, relative, sep } = require('node:path');

const root = join(__dirname, '..');
const KEPT = join(root, 'test-results/failed.json');

module.exports = class {
  onRunComplete(_, { testResults }) {
    const failed = testResults
      .filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError)
      .map(({ testFilePath }) => relative(root, testFilePath).split(sep).join('/'));
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify(failed));
  }
};
module.exports.KEPT = KEPT;
