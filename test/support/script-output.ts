import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** The JSON that a script of test/support prints about the build: it runs in a separate process, as the service does. */
export async function outputOf<T>(script: string, ...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve(__dirname, script), ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as T;
}
