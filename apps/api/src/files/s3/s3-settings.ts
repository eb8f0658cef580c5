import type { Reader } from '../../start/config-reader.js';
import type { AccessKey } from './signature-v4.js';

/** Where files lie in a store that speaks the protocol of Amazon S3. */
export interface S3Settings {
  endpoint: URL;
  region: string;
  bucket: string;
  /** Before the name of every object; without a slash at its end. Empty: none. */
  prefix: string;
  key: AccessKey;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '[::1]';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w!.'()-]+(\/[\w!.'()-]+)*$/;

/** @returns undefined where it is none that files may be sent to */
function endpointOf(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && url.username === '' && url.password === '' && url.search === '' && url.hash === '' ? url : undefined;
}

/**
 * Reads `FILE_STORE=s3://bucket/prefix?endpoint=&region=`, `FILE_STORE_KEY_ID` and `FILE_STORE_SECRET`.
 * @returns null where files lie in the database: FILE_STORE is `database`, or not set
 */
export function s3Settings(read: Reader): S3Settings | null {
  const text = read.text('FILE_STORE');
  if (text === undefined || text === 'database') return null;
  const wrong = (why: string): null => {
    read.problems.push(`FILE_STORE ${why}`);
    return null;
  };
  if (!text.startsWith('s3://') || !URL.canParse(text))
    return wrong(`must be database, or s3://bucket/prefix?endpoint=https://…&region=…, not "${text}"`);
  const url = new URL(text);
  const bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const region = url.searchParams.get('region') ?? '';
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (unknown !== undefined) return wrong(`knows endpoint and region, not "${unknown}"`);
  if (!BUCKET.test(bucket))
    return wrong(`must name a bucket of 3 to 63 small letters, digits, dots and hyphens, not "${bucket}"`);
  if (prefix !== '' && !PREFIX.test(prefix))
    return wrong(`must have a prefix of letters, digits and slashes, not "${prefix}"`);
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return wrong('must name the region of the bucket: &region=ap-southeast-5');
  const endpoint = endpointOf(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  if (!endpoint) return wrong('must have an endpoint with https; http only on this machine');
  const key = { id: read.text('FILE_STORE_KEY_ID') ?? '', secret: read.text('FILE_STORE_SECRET') ?? '' };
  const missing = key.id === '' ? 'FILE_STORE_KEY_ID' : 'FILE_STORE_SECRET';
  if (key.id === '' || key.secret === '') {
    read.problems.push(`${missing} must be set where FILE_STORE is s3://`);
    return null;
  }
  return { endpoint, region, bucket, prefix, key };
}
