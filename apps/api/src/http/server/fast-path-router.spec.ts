import express, { type NextFunction, type Request, type Response } from 'express';
import { middlewaresOf, operationsOf, serverOf } from '../../internals/express.js';
import { contract } from '../../surfaces/contract/contract.js';
import type { ErrorFilter } from '../pipeline/error.filter.js';
import { createFastPathRouter } from './fast-path-router.js';
import type { UsahaRequest } from '../pipeline/request.js';
import { RouteTable } from './route-table.js';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Each request says which middlewares and handlers it came past. @param isPassed whether operations must pass the middleware */
async function answers(asked: [method: string, path: string][], isPassed = false): Promise<unknown[]> {
  const app = express();
  app.enable('case sensitive routing');
  const passed: string[] = [];
  const noted =
    (name: string) =>
    (_request: Request, _response: Response, next: NextFunction): void => {
      passed.push(name);
      next();
    };
  app.use(noted('express'));
  app.get('/v1/users/:user_id', (request, response) => {
    passed.push(`${request.params.user_id} of ${(request.route as { path: string }).path} ${request.originalUrl}`);
    response.json({});
  });
  app.get('/v1/handing-on', (_request, _response, next) => next());
  app.get('/v1/failing', () => {
    throw new Error('failing');
  });
  app.get('/health', (_request, response) => void response.json({}));
  const routes = new RouteTable();
  routes.fill(operationsOf(app));
  const begin = (request: Request, response: Response, next: NextFunction): void => {
    (request as UsahaRequest).usaha = {
      id: 'x',
      started: 0,
      dialect: request.url.startsWith('/v1') ? contract : null,
    };
    noted('begin')(request, response, next);
  };
  const errors = {
    answer: (error: Error, _request: Request, response: Response) => {
      passed.push(error.message);
      response.status(500).json({});
    },
  };
  const middlewares = isPassed ? middlewaresOf(app) : [];
  const fastPath = { begin, routes, middlewares, errors: errors as unknown as ErrorFilter };
  const server = serverOf(app, createFastPathRouter(app, fastPath));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const found = [];
  for (const [method, path] of asked) {
    passed.length = 0;
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { connection: 'close' } });
    found.push([status, ...passed]);
  }
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  return found;
}

describe('the fast-path router', () => {
  it('hands an operation its request without the way through Express', async () =>
    expect(
      await answers([
        ['GET', '/v1/users/7?a=b'],
        ['HEAD', '/v1/users/8/'],
      ]),
    ).toEqual([
      [200, 'begin', '7 of /v1/users/:user_id /v1/users/7?a=b'],
      [200, 'begin', '8 of /v1/users/:user_id /v1/users/8/'],
    ]));

  it('leaves an operation to Express where a middleware takes its path', async () =>
    expect(await answers([['GET', '/v1/users/7']], true)).toEqual([
      [200, 'begin', 'express', '7 of /v1/users/:user_id /v1/users/7'],
    ]));

  it('leaves all else to Express: what is written with escapes, preflights, other paths, and what is not there', async () =>
    expect(
      await answers([
        ['GET', '/v1/users/%37'],
        ['OPTIONS', '/v1/users/7'],
        ['GET', '/health'],
        ['GET', '/v1/nothing'],
      ]),
    ).toEqual([
      [200, 'begin', 'express', '7 of /v1/users/:user_id /v1/users/%37'],
      [200, 'begin', 'express'],
      [200, 'begin', 'express'],
      [404, 'begin', 'express'],
    ]));

  it('answers an error where an operation fails outright or hands its request on', async () =>
    expect(
      await answers([
        ['GET', '/v1/failing'],
        ['GET', '/v1/handing-on'],
      ]),
    ).toEqual([
      [500, 'begin', 'failing'],
      [500, 'begin', 'An operation handed its request on'],
    ]));
});
