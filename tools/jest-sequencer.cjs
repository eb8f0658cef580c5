/**
 * The order of test files: the longest first, so that no worker is left with one at the end. Jest knows how long a file took last
 * time; on a clean checkout it knows nothing, and would take the largest first.
 */
const { relative, sep } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/** Seconds of the longest files in a whole run on two cores: about as long counts, exact figures do not. */
const LONGEST = {
  'test/release/worked-example.test.ts': 180,
  'test/system/vanished-database.test.ts': 71,
  'test/release/image.test.ts': 61,
  'test/system/logistics-letters.test.ts': 50,
  'test/release/packed-library.test.ts': 37,
  'test/system/shutdown.test.ts': 32,
  'test/lists/wrong-input.test.ts': 31,
  'test/system/metrics.test.ts': 31,
  'test/release/swagger-ui.test.ts': 31,
  'test/system/demo/demo.test.ts': 29,
  'test/release/embedded/service.test.ts': 28,
  'test/release/embedded/encrypted-backup.test.ts': 28,
  'test/system/sign-in-meanwhile.test.ts': 27,
  'test/system/progress.test.ts': 26,
  'test/system/audit-retention.test.ts': 26,
  'test/system/cli.test.ts': 25,
  'test/lists/connections.test.ts': 24,
  'test/release/dev.test.ts': 24,
  'test/lists/roles.test.ts': 24,
  'test/system/outbox.test.ts': 23,
  'test/release/embedded/first-start.test.ts': 23,
  'test/system/reminders.test.ts': 22,
  'test/system/key-checks.test.ts': 22,
  'test/system/tenant-purge.test.ts': 21,
  'test/system/reports-streaming.test.ts': 20,
  'test/system/elevated.test.ts': 20,
  'test/e2e/http/weird-values.test.ts': 20,
  'test/system/password-time.test.ts': 19,
  'test/system/seal.test.ts': 19,
  'test/lists/imports.test.ts': 19,
  'test/system/guessing.test.ts': 18,
  'test/release/embedded/command-line.test.ts': 18,
  'test/system/payment-crash.test.ts': 17,
  'test/system/party-retention.test.ts': 16,
  'test/system/guardian-letters.test.ts': 16,
  'test/system/middlewares.test.ts': 16,
  'test/lists/packets.test.ts': 15,
  'test/system/fairness.test.ts': 14,
  'test/release/embedded/embedded.test.ts': 14,
  'test/system/passing-errors.test.ts': 14,
  'test/system/logistics-statements.test.ts': 14,
  'test/lists/openapi.test.ts': 13,
  'test/system/letter-limits.test.ts': 12,
  'test/system/database-storm.test.ts': 12,
  'test/system/start.test.ts': 11,
  'test/e2e/core/auth-limit.test.ts': 11,
};
/** Seconds of any other file, by its kind. */
const USUAL = { release: 8, system: 5, lists: 2, e2e: 1, unit: 0.5 };

/** @param path of a test file from the root, with slashes @param kind the Jest project @returns milliseconds */
const usualTime = (path, kind) => 1_000 * (LONGEST[path] ?? USUAL[kind] ?? 1);

/** It reads what the other tests have left in the databases, and so begins when all others have. */
const LAST = 'test/lists/announced.test.ts';

module.exports = class extends Sequencer {
  time(test) {
    const { rootDir, displayName } = test.context.config;
    const path = relative(rootDir, test.path).split(sep).join('/');
    return path === LAST ? 0 : (super.time(test) ?? usualTime(path, displayName?.name));
  }
};
module.exports.LONGEST = LONGEST;
