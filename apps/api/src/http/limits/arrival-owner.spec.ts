import type { IncomingMessage } from 'node:http';
import express, { type Express } from 'express';
import { NO_TENANT } from '@usaha/shared';
import { arrivalOwner } from './arrival-owner.js';

const claims: Record<string, { tid: string }> = {
  'Bearer known': { tid: 'shop' },
  'Bearer without': { tid: NO_TENANT },
};
const tokens = { get: (authorization?: string) => claims[authorization ?? ''] };
const keys = {
  tenantOf: ({ headers }: IncomingMessage) => (headers.authorization === 'Bearer usk_accepted' ? 'shop' : undefined),
};
const sessions = { ownerOf: (tenant_id: string) => ({ name: tenant_id, group: 'account' }) };

const over = (trustProxy: unknown) => {
  const app: Express = express();
  app.set('trust proxy', trustProxy);
  return arrivalOwner(app, { tokens, keys } as never, sessions as never);
};
const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

it.each([
  ['a token that was verified', 'Bearer known'],
  ['an API key that was accepted', 'Bearer usk_accepted'],
])('%s is its tenant, in the part that the tenant shares', (_, authorization) => {
  expect(over(false)(request('10.0.0.1', { authorization }))).toEqual({ name: 'shop', group: 'account' });
});

it.each(['Bearer forged', 'Bearer without'])('%s is its address: no claim makes another one', (authorization) => {
  expect(over(false)(request('::ffff:10.0.0.1', { authorization }))).toBe('10.0.0.1');
});

it('behind a trusted proxy it is the address that the proxy saw, and a header from elsewhere is not believed', () => {
  const behind = over('10.0.0.0/8');
  const named = (from: string) => behind(request(from, { 'x-forwarded-for': '203.0.113.9' }));
  expect([named('10.0.0.1'), named('198.51.100.7')]).toEqual(['203.0.113.9', '198.51.100.7']);
});

it('two clients behind one connection of a proxy are two', () => {
  const behind = over(true);
  const one = request('10.0.0.1', { 'x-forwarded-for': '203.0.113.9' });
  const other = { ...one, headers: { 'x-forwarded-for': '203.0.113.10' } } as unknown as IncomingMessage;
  expect([behind(one), behind(other)]).toEqual(['203.0.113.9', '203.0.113.10']);
});

it('a connection that is gone already has no address, and needs none', () => {
  expect(over(false)(request(undefined))).toBe(NO_TENANT);
});
