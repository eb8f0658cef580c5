import { headerRef, type Header, type Parameter, type Response } from './openapi.js';

/** The headers that every answer has, and these. */
export const headersOf = (...names: string[]) =>
  Object.fromEntries([...names, 'X-Request-Id'].map((name) => [name, headerRef(name)]));

export const notModified: Response = {
  description: 'The record has not changed since the version in If-None-Match.',
  headers: headersOf('ETag'),
};

const textHeader = (description: string, example: string, required = false): Header => ({
  description,
  ...(required ? { required } : {}),
  schema: { type: 'string', examples: [example] },
});

export const headers: Record<string, Header> = {
  'Content-Language': textHeader(
    'The language of the texts: en or ms, as Accept-Language prefers; default en. Absent from a replayed response',
    'en',
  ),
  'X-Request-Id': textHeader(
    'Id of the request in the logs: as sent, otherwise generated',
    '6f2b9c1e-5a44-4d3e-9a53-0b7f5b1d2c11',
    true,
  ),
  ETag: textHeader(
    'Version of the record as a strong entity tag, for If-None-Match and If-Match; absent from a replayed response (Idempotent-Replayed)',
    '"1.3"',
  ),
  Location: textHeader(
    'Path of the created record; a path of the reference surface if the contract surface cannot read it',
    '/api/v1/retail/products/0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a/',
    true,
  ),
  Link: textHeader('The first, previous, next and last page (RFC 8288)', '</v1/users?page=2&limit=20>; rel="next"'),
  'Content-Disposition': textHeader(
    'File name, for file responses; absent for JSON',
    'attachment; filename="sales-report-2026-03-10.csv"',
  ),
  'Idempotent-Replayed': {
    description:
      'true if this is the stored response to an earlier request with the same Idempotency-Key; absent otherwise',
    schema: { type: 'string', examples: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before trying again', schema: { type: 'integer', examples: [900] } },
  'WWW-Authenticate': textHeader('The scheme to authenticate with (RFC 6750)', 'Bearer realm="usaha"'),
};

export const headerParameters: Record<
  'AcceptLanguage' | 'IfNoneMatch' | 'IfMatch' | 'IdempotencyKey' | 'MfaCode',
  Parameter
> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'Language of error messages, and of texts within answers and files: en (default) or ms',
    schema: { type: 'string', examples: ['ms'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETag that the client holds; an unchanged record is answered with 304 and no body',
    schema: { type: 'string', examples: ['"1.3"'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Unique key of this request, chosen by the client: 1 to 255 visible ASCII characters, such as a uuid. If the same user sends the key again to the same path with the same body within 24 hours, the stored response is returned and nothing is executed again; with another body the request is refused. Only successes and failed payments are stored',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$', examples: ['0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a'] },
  },
  MfaCode: {
    name: 'Mfa-Code',
    in: 'header',
    required: false,
    description:
      'Code of the second factor, for a sign-in in one step: of the authenticator, or an unused recovery code. Of accounts without a second factor it is not looked at',
    schema: { type: 'string', examples: ['492039'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'ETag that the client holds; a changed record is answered with 412',
    schema: { type: 'string', examples: ['"1.3"'] },
  },
};
