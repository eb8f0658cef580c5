import { RequestMethod, type INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Express } from 'express';
import pino from 'pino';
import { createApp } from '../../apps/api/dist/app.js';
import { routesOf } from '../../apps/api/dist/insides/express.js';
import { ADDITION } from '../../apps/api/dist/wire/route.js';
import { openDatabase } from './opened-database.js';
import { workerState } from './state.js';

/** An operation as the specification writes it: `GET /v1/users/{user_id}`, without the trailing slash. */
export interface Operation {
  method: string;
  path: string;
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** `/api/v1/users/:user_id/` as `/api/v1/users/{user_id}`. */
const stated = (path: string): string => path.replace(/:([a-z_]+)/g, '{$1}').replace(/(?<=.)\/+$/, '');

export interface RunningApp {
  app: INestApplication;
  /** What the router serves, whatever put it there. */
  routes: Operation[];
  /** What the controllers declare, each marked or not as an addition of ours. */
  declared: (Operation & { addition: boolean })[];
  close(): Promise<void>;
}

/** The application, built in this process over the worker's database; it does not listen. */
export async function buildApp(): Promise<RunningApp> {
  const database = await openDatabase(workerState().databaseUrl as string);
  const app = await createApp({
    database,
    tokens: { keys: [['test', Buffer.alloc(32, 1)]] },
    logger: pino({ level: 'silent' }),
    corsOrigins: '*',
    trustProxy: false,
    requestTimeoutMs: 30_000,
  });
  const routes = routesOf(app.getHttpAdapter().getInstance() as Express).map(({ method, path }) => ({
    method,
    path: stated(path),
  }));
  const close = async () => {
    await app.close();
    await database.dataSource.destroy();
  };
  return { app, routes, declared: declaredIn(app), close };
}

function declaredIn(app: INestApplication): RunningApp['declared'] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const { prototype } = metatype as { prototype: Record<string, object> };
    const base = Reflect.getMetadata('path', metatype as object) as string;
    return Object.getOwnPropertyNames(prototype)
      .map((name) => prototype[name] as object)
      .filter((handler) => Reflect.hasMetadata('method', handler))
      .map((handler) => ({
        method: RequestMethod[Reflect.getMetadata('method', handler) as number] as string,
        path: stated(`/${base}/${Reflect.getMetadata('path', handler) as string}`.replace(/\/+/g, '/')),
        addition: Reflect.getMetadata(ADDITION, handler) === true,
      }));
  });
}
