import { Tenant } from '@usaha/core';
import { outOfUseSince, purgeableFrom } from './purge-conditions.js';

const tenant = (facts: Partial<Tenant>): Tenant =>
  Object.assign(new Tenant(), { updated_at: new Date('2026-10-01T00:00:00Z'), ...facts });

describe('a tenant is out of use', () => {
  it.each(['active', 'pending'] as const)('at no time while it is %s', (status) => {
    expect(outOfUseSince(tenant({ status }))).toBeNull();
  });

  it('since its last change while it is suspended', () => {
    expect(outOfUseSince(tenant({ status: 'suspended' }))).toEqual(new Date('2026-10-01T00:00:00Z'));
  });

  it('since it was deleted, even if it was changed afterwards', () => {
    const deleted_at = new Date('2026-09-01T00:00:00Z');
    expect(outOfUseSince(tenant({ status: 'terminated', deleted_at }))).toEqual(deleted_at);
  });
});

it('may be purged thirty days later', () => {
  expect(purgeableFrom(new Date('2026-10-01T08:30:00Z'))).toEqual(new Date('2026-10-31T08:30:00Z'));
});
