import { headerRef, type Header, type Parameter, type Response } from './openapi.js';

/** The headers that every answer has, and these. */
export const headersOf = (...names: string[]) =>
  Object.fromEntries([...names, 'X-Request-Id'].map((name) => [name, headerRef(name)]));

export const notModified: Response = {
  description: 'The record is as the client has it (If-None-Match).',
  headers: headersOf('ETag'),
};

const textHeader = (description: string, example: string, required = false): Header => ({
  description,
  ...(required ? { required } : {}),
  schema: { type: 'string', examples: [example] },
});

export const headers: Record<string, Header> = {
  'Content-Language': textHeader(
    'The language of the messages: the best of Accept-Language among en and ms; en where none of them is asked for',
    'en',
  ),
  'X-Request-Id': textHeader(
    'Names this request in our logs: as it was sent, or made here',
    '6f2b9c1e-5a44-4d3e-9a53-0b7f5b1d2c11',
    true,
  ),
  ETag: textHeader(
    'Strong tag of the record as it is now, for If-None-Match and If-Match; absent where an earlier answer is given again (Idempotent-Replayed)',
    '"1.3"',
  ),
  Location: textHeader(
    'Where the record that was created is read; on the reference surface where only that one reads single records of its kind',
    '/api/v1/retail/products/0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a/',
    true,
  ),
  Link: textHeader('The first, previous, next and last page (RFC 8288)', '</v1/users?page=2&limit=20>; rel="next"'),
  'Content-Disposition': textHeader(
    'Of files: what to save it as; absent from JSON',
    'attachment; filename="sales-report-2026-03-10.csv"',
  ),
  'Idempotent-Replayed': {
    description:
      'true where this is the first answer to an earlier request with the same Idempotency-Key; absent otherwise',
    schema: { type: 'string', examples: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before trying again', schema: { type: 'integer', examples: [900] } },
  'WWW-Authenticate': textHeader('The scheme to authenticate with (RFC 6750)', 'Bearer realm="usaha"'),
};

export const headerParameters: Record<'IfNoneMatch' | 'IfMatch' | 'IdempotencyKey', Parameter> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag that the client has: 304 without a body when the record still has it',
    schema: { type: 'string', examples: ['"1.3"'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A name that the client gives this request: 1 to 255 visible ASCII characters, a uuid for example. Sent again within 24 hours with the same body, by the same user to the same path, nothing is done a second time and the first answer is given again; with another body it is refused. Kept are successes and failed payments, no other refusal',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$', examples: ['0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag that the client has seen: 412 when the record has changed since',
    schema: { type: 'string', examples: ['"1.3"'] },
  },
};
