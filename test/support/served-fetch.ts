import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A function like `fetch`. */
export type ServedFetch = (url: string, init: RequestInit) => Promise<Response>;

/** A server on the loopback that hands its requests to a function like `fetch`; where that throws, the connection is cut. */
export async function serveFetch(fetch: ServedFetch): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answer(fetch, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => void server.close(() => done()));
    },
  };
}

async function answer(fetch: ServedFetch, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { method = 'GET', url = '/' } = request;
  const body = Buffer.concat(pieces).toString();
  const answered = await fetch(`http://simulator.test${url}`, { method, headers, ...(body === '' ? {} : { body }) });
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
}
