import type { Express, NextFunction, Request, Response } from 'express';
import type { ErrorFilter } from '../pipeline/error.filter.js';
import type { UsahaRequest } from '../pipeline/request.js';
import type { RouteTable } from './route-table.js';

type Middleware = (request: Request, response: Response, next: NextFunction) => void;

/**
 * A router before Express. Every request passes the given middleware; then an operation of the surfaces is found in the table of
 * routes and handed its request, and everything else goes to Express as it came: other paths, preflights, and what no operation
 * answers. Express alone looks for a route by trying the expressions of all before it: 0.3 µs each, of more than 400.
 */
export function createFastPathRouter(app: Express, begin: Middleware, routes: RouteTable, errors: ErrorFilter) {
  const dispatch = (request: UsahaRequest, response: Response): void => {
    const found =
      request.usaha.dialect === null || request.method === 'OPTIONS'
        ? undefined
        : routes.find(request.method, request.path);
    if (found === undefined) {
      app(request, response);
      return;
    }
    request.params = found.params;
    request.usaha.isPlainPath = found.isPlain;
    found.dispatch(request, response, (error?: unknown) => {
      errors.answer(error ?? new Error('An operation handed its request on'), request, response);
    });
  };

  return (request: Request, response: Response): void => {
    // As Express does it on its way to the first middleware.
    request.originalUrl = request.url;
    request.baseUrl = '';
    request.res = response;
    response.locals = {};
    begin(request, response, () => dispatch(request as UsahaRequest, response));
  };
}
