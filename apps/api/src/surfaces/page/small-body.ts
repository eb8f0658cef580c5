import express, { type Request, type Response } from 'express';

/** Why a body of a public page was not read. */
export type UnreadBody = 'too_large' | 'malformed';

const parsers = (limit: number) => [
  express.urlencoded({ extended: false, limit, parameterLimit: 20, inflate: false }),
  express.json({ limit, strict: true, inflate: false }),
];

/** Reads the fields of a form or of a JSON object, as a page outside both surfaces takes them. @param limit in bytes */
export function smallBody(limit: number) {
  const reading = parsers(limit);
  return async (request: Request, response: Response): Promise<Record<string, unknown> | UnreadBody> => {
    for (const parse of reading) {
      const error = await new Promise<unknown>((done) =>
        parse(request, response, (failure?: unknown) => done(failure)),
      );
      if (error) return (error as { status?: number }).status === 413 ? 'too_large' : 'malformed';
    }
    const body: unknown = request.body;
    // A request without a body, or with one of another type, has none.
    if (body === undefined) return {};
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : 'malformed';
  };
}
