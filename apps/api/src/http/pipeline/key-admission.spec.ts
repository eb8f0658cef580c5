import { AllowedAddresses, RateWindows, type ApiKeyRights, type Rights } from '@usaha/core';
import { KeyAdmission } from './key-admission.js';
import type { UsahaRequest, UsahaResponse } from './request.js';

const rights = { tenant_id: 't' } as Rights;

/** A store that this instance alone takes from, half a minute before the end of the window. */
function taking() {
  let taken = 0;
  return { take: async (_: unknown, slice: number) => ({ taken: (taken += slice), remaining_ms: 30_000 }) };
}

function sent(
  key: Partial<ApiKeyRights>,
  usual: number | null,
  ip: string,
  windows = new RateWindows(taking(), () => 0),
) {
  const headers: Record<string, string> = {};
  const response = { setHeader: (name: string, value: string) => (headers[name] = value) };
  const whole = { id: 'k', scopes: [], allowed_addresses: new AllowedAddresses([]), rate_limit: null, ...key };
  const admit = async () =>
    new KeyAdmission(windows, usual).admit({ ip } as UsahaRequest, response as unknown as UsahaResponse, rights, whole);
  return { admit, headers };
}

describe('A-419: a request of an API key', () => {
  it('without a limit has no headers', async () => {
    const { admit, headers } = sent({}, null, '203.0.113.7');
    await admit();
    expect(headers).toEqual({});
  });

  it('with a limit is told what is left, and refused beyond it with the seconds to wait', async () => {
    const { admit, headers } = sent({ rate_limit: 2 }, 600, '203.0.113.7');
    await admit();
    expect(headers).toEqual({ 'RateLimit-Policy': '"key";q=2;w=60', RateLimit: '"key";r=1;t=30' });
    await admit();
    await expect(admit()).rejects.toMatchObject({ kind: 'too_many', retry_after: 30 });
    expect(headers.RateLimit).toBe('"key";r=0;t=30');
  });

  it('has the limit of the installation where the key states none', async () => {
    const { admit, headers } = sent({}, 600, '203.0.113.7');
    await admit();
    expect(headers['RateLimit-Policy']).toBe('"key";q=600;w=60');
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
    expect(outside.headers).toEqual({});
    await expect(
      sent({ allowed_addresses, rate_limit: 1 }, null, '::ffff:10.0.0.1', windows).admit(),
    ).resolves.toBeUndefined();
  });
});
