import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ForbiddenException,
  Module,
  RequestMethod,
  type INestApplication,
  type MiddlewareConsumer,
  type NestModule,
  type Type,
} from '@nestjs/common';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import pino from 'pino';
import { createApp } from '../../apps/api/dist/app/app.js';
import type { Database } from '@usaha/shared';
import { expectRefusal } from '../support/core-shapes.js';
import { referenceSurface, surfaces } from '../support/core-surfaces.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { workerState } from '../support/state.js';

/** Middlewares of Express and of Nest stand before operations, which stay as they are without any. */

let database: Database;
beforeAll(async () => {
  database = await openDatabase(workerState().databaseUrl as string);
});
afterAll(() => database.end());

const started: INestApplication[] = [];
afterEach(() => Promise.all(started.splice(0).map((app) => app.close())));

interface Asked {
  token?: string;
  body?: string;
}

/** An instance with middlewares, within this process. */
async function instance(options: { configure?: (app: INestApplication) => void; extraModules?: Type[] }) {
  const app = await createApp({
    database,
    tokens: { keys: [['test', Buffer.from(testSecrets.JWT_KEYS.slice('test:'.length))]] },
    logger: pino({ level: 'silent' }),
    corsOrigins: '*',
    trustProxy: false,
    requestTimeoutMs: 30_000,
    ...options,
  });
  started.push(app);
  await app.listen(0);
  const server = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
  const ask = async (method: string, path: string, { token, body }: Asked = {}) => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(server + path, { method, headers, body });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
  };
  const throughExpress = jest.spyOn(app.getHttpAdapter().getInstance() as Express & { handle(): void }, 'handle');
  return { ask, throughExpress };
}

const marks = (_request: Request, response: Response, next: NextFunction): void => {
  response.setHeader('X-Mark', 'passed');
  next();
};
const marksLater = async (_request: Request, response: Response, next: NextFunction): Promise<void> => {
  await new Promise(setImmediate);
  response.setHeader('X-Mark', 'passed');
  next();
};
const answersItself = (_request: Request, response: Response): void => {
  response.status(418).json({ brewed: true });
};
const fails = (): void => {
  throw new Error('a secret of the middleware');
};
const failsLater = async (): Promise<void> => {
  await new Promise(setImmediate);
  throw new Error('a secret of the middleware');
};
/** As a package for Nest refuses. */
const refuses = (): void => {
  throw new ForbiddenException('not from here');
};

type Handler = (request: Request, response: Response, next: NextFunction) => unknown;

/** A module whose middleware stands before the routes. */
function moduleWith(handler: Handler, ...routes: Parameters<ReturnType<MiddlewareConsumer['apply']>['forRoutes']>) {
  @Module({})
  class MiddlewareModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply(handler).forRoutes(...routes);
    }
  }
  return { extraModules: [MiddlewareModule] };
}

const kinds = [
  { kind: 'app.use()', over: (handler: Handler) => ({ configure: (app: INestApplication) => void app.use(handler) }) },
  { kind: 'a MiddlewareConsumer', over: (handler: Handler) => moduleWith(handler, '{*path}') },
];

