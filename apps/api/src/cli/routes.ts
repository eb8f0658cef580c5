import type { Express } from 'express';
import { surfaceTexts } from '../docs/surface-texts.js';
import { routesOf } from '../internals/express.js';
import { createOpenapiApp } from '../app/openapi-app.js';
import type { Command } from './command.js';

export const run: Command = async (situation) => {
  const app = await createOpenapiApp();
  await app.init();
  const routes = routesOf(app.getHttpAdapter().getInstance() as Express);
  for (const { dialect, title } of Object.values(surfaceTexts)) {
    const own = routes.filter(({ path }) => path.startsWith(`${dialect.prefix}/`));
    situation.say(`${title} (${own.length} operations)`);
    for (const { method, path } of own) situation.say(`  ${method.padEnd(6)} ${path}`);
  }
  await app.close();
  return 0;
};
