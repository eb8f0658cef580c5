/**
 * npm run test:failed: runs the files that failed in the last run once more, one at a time, without building. A test may wait in vain
 * for a machine that three others keep busy; one that fails alone too is wrong. More than MOST files are not tried: that number of
 * failures has another cause. It ends with code 1 where a file fails, or none is known.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { KEPT } from './jest-failed.cjs';

const MOST = 8;

const failed = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : [];
if (failed.length === 0 || failed.length > MOST) {
  console.error(`${failed.length} files failed in the last run: between 1 and ${MOST} are run once more.`);
  process.exit(1);
}
const list = failed.map((file) => `  ${file}`).join('\n');
console.log(`\nThese failed next to others, and run once more, alone:\n${list}\n`);
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const { status } = spawnSync(process.execPath, [jest, '--maxWorkers=1', '--runTestsByPath', ...failed], {
  stdio: 'inherit',
});
console.log(status === 0 ? `\nPassed alone, and failed next to others:\n${list}` : '\nThey fail alone too.');
process.exit(status ?? 1);
