import express, { type Request, type Response } from 'express';
import { DomainError, invalid } from '@usaha/shared';
import { BodyMemoryLimit } from '../limits/body-memory-limit.js';
import { refusalOf, refuseTooMuch, refuseUnstorable } from '../limits/body-limits.js';
import { ownerOf, type UsahaRequest } from './request.js';
import { messages } from '../messages.js';

/** One megabyte. */
export const BODY_LIMIT = 1_000_000;

/** Of the whole process: its memory is one. */
export const bodyMemoryLimit = new BodyMemoryLimit();

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
/** What body-parser calls an error of ours. */
const TOO_MUCH = 'too.much';
const suspicious = Symbol('has escapes that PostgreSQL cannot hold');
const size = Symbol('bytes, once unpacked');
type Marked = Request & { [suspicious]?: boolean; [size]?: number };

const parse = express.json({
  limit: BODY_LIMIT,
  strict: false,
  type: (request) => {
    const type = request.headers['content-type'];
    return type === undefined || jsonType.test(type);
  },
  verify: (request, _response, bytes, encoding) => {
    const refusal = encoding === 'utf-8' ? refusalOf(bytes) : null;
    if (refusal) throw Object.assign(new Error(refusal.message), { type: TOO_MUCH, refusal });
    (request as Marked)[size] = bytes.length;
    // In UTF-16 and UTF-32 such characters need no escapes, and escapes are other bytes.
    (request as Marked)[suspicious] =
      encoding !== 'utf-8' || bytes.includes('\\u0000') || bytes.includes('\\ud') || bytes.includes('\\uD');
  },
});

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Reads the body, after the token was checked and before anything else is. Nothing sent is an empty object;
 * anything except a JSON object is a 400.
 */
export async function readBody(request: Request, response: Response): Promise<void> {
  if (!hasBody(request)) {
    request.body = {};
    return;
  }
  const type = request.headers['content-type'];
  if (type !== undefined && !jsonType.test(type))
    throw invalid('body', messages.bodyNotJson({ type: type.split(';')[0]?.slice(0, 80) ?? '' }));
  const parsed = () =>
    new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: unknown) => (error ? reject(asDomainError(error)) : resolve()));
    });
  await bodyMemoryLimit.read(ownerOf(request as UsahaRequest), request, response, parsed);
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body', messages.bodyNotObject());
  refuseTooMuch(body);
  // Not known of a body that a middleware has read.
  if ((request as Marked)[suspicious] ?? true) refuseUnstorable(body);
}

/** Bytes of the body that was read, once unpacked. */
export const bodyBytes = (request: Request): number => (request as Marked)[size] ?? 0;

/** body-parser's errors, in our words. Anything it does not know is the client's too: an aborted or broken upload. */
function asDomainError(error: unknown): DomainError {
  const type = (error as { type?: string }).type ?? '';
  if (type === 'entity.too.large') return new DomainError('too_large', messages.bodyTooLarge({ most: BODY_LIMIT }));
  if (type === TOO_MUCH) return (error as { refusal: DomainError }).refusal;
  if (type === 'entity.parse.failed') return invalid('body', messages.bodyMalformed());
  if (type === 'charset.unsupported' || type === 'encoding.unsupported')
    return invalid('body', messages.bodyEncoding());
  if (type === 'request.aborted' || type === 'request.size.invalid') return invalid('body', messages.bodyCut());
  return new DomainError('invalid', messages.bodyUnreadable(), {
    errors: [{ field: 'body', message: messages.bodyUnreadable() }],
    cause: error,
  });
}
