import { randomBytes, randomUUID } from 'node:crypto';
import { PublicAddress } from '@usaha/core';
import { Keyring, type Database } from '@usaha/shared';
import { TrackingLinks } from './tracking-links.js';

const ctx = { tenant_id: randomUUID() };
const shipment = { id: randomUUID(), link_generation: 3 };
const search = randomBytes(32);

function links({ url = null as string | null, sealing = randomBytes(32), searchKey = search } = {}): TrackingLinks {
  const keyring = new Keyring([['k', sealing]], searchKey);
  return new TrackingLinks({ keyring } as Database, new PublicAddress(url));
}
const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';

describe('links of public tracking (A-317)', () => {
  it('name the public address where the operator has set one, else where the service was reached', () => {
    const reachedAt = 'http://10.0.0.5:3000';
    expect(links().urlOf(ctx, shipment, reachedAt)).toMatch(/^http:\/\/10\.0\.0\.5:3000\/track\/[\w-]{72}$/);
    const known = links({ url: 'https://usaha.example/kurier' });
    expect(known.urlOf(ctx, shipment, reachedAt)).toMatch(/^https:\/\/usaha\.example\/kurier\/track\/[\w-]{72}$/);
    expect(known.urlOf(ctx, shipment)).toBe(known.urlOf(ctx, shipment, reachedAt));
  });

  it('are none where neither is known, as in a letter', () => {
    expect(links().urlOf(ctx, shipment)).toBeNull();
  });

  it('name tenant, shipment and generation, and outlive every rotation of the sealing keys', () => {
    const token = tokenOf(links().urlOf(ctx, shipment, 'https://usaha.example'));
    const named = { tenant_id: ctx.tenant_id, shipment_id: shipment.id, generation: 3 };
    expect(links({ sealing: randomBytes(32) }).read(token)).toEqual(named);
  });

  it('end with the search key that they were made by', () => {
    const token = tokenOf(links().urlOf(ctx, shipment, 'https://usaha.example'));
    expect(links({ searchKey: randomBytes(32) }).read(token)).toBeNull();
  });
});
