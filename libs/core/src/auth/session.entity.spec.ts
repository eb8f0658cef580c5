import { Session } from './session.entity.js';

const at = new Date('2026-03-10T08:30:00Z');
const begun = (): Session =>
  Session.begun({
    tenant_id: 'none',
    id: 's',
    user_id: 'u',
    created_at: at,
    lifetime: 60,
    mfa_at: null,
    address: '203.0.113.7',
    user_agent: 'Till/1.0',
  });

describe('a session (A-410)', () => {
  it('ends after its lifetime, and keeps the client out of JSON where it is sealed', () => {
    const session = begun();
    expect(session).toMatchObject({ expires_at: new Date('2026-03-10T08:31:00Z'), ended_at: null, mfa_at: null });
    expect(session.user_agent).toBe('Till/1.0');
    expect(JSON.stringify(Object.entries(session))).not.toContain('Till');
  });

  it('keeps client, factor and last use in the tenant that its account took', () => {
    const session = Object.assign(begun(), { mfa_at: at, last_seen_at: at });
    const moved = session.movedTo('shop');
    const { expires_at, address, user_agent, mfa_at, last_seen_at } = session;
    expect([moved.tenant_id, moved.id, moved.user_agent]).toEqual(['shop', 's', user_agent]);
    expect(moved).toMatchObject({ created_at: at, expires_at, address, mfa_at, last_seen_at });
  });
});