describe.each(kinds)('a middleware by $kind', ({ over }) => {
  it.each<{ does: string; handler: Handler }>([
    { does: 'sets a header', handler: marks },
    { does: 'does so asynchronously', handler: marksLater },
  ])('that $does stands before every operation, which is as it was', async ({ handler }) => {
    const { ask } = await instance(over(handler));
    const { admin } = await newTenant();
    const { token } = admin;
    for (const on of surfaces) {
      const read = await ask('GET', on.url('/retail/products'), { token });
      expect([read.status, read.headers.get('x-mark')]).toEqual([200, 'passed']);
      expect(read.headers.get('x-request-id')).not.toBeNull();
      // The token comes before the body, and path and method before the token.
      const cases = [
        [await ask('POST', on.url('/retail/products'), { body: '{bad' }), 401],
        [await ask('POST', on.url('/retail/products'), { token, body: '{bad' }), 400],
        [await ask('GET', on.url('/retail/products/8b0f9a44-6cb5-4ac2-93f5-5b6b1c2f3a44'), { token }), 404],
        [await ask('GET', on.url('/retail/nothing')), 404],
      ] as const;
      for (const [answer, status] of cases) {
        expectRefusal(on, answer, status);
        expect(answer.headers.get('x-mark')).toBe('passed');
      }
      const other = await ask('PATCH', on.url('/retail/products'));
      expect([other.status, other.headers.get('allow'), other.headers.get('x-mark')]).toEqual([
        405,
        'GET, HEAD, POST',
        'passed',
      ]);
      const head = await ask('HEAD', on.url('/retail/products'), { token });
      expect([head.status, head.text, head.headers.get('x-mark')]).toEqual([200, '', 'passed']);
    }
    const body = JSON.stringify({ first_name: 'Siti', last_name: 'Nur' });
    const created = await ask('POST', referenceSurface.url('/retail/customers'), { token, body });
    expect([created.status, created.headers.get('x-mark')]).toEqual([201, 'passed']);
  });

  it('that answers itself is the answer, with the headers of every answer', async () => {
    const { ask } = await instance(over(answersItself));
    for (const on of surfaces) {
      const answer = await ask('GET', on.url('/retail/products'));
      expect([answer.status, answer.body]).toEqual([418, { brewed: true }]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each<{ does: string; code: string; handler: Handler; status: number }>([
    { does: 'throws', code: 'INTERNAL_ERROR', handler: fails, status: 500 },
    { does: 'rejects', code: 'INTERNAL_ERROR', handler: failsLater, status: 500 },
    { does: 'throws an exception of Nest', code: 'FORBIDDEN', handler: refuses, status: 403 },
  ])('that $does is answered in the shape of the surface', async ({ handler, status, code }) => {
    const { ask } = await instance(over(handler));
    for (const on of surfaces) {
      const answer = await ask('GET', on.url('/retail/products'));
      expect([answer.status, answer.text]).toEqual([status, expect.not.stringContaining('secret')]);
      expect(on.error(answer)).toMatchObject({ code, message: expect.stringMatching(/\S/) });
    }
  });
});

describe('a middleware of a module', () => {
  it('stands before the paths that it names, and the operations of these paths alone come past Express', async () => {
    const { ask, throughExpress } = await instance(moduleWith(marks, 'v1/retail/products'));
    const { admin } = await newTenant();
    const mark = async (path: string) => (await ask('GET', path, admin)).headers.get('x-mark');
    expect(await mark('/v1/retail/products')).toBe('passed');
    expect(throughExpress).toHaveBeenCalledTimes(1);
    expect(await mark('/api/v1/retail/products/')).toBeNull();
    expect(throughExpress).toHaveBeenCalledTimes(1);
  });

  it('of one method stands before the operations of this method, and is no operation', async () => {
    const path = 'v1/retail/products';
    const { ask } = await instance(
      moduleWith(marks, { path, method: RequestMethod.GET }, { path: 'v1/nothing/:id', method: RequestMethod.PUT }),
    );
    const { admin } = await newTenant();
    const read = await ask('GET', `/${path}`, admin);
    expect([read.status, read.headers.get('x-mark')]).toEqual([200, 'passed']);
    const body = JSON.stringify({ name: 'Kopi O', sku: 'KOPI-O', price: 2.5, cost: 1, stock_quantity: 5 });
    const created = await ask('POST', `/${path}`, { ...admin, body });
    expect([created.status, created.headers.get('x-mark')]).toEqual([201, null]);
    expect((await ask('PUT', '/v1/nothing/1', admin)).status).toBe(404);
    expect((await ask('GET', '/v1/nothing/1', admin)).status).toBe(404);
  });
});

it('a body that a middleware has read is checked as any other', async () => {
  const { ask } = await instance({ configure: (app) => void app.use(express.json()) });
  const { admin } = await newTenant();
  const create = (first_name: string) =>
    ask('POST', '/api/v1/retail/customers/', { ...admin, body: JSON.stringify({ first_name, last_name: 'Nur' }) });
  expect((await create('Siti')).status).toBe(201);
  const refused = await create('Si\0ti');
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('first_name')]);
});

it('without a middleware operations do not come past Express', async () => {
  const { ask, throughExpress } = await instance({});
  const { admin } = await newTenant();
  expect((await ask('GET', '/v1/retail/products', admin)).status).toBe(200);
  expect(throughExpress).not.toHaveBeenCalled();
  expect((await ask('GET', '/v1/nothing')).status).toBe(404);
  expect(throughExpress).toHaveBeenCalledTimes(1);
});
