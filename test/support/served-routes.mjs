// The application over a database, in a separate process, which loads it as production does and in a fraction of the
// time that a test process takes. It does not listen; it prints, as JSON, what its router serves and what its controllers
// declare.
import { RequestMethod } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Database, Keyring } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';
import pino from 'pino';
import { createApp } from '../../apps/api/dist/app/app.js';
import { routesOf } from '../../apps/api/dist/internals/express.js';
import { entities } from '../../apps/api/dist/database/persistence.js';
import { accessOf } from '../../apps/api/dist/wire/permissions.js';
import { scopeOf } from '../../apps/api/dist/wire/scopes.js';
import { ADDITION } from '../../apps/api/dist/wire/route.js';

/** As in test-keys.ts. */
const keyOf = (seed) => Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 37 + seed) % 256));

const dataSource = await createDataSource({ url: process.env.DATABASE_URL, entities, poolSize: 2 }).initialize();
const app = await createApp({
  database: await Database.over(dataSource, new Keyring([['test', keyOf(7)]], keyOf(9))),
  tokens: { keys: [['test', Buffer.alloc(32, 1)]] },
  logger: pino({ level: 'silent' }),
  corsOrigins: '*',
  trustProxy: false,
  requestTimeoutMs: 30_000,
});

/** `/api/v1/users/:user_id/` as `/api/v1/users/{user_id}`. */
const stated = (path) => path.replace(/:([a-z_]+)/g, '{$1}').replace(/(?<=.)\/+$/, '');

const routes = routesOf(app.getHttpAdapter().getInstance()).map(({ method, path }) => ({ method, path: stated(path) }));

const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
const declared = controllers.flatMap(({ metatype }) => {
  const { prototype } = metatype;
  const base = Reflect.getMetadata('path', metatype);
  return Object.getOwnPropertyNames(prototype)
    .map((name) => prototype[name])
    .filter((handler) => Reflect.hasMetadata('method', handler))
    .map((handler) => {
      const method = RequestMethod[Reflect.getMetadata('method', handler)];
      const access = accessOf(handler, method);
      return {
        method,
        path: stated(`/${base}/${Reflect.getMetadata('path', handler)}`.replace(/\/+/g, '/')),
        addition: Reflect.getMetadata(ADDITION, handler) === true,
        isPublic: access.isPublic,
        isSessionOnly: access.isSessionOnly,
        scope: access.isPublic ? null : scopeOf(metatype, access),
        needsStepUp: access.needsStepUp,
      };
    });
});

process.stdout.write(JSON.stringify({ routes, declared }));
await app.close();
await dataSource.destroy();
