import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';

/** Nest's Express adapter, answering JSON in one write: no body hash for an ETag we do not want, no second look at types. */
export class JsonAdapter extends ExpressAdapter {
  constructor() {
    const instance = express();
    // Set before Nest's first layer makes the router: `/V1` is neither surface, and must not reach their handlers.
    instance.enable('case sensitive routing');
    super(instance);
  }

  override reply(response: Response, body: unknown, statusCode?: number): void {
    // Time was up, and the client has been told so.
    if (response.headersSent) return;
    // What the interceptor decided (304, 402, a replayed answer) goes before what the route is annotated with.
    const status = (response.locals.status as number | undefined) ?? statusCode ?? response.statusCode;
    if (status === 304 || body === undefined) {
      response.writeHead(status);
      response.end();
      return;
    }
    const bytes = Buffer.from(JSON.stringify(body));
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
    response.end(bytes);
  }
}
