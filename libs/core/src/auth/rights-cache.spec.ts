import type { Role } from '@usaha/shared';
import { usualPolicy } from '../account/account-policy.entity.js';
import { RightsCache, type Rights } from './rights-cache.js';

const rights = (user_id: string, tenant_id = 'tenant', role: Role = 'staff'): Rights => ({
  tenant_id,
  actor: { user_id, number: 1, role, session_id: `session of ${user_id}`, is_operator: false, driver_id: null },
  owner: tenant_id,
  disabled_modules: [],
  mfa_at: null,
  policy: usualPolicy,
});

let cache: RightsCache;
beforeEach(() => {
  cache = new RightsCache();
  cache.setListening(true);
});

const keep = (session: string, held: Rights, now = 0) => cache.keep(session, held, cache.mark(), now);

describe('cached rights', () => {
  it('are good for a second and not a moment longer', () => {
    keep('a', rights('aina'), 5_000);
    expect(cache.get('a', 5_000)).toEqual(rights('aina'));
    expect(cache.get('a', 5_999)).toEqual(rights('aina'));
    expect(cache.get('a', 6_000)).toBeUndefined();
  });

  it('are not prolonged by being read', () => {
    keep('a', rights('aina'));
    for (let now = 0; now < 1_000; now += 100) cache.get('a', now);
    expect(cache.get('a', 1_000)).toBeUndefined();
  });

  it('are those of the session that is asked for', () => {
    keep('a', rights('aina'));
    expect(cache.get('b', 0)).toBeUndefined();
  });
});

describe('a change', () => {
  beforeEach(() => {
    keep('a', rights('aina'));
    keep('b', rights('aina', 'other'));
    keep('c', rights('siti'));
  });
  const left = () => ['a', 'b', 'c'].filter((session) => cache.get(session, 0));

  it('of a user is one of all sessions of that user', () => {
    cache.forget({ user_id: 'aina' });
    expect(left()).toEqual(['c']);
  });

  it('of a tenant is one of everybody in it', () => {
    cache.forget({ tenant_id: 'tenant' });
    expect(left()).toEqual(['b']);
  });

  it('of a session is one of no other session', () => {
    cache.forget({ session_id: 'b' });
    expect(left()).toEqual(['a', 'c']);
  });

  it('that concerns no entry here changes nothing', () => {
    cache.forget({ user_id: 'unknown' });
    expect(left()).toEqual(['a', 'b', 'c']);
  });
});

describe('rights read before a change', () => {
  it('are not kept after it', () => {
    const mark = cache.mark();
    // Between the reading and the keeping a user is demoted.
    cache.forget({ user_id: 'aina' });
    cache.keep('a', rights('aina', 'tenant', 'admin'), mark, 0);
    expect(cache.get('a', 0)).toBeUndefined();
  });

  it('are not kept either when the connection was lost and found again meanwhile', () => {
    const mark = cache.mark();
    cache.setListening(false);
    cache.setListening(true);
    cache.keep('a', rights('aina'), mark, 0);
    expect(cache.get('a', 0)).toBeUndefined();
  });
});

describe('without a LISTEN connection', () => {
  it('nothing is kept, and nothing that was kept is used', () => {
    keep('a', rights('aina'));
    cache.setListening(false);
    expect(cache.get('a', 0)).toBeUndefined();
    keep('b', rights('siti'));
    expect(cache.get('b', 0)).toBeUndefined();
    cache.setListening(true);
    expect([cache.get('a', 0), cache.get('b', 0)]).toEqual([undefined, undefined]);
  });

  it('is how it begins', () => {
    const fresh = new RightsCache();
    fresh.keep('a', rights('aina'), fresh.mark(), 0);
    expect(fresh.get('a', 0)).toBeUndefined();
  });
});

it('does not grow without end: the oldest go first', () => {
  for (let i = 0; i < 10_001; i += 1) keep(`session ${i}`, rights('aina'));
  expect(cache.get('session 0', 0)).toBeUndefined();
  expect(cache.get('session 1', 0)).toBeDefined();
  expect(cache.get('session 10000', 0)).toBeDefined();
});

describe('uses of sessions (A-430)', () => {
  it('are noted with their rights, cached or read, and not those of API keys', () => {
    keep('s', rights('u'), 1_000);
    cache.get('s', 1_500);
    cache.get('unknown', 1_500);

    const api_key = { id: 'k', scopes: [], allowed_addresses: [] as never, rate_limit: null };
    const key = { ...rights('k'), api_key };
    keep('k', key, 1_000);
    expect([...cache.seen.take()]).toEqual([['s', { tenant_id: 'tenant', at: 1_500 }]]);
  });

  it('are noted where nothing may be cached, too', () => {
    cache.setListening(false);
    keep('s', rights('u'), 1_000);
    expect([...cache.seen.take()]).toEqual([['s', { tenant_id: 'tenant', at: 1_000 }]]);
  });
});
