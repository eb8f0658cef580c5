import { IncomingMessage, ServerResponse, createServer, type RequestListener, type Server } from 'node:http';
import { Socket } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { brokenUpgrade } from './upgrade.js';

/** All that relies on the internals of Express, not on what it documents; `checkExpress` says so when it has changed. */

/** Runs what is registered for an operation, as the router does once it has found it. */
export type Dispatch = (request: Request, response: Response, next: NextFunction) => void;

/** Marks layers that Nest registered for middlewares of modules: those for one method or one path are routes. */
const OF_MODULE = Symbol('of a module');

interface Layer {
  route?: { path: string; methods: Record<string, boolean>; dispatch: Dispatch };
  /** Truthy where the layer takes the path. */
  match(path: string): unknown;
  [OF_MODULE]?: true;
}

/** A layer that a request may have to pass on its way to an operation. */
export type Middleware = Pick<Layer, 'match'>;

const layersOf = (app: Express): Layer[] => (app as unknown as { router: { stack: Layer[] } }).router.stack;

/** Runs what registers a middleware of a module, and marks its layers: they are no operations. */
export function registerMiddleware(app: Express, register: () => unknown): unknown {
  const before = layersOf(app).length;
  const registered = register();
  for (const layer of layersOf(app).slice(before)) layer[OF_MODULE] = true;
  return registered;
}

const isMiddleware = (layer: Layer): boolean => layer.route === undefined || layer[OF_MODULE] === true;

/** The operations that the router serves, in the order in which it looks for them. */
export const operationsOf = (app: Express): { method: string; path: string; dispatch: Dispatch }[] =>
  layersOf(app).flatMap((layer) => {
    const { route } = layer;
    return route && !isMiddleware(layer)
      ? Object.keys(route.methods)
          .filter((method) => route.methods[method])
          .map((method) => ({
            method: method.toUpperCase(),
            path: route.path,
            dispatch: (request: Request, response: Response, next: NextFunction) =>
              route.dispatch(request, response, next),
          }))
      : [];
  });

/** The same by what they are called: what the list checks and the header Allow go by. */
export const routesOf = (app: Express): { method: string; path: string }[] =>
  operationsOf(app).map(({ method, path }) => ({ method, path }));

/** The middlewares that the router calls before it has come to its last operation; all where it has none. */
export function middlewaresOf(app: Express): Middleware[] {
  const layers = layersOf(app);
  const last = layers.findLastIndex((layer) => !isMiddleware(layer));
  return (last < 0 ? layers : layers.slice(0, last)).filter(isMiddleware);
}

const HEAD_LINES = Symbol('lines of the head as they are written');

/** Node's own, by which it puts the head of a response together: its first line as it is, then the headers. */
const STORE_HEADER = '_storeHeader';
type StoreHeader = (this: ServerResponse, firstLine: string, headers: unknown) => void;
const storeHeader = (ServerResponse.prototype as unknown as Record<typeof STORE_HEADER, StoreHeader>)[STORE_HEADER];

/**
 * Puts lines into the head of a response that are not looked at again: fifteen headers that are the same for every answer were
 * a tenth of the work of a short one, each checked when it was set and once more when it was written.
 * @param lines `Name: value`, each ended by CR and LF; none that may be set otherwise, too
 */
export function putIntoHead(response: ServerResponse, lines: string): void {
  (response as ServerResponse & { [HEAD_LINES]: string })[HEAD_LINES] = lines;
}

/** Adds lines to those that were put into the head. Their names and values come from the service itself: Node does not check them. */
export function addToHead(response: ServerResponse, lines: string): void {
  (response as ServerResponse & { [HEAD_LINES]: string })[HEAD_LINES] += lines;
}

/** Takes a header out of those lines, for an answer that sets it otherwise. */
export function takeFromHead(response: ServerResponse, name: string): void {
  const holder = response as ServerResponse & { [HEAD_LINES]: string };
  const prefix = `${name.toLowerCase()}:`;
  const lines = (holder[HEAD_LINES] ?? '').split('\r\n').filter((line) => !line.toLowerCase().startsWith(prefix));
  holder[HEAD_LINES] = lines.join('\r\n');
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
  class ExpressResponse extends ServerResponse<ExpressRequest> {
    [HEAD_LINES] = '';
    [STORE_HEADER](firstLine: string, headers: unknown): void {
      storeHeader.call(this, firstLine + this[HEAD_LINES], headers);
    }
  }
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  // A missing Host is refused like everything else, in words: Node would do it without any.
  const options = {
    IncomingMessage: ExpressRequest,
    ServerResponse: ExpressResponse,
    requireHostHeader: false,
  } as object;
  return createServer(options, listener as unknown as RequestListener);
}

/** @throws StartError where Node puts the head of a response together otherwise */
export function checkHead(store: unknown = storeHeader): void {
  const probe = new ServerResponse(new IncomingMessage(new Socket()));
  const lines = 'HTTP/1.1 200 OK\r\nX-Probe: 1\r\n';
  if (typeof store === 'function') store.call(probe, lines, { 'X-Other': '2' });
  const { _header: head } = probe as unknown as { _header?: unknown };
  if (typeof head !== 'string' || !head.startsWith(`${lines}X-Other: 2\r\n`))
    throw new StartError(
      `Node.js ${process.version} is not what this service was written for: see internals/express.ts`,
    );
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
