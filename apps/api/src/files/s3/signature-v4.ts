import { createHash, createHmac } from 'node:crypto';

/** A key of a store, whose secret signs requests. */
export interface AccessKey {
  id: string;
  secret: string;
}

/** A request whose signature is worked out. */
export interface SignedRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  url: URL;
  /** In lower case; without host, x-amz-date and x-amz-content-sha256, which are added. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

const SERVICE = 's3';
const ALGORITHM = 'AWS4-HMAC-SHA256';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986: all but letters, digits and `-._~` in percent and two capital digits. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicalPath = (url: URL): string =>
  url.pathname
    .split('/')
    .map((segment) => encoded(decodeURIComponent(segment)))
    .join('/');

const canonicalQuery = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');

/**
 * Signs a request with AWS Signature Version 4 in its header, the body hashed whole ("Authenticating Requests: Using the
 * Authorization Header", Amazon S3 API Reference).
 * @returns all headers of the request but content-length
 */
export function signed(
  { method, url, headers, body }: SignedRequest,
  { id, secret }: AccessKey,
  { region, now }: { region: string; now: Date },
): Record<string, string> {
  const instant = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = instant.slice(0, 8);
  const payload = sha256(body);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': instant,
  };
  const names = Object.keys(all).toSorted();
  const lines = names.map((name) => `${name}:${(all[name] as string).trim()}\n`).join('');
  const request = [method, canonicalPath(url), canonicalQuery(url), lines, names.join(';'), payload].join('\n');
  const scope = `${day}/${region}/${SERVICE}/aws4_request`;
  const key = [region, SERVICE, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
  const signature = hmac(key, [ALGORITHM, instant, scope, sha256(request)].join('\n')).toString('hex');
  const authorization = `${ALGORITHM} Credential=${id}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { ...all, authorization };
}
