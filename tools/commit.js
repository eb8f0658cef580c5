import { execFileSync } from 'node:child_process';

/** @returns what git calls the commit that is checked out; undefined where there is no git, or no repository */
export function commitOf(root) {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: root,
      stdio: 'pipe',
      encoding: 'utf8',
    }).trim();
  } catch {
    return undefined;
  }
}
