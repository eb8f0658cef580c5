import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The next answer: a status with a code of Amazon S3, `hang` for none at all, `reset` for a connection that breaks. */
export type S3Fault = { status: number; code: string } | 'hang' | 'reset';

export interface FakeS3 {
  /** http://127.0.0.1:<port> */
  endpoint: string;
  bucket: string;
  key: { id: string; secret: string };
  /** Objects by their keys. */
  objects: Map<string, Buffer>;
  /** What happens to the next requests, in turn, in place of what they ask for. */
  faults: S3Fault[];
  /** `PUT key` for each request that was answered. */
  requests: string[];
  /** FILE_STORE and its key for the environment of a service. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

const REGION = 'test-1';
const BUCKET = 'usaha-files';
const CLOCK_MS = 15 * 60_000;

const hex = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Worked out from what arrived, in the words of the reference; nothing of the service is used. */
function signatureFault(request: IncomingMessage, body: Buffer, key: FakeS3['key']): string | null {
  const authorization = request.headers.authorization ?? '';
  const [, id, day, region, names, sent] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (id === undefined || names === undefined || sent === undefined || day === undefined) return 'AccessDenied';
  if (id !== key.id) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const instant = String(request.headers['x-amz-date']);
  const [year, month, date, hour, minute, second] = instant.match(/\d\d(?=(\d\d)*)/g)?.slice(1) ?? [];
  const at = Date.parse(`20${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (!instant.startsWith(day) || Math.abs(Date.now() - at) > CLOCK_MS) return 'RequestTimeTooSkewed';
  if (request.headers['x-amz-content-sha256'] !== hex(body)) return 'XAmzContentSHA256Mismatch';
  const list = names.split(';');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => list.includes(name))) return 'AccessDenied';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  // The client writes both as they are signed: in percent, and its parameters are sorted here.
  const parameters = query.split('&').toSorted().join('&');
  const headers = list.map((name) => `${name}:${String(request.headers[name])}\n`).join('');
  const canonical = [request.method, path, parameters, headers, names, hex(body)].join('\n');
  const signing = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${key.secret}`);
  const text = ['AWS4-HMAC-SHA256', instant, `${day}/${REGION}/s3/aws4_request`, hex(canonical)].join('\n');
  return timingSafeEqual(hmac(signing, text), Buffer.from(sent, 'hex')) ? null : 'SignatureDoesNotMatch';
}

const error = (response: ServerResponse, status: number, code: string): void =>
  void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

/** A store of one bucket that speaks the protocol of Amazon S3 and verifies each signature, in this process. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const faults: S3Fault[] = [];
  const requests: string[] = [];
  const key = { id: 'TESTKEY', secret: 'a secret of the tests/+=' };
  const sockets = new Set<Socket>();

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const fault = faults.shift();
    if (fault === 'hang') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault) return error(response, fault.status, fault.code);
    const refusal = signatureFault(request, body, key);
    if (refusal !== null) return error(response, 403, refusal);
    const url = new URL(request.url ?? '', 'http://store');
    const [, bucket, ...segments] = url.pathname.split('/').map(decodeURIComponent);
    if (bucket !== BUCKET) return error(response, 404, 'NoSuchBucket');
    const name = segments.join('/');
    requests.push(`${request.method} ${name}`);
    if (name === '') {
      const prefix = url.searchParams.get('prefix') ?? '';
      const keys = [...objects.keys()].filter((one) => one.startsWith(prefix)).toSorted();
      const most = Number(url.searchParams.get('max-keys') ?? 1_000);
      const listed = keys
        .slice(0, most)
        .map((one) => `<Contents><Key>${one.replaceAll('&', '&amp;')}</Key></Contents>`);
      response.end(`<ListBucketResult><KeyCount>${listed.length}</KeyCount>${listed.join('')}</ListBucketResult>`);
    } else if (request.method === 'PUT') {
      objects.set(name, body);
      response.end();
    } else if (request.method === 'DELETE') {
      objects.delete(name);
      response.writeHead(204).end();
    } else {
      const found = objects.get(name);
      if (found) response.end(found);
      else error(response, 404, 'NoSuchKey');
    }
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('error', () => undefined).on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts)));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = {
    FILE_STORE: `s3://${BUCKET}/shop?endpoint=${endpoint}&region=${REGION}`,
    FILE_STORE_KEY_ID: key.id,
    FILE_STORE_SECRET: key.secret,
  };
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
  return { endpoint, bucket: BUCKET, key, objects, faults, requests, environment, stop };
}
