import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { baseUrl, type Answer } from './client.js';
import { refuseSecretsIn } from './secrets.js';

export interface RawOptions {
  token?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** One request exactly as it is written: no client tidies its path, its headers or its body up first. */
export async function raw(method: string, path: string, { token, headers, body }: RawOptions = {}): Promise<Answer> {
  const server = new URL(baseUrl());
  const send = server.protocol === 'https:' ? overHttps : overHttp;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const sent: Record<string, string | number> = { ...headers };
  if (token !== undefined) sent.authorization ??= `Bearer ${token}`;
  if (bytes && sent['transfer-encoding'] === undefined) sent['content-length'] = bytes.length;
  const answer = await new Promise<Answer>((done, fail) => {
    const { hostname, port } = server;
    const outgoing = send({ hostname, port, method, path, headers: sent, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        const isJson = (response.headers['content-type'] ?? '').startsWith('application/json');
        done({
          status: response.statusCode ?? 0,
          headers: new Headers(received),
          text,
          body: isJson && text !== '' ? JSON.parse(text) : undefined,
        });
      });
    });
    outgoing.on('error', fail);
    outgoing.end(bytes);
  });
  refuseSecretsIn(answer.text, `${method} ${path}: the answer`);
  return answer;
}
