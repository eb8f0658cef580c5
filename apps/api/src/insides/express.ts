import { IncomingMessage, ServerResponse, createServer, type Server } from 'node:http';
import express, { type Express } from 'express';
import { brokenUpgrade } from './upgrade.js';

/** All that leans on how Express is made inside, not on what it documents; `checkExpress` says so when it has changed. */

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** The operations that the router serves, as it has them: what the list checks and the header Allow go by. */
export function routesOf(app: Express): { method: string; path: string }[] {
  const { stack } = (app as unknown as { router: { stack: Layer[] } }).router;
  return stack.flatMap(({ route }) =>
    route
      ? Object.keys(route.methods)
          .filter((method) => route.methods[method])
          .map((method) => ({ method: method.toUpperCase(), path: route.path }))
      : [],
  );
}

/**
 * A server whose requests and responses are born with Express's prototypes. Express would set them on every one of them,
 * and an object whose prototype is changed is slow ever after.
 */
export function serverOf(app: Express): Server {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse<ExpressRequest> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  // A missing Host is refused like everything else, in words: Node would do it without any.
  const options = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse, requireHostHeader: false };
  return createServer(options, app);
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
}
