import { rmSync } from 'node:fs';
import './global-setup.js';

export default async function globalTeardown(): Promise<void> {
  const running = globalThis.usahaRunning;
  if (!running) return;
  const codes = await Promise.all(running.servers.map((server) => server.stop()));
  await running.postgres?.stop();
  for (const database of running.citus) await database.drop();
  rmSync(running.folder, { recursive: true, force: true });
  const failed = codes.filter((code) => code !== 0);
  if (failed.length > 0) throw new Error(`A server did not stop cleanly: exit code ${failed.join(', ')}`);
}
