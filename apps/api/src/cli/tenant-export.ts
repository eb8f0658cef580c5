import { resolve } from 'node:path';
import { OperatorService } from '@usaha/core';
import { withProgress } from '../start/progress.js';
import { exportTenant } from '../database/tenant-data/tenant-export.js';
import { optionOf, type Command } from './command.js';
import { asService, withContexts } from './reach.js';

/** Writes a whole tenant into a folder, as it is handed over to a customer who leaves, or kept before a purge. */
export const run: Command = async ({ args, cwd, ...situation }) => {
  const { say, note } = situation;
  const [named = ''] = args;
  const folder = resolve(cwd, optionOf(args, '--to') ?? '');
  return withContexts({ args, cwd, ...situation }, async (app, database) => {
    const tenant = await asService(database, (ctx) => app.get(OperatorService).findTenant(ctx, named));
    const { entries, as_of } = await withProgress(`Exporting ${tenant.slug}`, note, (progress) =>
      exportTenant(database, tenant, folder, progress),
    );
    const sum = (of: 'rows' | 'bytes'): number => entries.reduce((all, entry) => all + entry[of], 0);
    say(
      `The export of ${tenant.slug} in ${folder} is complete: ${sum('rows')} rows of ${entries.length} tables, ` +
        `${(sum('bytes') / 1e6).toFixed(1)} MB, as of ${as_of}`,
    );
    say(
      'It holds personal data in clear, which only this account can read: encrypt it before it leaves this machine, ' +
        'and delete it when it has been handed over',
    );
    return 0;
  });
};
