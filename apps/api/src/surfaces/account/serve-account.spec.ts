import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { idBytes } from '@usaha/shared';
import { serveAccount, type AccountSources } from './serve-account.js';

const TENANT = '0190a7e4-5b1c-7c3a-9d2e-3f4a5b6c7d8e';
/** One that was made up: it names a tenant, and its secret is none. */
const forged = Buffer.concat([idBytes(TENANT), idBytes(TENANT), Buffer.alloc(34, 7)]).toString('base64url');

const isWaiting: (() => void)[] = [];
let server: Server;
beforeAll(async () => {
  const database = {
    poolState: { most: 2 },
    work: () => new Promise<null>((done) => isWaiting.push(() => done(null))),
  };
  const app = express().set('trust proxy', true);
  serveAccount(app, { database } as unknown as AccountSources);
  app.use(((_error, _request, response, _next) => response.status(503).end()) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const from = (address: string): Promise<number> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/account/${forged}`, {
    headers: { 'x-forwarded-for': address, connection: 'close' },
  }).then(({ status }) => status);

it('lets one address that makes tokens of a tenant up wait for itself: another is not refused (A-406)', async () => {
  const told: number[] = [];
  const flood = Array.from({ length: 502 }, () => from('203.0.113.1').then((status) => told.push(status)));
  // One is at work, five hundred wait, and the next is refused.
  while (told.length === 0) await new Promise((done) => setTimeout(done, 10));
  expect(told).toEqual([503]);
  const other = from('198.51.100.1');
  const serving = setInterval(() => isWaiting.splice(0).forEach((serve) => serve()), 1);
  expect(await other).toBe(404);
  await Promise.all(flood);
  clearInterval(serving);
});
