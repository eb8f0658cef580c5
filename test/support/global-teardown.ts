import { rmSync } from 'node:fs';
import { join } from 'node:path';
import './global-setup.js';
import { faultsNotedIn } from './statement-check.js';

export default async function globalTeardown(): Promise<void> {
  const running = globalThis.usahaRunning;
  if (!running) return;
  const codes = await Promise.all(running.servers.map((server) => server.stop()));
  await running.postgres?.stop();
  const statements = running.servers.map((_, i) => join(running.folder, `statements-${i + 1}`));
  // Of a deployed server no statement is known, so none is expected to have been noted.
  const faults = statements.length === 0 ? [] : await faultsNotedIn(statements, running.citus.length > 0);
  for (const database of running.citus) await database.drop();
  rmSync(running.folder, { recursive: true, force: true });
  const failed = codes.filter((code) => code !== 0);
  if (failed.length > 0) throw new Error(`A server did not stop cleanly: exit code ${failed.join(', ')}`);
  if (faults.length > 0)
    throw new Error(`Statements that a distributed PostgreSQL takes otherwise, or not at all:\n${faults.join('\n')}`);
}
