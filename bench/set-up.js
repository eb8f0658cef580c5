/** A temporary folder with everything in it, taken down in reverse order, after a failure too. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetDataDirectory } from '../apps/api/dist/database/embedded/reset.js';
import { openDatabase } from './database.js';
import { memoryOf, memoryOfPostgres, postgresOf } from './machine.js';
import { startService } from './servers.js';

/** Runs `work` with a function that remembers what to undo. */
export async function withUndo(work) {
  const undo = [];
  const tearDown = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  const interrupted = () => void tearDown().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work((step) => undo.push(step));
  } finally {
    await tearDown();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

export async function makeFolder(onEnd) {
  const folder = await mkdtemp(join(tmpdir(), 'usaha-bench-'));
  // As root the database server runs under another account, which has to pass through.
  await chmod(folder, 0o711);
  onEnd(async () => {
    await resetDataDirectory(join(folder, 'data'));
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Starts the service twice on its own embedded database, as `npm start` does; the second time is what counts. */
export async function measureStart(folder) {
  const log = join(folder, 'start.log');
  const environment = { DATA_DIR: join(folder, 'data') };
  const first = await startService(log, environment);
  await first.stop();
  const second = await startService(log, environment);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const result = {
    first_ms: first.milliseconds,
    second_ms: second.milliseconds,
    node_mb: memoryOf(second.pid),
    postgres_mb: memoryOfPostgres(postgresOf(second.pid)),
  };
  await second.stop();
  return result;
}

/** @param filling what it is filled with: see `openDatabase` */
export async function openFilledDatabase(folder, onEnd, filling) {
  const database = await openDatabase(join(folder, 'data'), filling);
  onEnd(() => database.stop());
  return database;
}
