import { FileMoving, FileStores, TenantRepository, fileStores, type FileStoreName } from '@usaha/core';
import { StartError, reasonOf } from '@usaha/embedded-postgres/start-error';
import pg from 'pg';
import { withProgress, type Progress } from '../start/progress.js';
import type { Command, Situation } from './command.js';
import { asService, withContexts } from './reach.js';
import { lockCommand } from './run-alone.js';

interface Moved {
  files: number;
  failures: number;
}

/** Moves the bytes of all files into one store, tenant by tenant, while the service runs. It may be interrupted and repeated. */
export const run: Command = (situation) => {
  const to = fileStores.find((name) => name === situation.args[0]);
  if (!to) throw new StartError(`A store is ${fileStores.join(' or ')}, not "${situation.args[0]}"`);
  return withContexts(situation, async (app, database, access) => {
    if (!app.get(FileStores).has(to)) throw new StartError(`FILE_STORE does not name the store ${to}`);
    const tenants = await asService(database, (ctx) => app.get(TenantRepository).everyId(ctx));
    const moving = app.get(FileMoving);
    const { files, failures } = await alone(access.ownerUrl, () =>
      withProgress(`Moving files to ${to}`, situation.note, (progress) =>
        moveAll(moving, tenants, { to, progress, situation }),
      ),
    );
    situation.say(files > 0 ? `Files moved to ${to}: ${files}` : `No file had to be moved to ${to}`);
    if (failures > 0) situation.say(`Files that could not be moved: ${failures}; they stay where they are`);
    return failures > 0 ? 1 : 0;
  });
};

/** Does work that no other process does at the same time: two would write over each other. */
async function alone<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'usaha cli' });
  client.on('error', () => undefined); // its next statement is told as well
  await client.connect();
  try {
    if (!(await lockCommand(client, 'files:move')))
      throw new StartError('Another files:move is running on this database; try again');
    return await work();
  } finally {
    await client.end();
  }
}

interface Work {
  to: FileStoreName;
  progress: Progress;
  situation: Situation;
}

async function moveAll(moving: FileMoving, tenants: readonly string[], work: Work): Promise<Moved> {
  const moved: Moved = { files: 0, failures: 0 };
  for (const [i, tenant_id] of tenants.entries()) {
    work.progress.at(`tenant ${i + 1} of ${tenants.length}, ${moved.files} files`);
    await moveOf(moving, tenant_id, work, moved);
  }
  return moved;
}

async function moveOf(moving: FileMoving, tenant_id: string, { to, situation }: Work, moved: Moved): Promise<void> {
  const who = () => ({ tenant_id, actor: null, now: new Date() });
  for (let after = '', some = await moving.some(who(), after, to); some.length > 0;) {
    for (const file of some) {
      after = file.id;
      try {
        if (await moving.move(who(), file, to)) moved.files += 1;
      } catch (error) {
        moved.failures += 1;
        situation.say(`File ${file.id} of tenant ${tenant_id} stays in ${file.store}: ${reasonOf(error)}`);
      }
    }
    some = await moving.some(who(), after, to);
  }
}
