import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** What a script of test/support tells of the build, as JSON: it runs by itself, as the service does. */
export async function toldBy<T>(script: string, ...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve(__dirname, script), ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as T;
}
