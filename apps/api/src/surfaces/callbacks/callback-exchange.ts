import express, { type Request, type Response } from 'express';

/** What a callback is refused with: a code and words. Programs read them, so they have one language. */
export type CallbackRefusals<S extends number> = Readonly<Record<S, readonly [code: string, message: string]>>;

/** Reads the body of a callback as it came: signatures are over its bytes. @returns the status of the refusal where it cannot be read */
export type ReadCallback = (request: Request, response: Response) => Promise<Buffer | 400 | 413>;

/** Reads bodies of at most a number of bytes. */
export function callbackBytes(limit: number): ReadCallback {
  const parse = express.raw({ type: () => true, limit, inflate: false });
  return async (request, response) => {
    const error = await new Promise<unknown>((done) => parse(request, response, (failure?: unknown) => done(failure)));
    if (error) return (error as { status?: number }).status === 413 ? 413 : 400;
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  };
}

/** Answers a callback, unless it has its answer: time was up, and the caller was told so. */
export function answerCallback<S extends number>(
  status: 200 | S,
  refusals: CallbackRefusals<S>,
  response: Response,
): void {
  if (response.headersSent) return;
  response.setHeader('Cache-Control', 'no-store');
  response.status(status);
  if (status === 200) response.json({});
  else {
    const [code, message] = refusals[status];
    response.json({ error: { code, message } });
  }
}
