import 'reflect-metadata';
import { IncomingMessage } from 'node:http';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Post, type ExecutionContext, type NestInterceptor, type Type } from '@nestjs/common';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import express, { type Express } from 'express';
import { isObservable, lastValueFrom, map } from 'rxjs';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { Stated } from '../wire/stated.js';
import { IsInt, IsString, MetadataStorage, getMetadataStorage, validateSync } from 'class-validator';
import { readFieldsOf, transformStorage } from './class-transformer.js';
import { rememberConstraints } from './class-validator.js';
import {
  checkExpress,
  checkHead,
  middlewaresOf,
  putIntoHead,
  registerMiddleware,
  routesOf,
  serverOf,
} from './express.js';
import { checkNest, declaredRoutes, interceptWithPromises } from './nest.js';

/** The one line in which a start ends; null where it goes on. */
function refusal(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message;
  }
}

const oneLine = (name: string, missing: string): RegExp =>
  new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ is not what this service was written for: it has no ${missing}[^\\n]*$`);

/** An Express that an upgrade has changed. */
const changed =
  (change: (app: Express) => void): (() => Express) =>
  () => {
    const app = express();
    change(app);
    return app;
  };

describe('Express', () => {
  const route = { path: '/probe/:id', methods: { get: true } };

  it('is what this service was written for', () => {
    expect(refusal(() => checkExpress())).toBeNull();
  });

  it.each<[string, (app: Express) => void]>([
    ['app.request', (app) => Object.assign(app, { request: undefined })],
    ['app.request', (app) => Object.assign(app, { request: {} })],
    ['app.response', (app) => Object.assign(app, { response: {} })],
    ['list of layers in app.router.stack', (app) => void Object.defineProperty(app, 'router', { value: undefined })],
    [
      'list of layers in app.router.stack',
      (app) => void Object.defineProperty(app, 'router', { value: { stack: new Map(), get: () => undefined } }),
    ],
    [
      'path and methods of a route in app.router.stack',
      (app) => void Object.defineProperty(app, 'router', { value: { stack: [{}] } }),
    ],
    [
      'dispatch\\(\\) of a route in app.router.stack',
      (app) => void Object.defineProperty(app, 'router', { value: { stack: [{ route }] } }),
    ],
    [
      'match\\(\\) of a layer in app.router.stack',
      (app) =>
        void Object.defineProperty(app, 'router', {
          value: { stack: [{ route: { ...route, dispatch: () => undefined }, match: () => true }] },
        }),
    ],
  ])('ends the start where an upgrade took away its %s', (missing, change) => {
    const make = changed((app) => {
      change(app);
      app.get = () => app;
    });
    expect(refusal(() => checkExpress(make))).toMatch(oneLine('express', missing));
  });

  it('says which routes it serves', () => {
    const app = express();
    app.post('/a/:id', () => undefined);
    app.use(() => undefined);
    app.route('/b').get(() => undefined);
    expect(routesOf(app)).toEqual([
      { method: 'POST', path: '/a/:id' },
      { method: 'GET', path: '/b' },
    ]);
  });

  it('names the middlewares that it calls before its last operation, those among them that are routes', () => {
    const app = express();
    const calledFor = (path: string) => middlewaresOf(app).filter((middleware) => middleware.match(path)).length;
    app.use(() => undefined);
    expect(calledFor('/v1/x')).toBe(1);
    app.use('/docs', () => undefined);
    registerMiddleware(app, () => app.put('/v1/y', () => undefined));
    app.get('/v1/:id', () => undefined);
    app.use(() => undefined);
    expect([calledFor('/v1/x'), calledFor('/docs/x'), calledFor('/v1/y')]).toEqual([1, 2, 2]);
    expect(routesOf(app)).toEqual([{ method: 'GET', path: '/v1/:id' }]);
  });

  it('answers through a server whose requests are born as its own', async () => {
    const app = express();
    const born: unknown[] = [];
    const server = serverOf(app);
    server.prependListener('request', (request: IncomingMessage) => born.push(Object.getPrototypeOf(request)));
    app.get('/', (request, response) => void response.json([Object.getPrototypeOf(request), request.path].length));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const status = await new Promise((done, fail) => {
      send({ port, host: '127.0.0.1', agent: false }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      })
        .on('error', fail)
        .end();
    });
    await new Promise((closed) => server.close(closed));
    expect(status).toBe(200);
    expect(born).toEqual([app.request]);
  });
});

describe('The head of a response', () => {
  it('is put together as this service was written for', () => expect(refusal(() => checkHead())).toBeNull());

  it.each([undefined, () => undefined])('ends the start where Node puts it together otherwise', (store) =>
    expect(refusal(() => checkHead(store ?? null))).toMatch(
      /^Node\.js v[\d.]+ is not what this service was written for/,
    ),
  );

  it('has the lines that were put into it once, before its other headers', async () => {
    const app = express();
    app.set('x-powered-by', false);
    app.get('/', (_request, response) => {
      putIntoHead(response, 'X-One: 1\r\nX-Two: 2\r\n');
      response.setHeader('X-Three', '3');
      response.json({});
    });
    const server = serverOf(app);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const heads = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<string[]>((done, fail) => {
            send({ port, host: '127.0.0.1', agent: false }, (answer) => {
              answer.resume();
              done(answer.rawHeaders.slice(0, 6));
            })
              .on('error', fail)
              .end();
          }),
      ),
    );
    await new Promise((closed) => server.close(closed));
    const expected = ['X-One', '1', 'X-Two', '2', 'X-Three', '3'];
    expect(heads).toEqual([expected, expected]);
  });
});

describe('Nest', () => {
  @Controller('/v1/users/')
  class Users {
    @Get(':user_id')
    get(): void {}
    @Post('')
    create(): void {}
    helper(): void {}
  }

  class Undecorated {
    get(): void {}
  }

  it('is what this service was written for', () => {
    expect(refusal(() => checkNest())).toBeNull();
  });

  it.each(['initHttpServer', 'setHttpServer', 'getInstance', 'reply'])(
    'ends the start where an upgrade took away its %s',
    (name) => {
      class Changed {
        readonly isChanged = true;
      }
      for (const kept of Object.getOwnPropertyNames(ExpressAdapter.prototype).concat('setHttpServer', 'getInstance'))
        if (kept !== name && kept !== 'constructor')
          Object.defineProperty(Changed.prototype, kept, { value: () => undefined });
      expect(refusal(() => checkNest(Changed))).toMatch(oneLine('@nestjs/platform-express', `ExpressAdapter.${name}`));
    },
  );

  it('ends the start where its decorators write something else', () => {
    expect(refusal(() => checkNest(ExpressAdapter, Undecorated))).toMatch(oneLine('@nestjs/common', 'metadata'));
    expect(refusal(() => checkNest(ExpressAdapter, Users as Type))).toMatch(
      oneLine('@nestjs/common', 'path and method'),
    );
  });

  it('calls an interceptor that stands alone with promises, and several as usual', async () => {
    interceptWithPromises();
    const consumer = new InterceptorsConsumer();
    const asked: unknown[] = [];
    const alone = {
      intercept: (_: ExecutionContext, next) => next.handle().pipe(map((said) => `${String(said)}, observed`)),
      around: async (context: ExecutionContext, handle: () => Promise<unknown>) => {
        asked.push(context.getArgByIndex(0), context.getClass(), context.getHandler(), context.getType());
        return `${String(await handle())}, awaited`;
      },
    } satisfies NestInterceptor & { around: unknown };
    const other: NestInterceptor = { intercept: (_, next) => next.handle().pipe(map((said) => `${String(said)}!`)) };
    const [users, handler] = [new Users(), () => undefined];
    const through = async (interceptors: NestInterceptor[]): Promise<unknown> => {
      const said: unknown = await consumer.intercept(
        interceptors,
        ['request'],
        users,
        handler,
        () => Promise.resolve('said'),
        'http',
      );
      return isObservable(said) ? lastValueFrom(said) : said;
    };
    expect(await through([alone])).toBe('said, awaited');
    expect(asked).toEqual(['request', Users, handler, 'http']);
    expect(await through([alone, other])).toBe('said!, observed');
    expect(await through([other])).toBe('said!');
    expect(await through([])).toBe('said');
  });

  it.each(['intercept', 'createContext'])(
    'ends the start where an upgrade took away its %s of interceptors',
    (name) => {
      const changed = Object.assign(new InterceptorsConsumer(), { [name]: undefined });
      expect(refusal(() => interceptWithPromises(changed))).toMatch(
        oneLine('@nestjs/core', `InterceptorsConsumer.${name}`),
      );
    },
  );

  it('says which routes a controller declares', () => {
    expect(declaredRoutes(Users)).toEqual([
      { handler: 'get', method: 'GET', path: 'v1/users/:user_id' },
      { handler: 'create', method: 'POST', path: 'v1/users' },
    ]);
  });
});

describe('class-validator', () => {
  class Named {
    @IsString() name!: unknown;
  }
  class Counted extends Named {
    @IsInt() count!: unknown;
  }
  const wrongIn = (type: new () => object, value: object): string[] =>
    validateSync(Object.assign(new type(), value)).map(({ property }) => property);

  it('finds the constraints of a class and of those it inherits from, once', () => {
    const storage = getMetadataStorage();
    const before = wrongIn(Counted, { name: 1, count: 'x' }).sort();
    rememberConstraints();
    const found = storage.getTargetValidationMetadatas(Counted, '', false, false);
    expect(storage.getTargetValidationMetadatas(Counted, '', false, false)).toBe(found);
    const nested = storage.getTargetValidationMetadatas(Counted, 'Named', false, false);
    expect(storage.getTargetValidationMetadatas(Counted, 'Named', false, false)).toBe(nested);
    expect(nested).toEqual(found);
    expect(storage.groupByPropertyName(found)).toBe(storage.groupByPropertyName(found));
    expect(Object.keys(storage.groupByPropertyName(found)).sort()).toEqual(['count', 'name']);
    expect(wrongIn(Counted, { name: 1, count: 'x' }).sort()).toEqual(before);
    expect(wrongIn(Named, { name: 1, count: 'x' })).toEqual(['name']);
    expect(wrongIn(Counted, { name: 'x', count: 1 })).toEqual([]);
  });

  it('asks again where groups are asked for', () => {
    rememberConstraints();
    const storage = getMetadataStorage();
    expect(storage.getTargetValidationMetadatas(Counted, '', false, true, ['some'])).toEqual([]);
    expect(storage.getTargetValidationMetadatas(Counted, '', false, false)).toHaveLength(2);
  });

  it.each(['getTargetValidationMetadatas', 'groupByPropertyName'])(
    'ends the start where an upgrade took away its %s',
    (name) => {
      const storage = Object.assign(new MetadataStorage(), { [name]: undefined });
      expect(refusal(() => rememberConstraints(storage))).toMatch(
        oneLine('class-validator', `MetadataStorage.${name}`),
      );
    },
  );
});

describe('class-transformer', () => {
  class Named {
    @Stated() @IsString() name!: unknown;
    other!: unknown;
  }

  it('says which fields of a class are read, and what is in them', () => {
    expect(readFieldsOf(Named)).toEqual([{ name: 'name', type: expect.any(Function) as object, transforms: [] }]);
  });

  it.each([
    'getExposedProperties',
    'getExcludedProperties',
    'findExposeMetadata',
    'findTypeMetadata',
    'findTransformMetadatas',
  ])('ends the start where an upgrade took away its %s', (name) => {
    const storage = Object.assign(Object.create(transformStorage()) as object, { [name]: undefined });
    expect(refusal(() => transformStorage(storage))).toMatch(oneLine('class-transformer', `MetadataStorage.${name}`));
  });
});
