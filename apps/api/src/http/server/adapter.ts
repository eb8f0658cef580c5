import type { NestApplicationOptions, RequestMethod } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import express, { type Express, type Request, type Response } from 'express';
import { registerMiddleware, serverOf } from '../../internals/express.js';
import { ownerOf, type UsahaRequest } from '../pipeline/request.js';
import { StreamedFileSender } from './streamed-file.sender.js';
import { PartedFileSender } from './parted-file.sender.js';
import { StoredContentSender } from './stored-content.sender.js';
import type { ResponseBackpressure } from '../limits/response-backpressure.js';

/** Less than this a socket takes at once. */
const LARGE_BYTES = 65_536;

/** Nest's Express adapter, answering JSON in one write: no body hash for an ETag we do not want, no second look at types. */
export class JsonAdapter extends ExpressAdapter {
  /** Takes each request before Express does. */
  fastPathRouter: (request: Request, response: Response) => void = (request, response) =>
    this.getInstance<Express>()(request, response);

  constructor(private readonly backpressure: ResponseBackpressure) {
    const instance = express();
    // Set before Nest's first layer makes the router: `/V1` is neither surface, and must not reach their handlers.
    instance.enable('case sensitive routing');
    super(instance);
  }

  override initHttpServer(options: NestApplicationOptions): void {
    if (options.httpsOptions) throw new Error('TLS ends in front of the service');
    this.setHttpServer(
      serverOf(this.getInstance<Express>(), (request, response) => this.fastPathRouter(request, response)),
    );
  }

  override createMiddlewareFactory(method: RequestMethod): ReturnType<ExpressAdapter['createMiddlewareFactory']> {
    const register = super.createMiddlewareFactory(method);
    return (path, callback) => registerMiddleware(this.getInstance<Express>(), () => register(path, callback));
  }

  override reply(response: Response, body: unknown, statusCode?: number): void | Promise<void> {
    // Time was up, and the client has been told so.
    if (response.headersSent) return;
    // What the interceptor decided (304, 402, a replayed answer) goes before what the route is annotated with.
    const status = (response.locals.status as number | undefined) ?? statusCode ?? response.statusCode;
    const request = response.req as UsahaRequest;
    // A committed write is answered all the same: the client must learn of it.
    if (request.method === 'GET') this.backpressure.requireRoom(ownerOf(request));
    if (body instanceof StreamedFileSender) {
      const sent = body.send(response, status);
      this.backpressure.watch(ownerOf(request), response);
      return sent;
    }
    if (body instanceof StoredContentSender) return body.send(response);
    if (body instanceof PartedFileSender) return body.send(response, status);
    if (status === 304 || body === undefined) {
      response.writeHead(status);
      response.end();
      return;
    }
    const text = JSON.stringify(body);
    const length = Buffer.byteLength(text);
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length });
    if (length < LARGE_BYTES) {
      response.end(text);
      return;
    }
    // Where it has to wait for its client it is there once, not as text and as bytes.
    response.end(Buffer.from(text));
    this.backpressure.watch(ownerOf(request), response);
  }
}
