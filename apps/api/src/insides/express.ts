import { IncomingMessage, ServerResponse, createServer, type RequestListener, type Server } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { brokenUpgrade } from './upgrade.js';

/** All that leans on how Express is made inside, not on what it documents; `checkExpress` says so when it has changed. */

/** Runs what is registered for an operation, as the router does once it has found it. */
export type Dispatch = (request: Request, response: Response, next: NextFunction) => void;

interface Layer {
  route?: { path: string; methods: Record<string, boolean>; dispatch: Dispatch };
  match(path: string): boolean;
}

const layersOf = (app: Express): Layer[] => (app as unknown as { router: { stack: Layer[] } }).router.stack;

/** The operations that the router serves, in the order in which it looks for them. */
export const operationsOf = (app: Express): { method: string; path: string; dispatch: Dispatch }[] =>
  layersOf(app).flatMap(({ route }) =>
    route
      ? Object.keys(route.methods)
          .filter((method) => route.methods[method])
          .map((method) => ({
            method: method.toUpperCase(),
            path: route.path,
            dispatch: (request, response, next) => route.dispatch(request, response, next),
          }))
      : [],
  );

/** The same by what they are called: what the list checks and the header Allow go by. */
export const routesOf = (app: Express): { method: string; path: string }[] =>
  operationsOf(app).map(({ method, path }) => ({ method, path }));

/** How many middlewares the router calls for a path before it has come to its last operation; all where it has none. */
export function middlewaresFor(app: Express, path: string): number {
  const layers = layersOf(app);
  const last = layers.findLastIndex(({ route }) => route !== undefined);
  const before = last < 0 ? layers : layers.slice(0, last);
  return before.filter((layer) => !layer.route && layer.match(path)).length;
}

/**
 * A server whose requests and responses are born with Express's prototypes. Express would set them on every one of them,
 * and an object whose prototype is changed is slow ever after.
 * @param listener is given each of them; Express itself unless told
 */
export function serverOf(
  app: Express,
  listener: (request: Request, response: Response) => void = (request, response) => app(request, response),
): Server {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse<ExpressRequest> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  // A missing Host is refused like everything else, in words: Node would do it without any.
  const options = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse, requireHostHeader: false };
  return createServer(options, listener as unknown as RequestListener<typeof ExpressRequest, typeof ExpressResponse>);
}

/** @param make an application with nothing in it. @throws StartError where Express is not made as we take it to be */
export function checkExpress(make: () => Express = express): void {
  const app = make();
  const missing = (what: string) => brokenUpgrade('express', what);
  if (!(app.request instanceof IncomingMessage)) throw missing('app.request that an IncomingMessage can inherit from');
  if (!(app.response instanceof ServerResponse)) throw missing('app.response that a ServerResponse can inherit from');
  app.get('/probe/:id', () => undefined);
  const { router } = app as unknown as { router?: { stack?: unknown } };
  if (!Array.isArray(router?.stack)) throw missing('list of layers in app.router.stack');
  const [route, ...others] = routesOf(app);
  if (route?.method !== 'GET' || route.path !== '/probe/:id' || others.length > 0)
    throw missing('path and methods of a route in app.router.stack');
  const [layer] = layersOf(app);
  if (typeof layer?.route?.dispatch !== 'function') throw missing('dispatch() of a route in app.router.stack');
  if (typeof layer.match !== 'function' || !layer.match('/probe/1') || layer.match('/other'))
    throw missing('match() of a layer in app.router.stack');
}
