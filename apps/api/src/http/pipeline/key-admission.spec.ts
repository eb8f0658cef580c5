import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { AllowedAddresses, RateWindows, type ApiKeyRights, type Rights } from '@usaha/core';
import { serverOf } from '../../internals/express.js';
import { KeyAdmission } from './key-admission.js';
import type { UsahaRequest, UsahaResponse } from './request.js';

const rights = { tenant_id: 't' } as Rights;

/** A store that this instance alone takes from, half a minute before the end of the window. */
function taking() {
  let taken = 0;
  return { take: async (_: unknown, slice: number) => ({ taken: (taken += slice), remaining_ms: 30_000 }) };
}

const app = express();
serverOf(app);
const ServiceResponse = app.response.constructor as unknown as new (request: IncomingMessage) => UsahaResponse;

/** The fields of rates in the head of a response. */
function ratesIn(response: UsahaResponse): Record<string, string> {
  response.writeHead(200);
  const { _header: head } = response as unknown as { _header: string };
  const fields = head.split('\r\n').map((line) => line.split(': ') as [string, string]);
  return Object.fromEntries(fields.filter(([name]) => name.startsWith('RateLimit')));
}

function sent(
  key: Partial<ApiKeyRights>,
  usual: number | null,
  ip: string,
  windows = new RateWindows(taking(), () => 0),
) {
  const whole = { id: 'k', scopes: [], allowed_addresses: new AllowedAddresses([]), rate_limit: null, ...key };
  const admit = async () => {
    const response = new ServiceResponse(new IncomingMessage(new Socket()));
    try {
      await new KeyAdmission(windows, usual).admit({ ip } as UsahaRequest, response, rights, whole);
    } finally {
      rates = ratesIn(response);
    }
  };
  let rates: Record<string, string> = {};
  return { admit, rates: () => rates };
}

describe('A-419: a request of an API key', () => {
  it('without a limit has no headers', async () => {
    const { admit, rates } = sent({}, null, '203.0.113.7');
    await admit();
    expect(rates()).toEqual({});
  });

  it('with a limit is told what is left, and refused beyond it with the seconds to wait', async () => {
    const { admit, rates } = sent({ rate_limit: 2 }, 600, '203.0.113.7');
    await admit();
    expect(rates()).toEqual({ 'RateLimit-Policy': '"key";q=2;w=60', RateLimit: '"key";r=1;t=30' });
    await admit();
    await expect(admit()).rejects.toMatchObject({ kind: 'too_many', retry_after: 30 });
    expect(rates().RateLimit).toBe('"key";r=0;t=30');
  });

  it('has the limit of the installation where the key states none', async () => {
    const { admit, rates } = sent({}, 600, '203.0.113.7');
    await admit();
    expect(rates()['RateLimit-Policy']).toBe('"key";q=600;w=60');
  });

  it('from another address is refused by that address, and not counted', async () => {
    const windows = new RateWindows(taking(), () => 0);
    const allowed_addresses = new AllowedAddresses(['10.0.0.0/8']);
    const outside = sent({ allowed_addresses, rate_limit: 1 }, null, '::ffff:203.0.113.7', windows);
    await expect(outside.admit()).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'ADDRESS_NOT_ALLOWED',
      details: { address: '203.0.113.7' },
    });
    expect(outside.rates()).toEqual({});
    await expect(
      sent({ allowed_addresses, rate_limit: 1 }, null, '::ffff:10.0.0.1', windows).admit(),
    ).resolves.toBeUndefined();
  });
});
