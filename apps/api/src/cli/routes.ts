import type { Express } from 'express';
import { documentations } from '../docs/documentations.js';
import { routesOf } from '../insides/express.js';
import { previewApp } from '../preview.js';
import type { Command } from './command.js';

export const run: Command = async (situation) => {
  const app = await previewApp();
  await app.init();
  const routes = routesOf(app.getHttpAdapter().getInstance() as Express);
  for (const { dialect, title } of Object.values(documentations)) {
    const own = routes.filter(({ path }) => path.startsWith(`${dialect.prefix}/`));
    situation.say(`${title} (${own.length} operations)`);
    for (const { method, path } of own) situation.say(`  ${method.padEnd(6)} ${path}`);
  }
  await app.close();
  return 0;
};
