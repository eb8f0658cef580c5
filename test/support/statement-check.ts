import { existsSync, readFileSync } from 'node:fs';
import { asksAcross, faultsOf } from './statement-rules.js';

/**
 * The faults of the statements that services have noted in these files: each with the statement, once.
 * @param isOnCluster whether they were sent to a sharded database
 */
export async function faultsNotedIn(files: readonly string[], isOnCluster: boolean): Promise<string[]> {
  const lines = files.filter((file) => existsSync(file)).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const texts = [...new Set(lines.filter((line) => line !== ''))].map((line) => JSON.parse(line) as string);
  // Any run sends what signs its users in: without that nothing was noted.
  const faults = texts.some((text) => /core\.sessions/.test(text)) ? [] : ['no statement was noted'];
  for (const text of texts.filter((one) => !asksAcross(one)))
    for (const fault of await faultsOf(text, isOnCluster))
      faults.push(`${fault}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  return faults;
}
