import { AccountPolicy, asksForFactor, mfaDemands, usualPolicy } from './account-policy.entity.js';

const TENANT = '0198f3a2-6b1c-7c3e-9d2a-000000000001';

describe('the policy of a tenant (A-413)', () => {
  it('asks for eight characters and nothing else unless it is set', () => {
    const usual = {
      mfa: 'optional',
      password_min_length: 8,
      refuse_common_passwords: false,
      invite_new_users: false,
    };
    expect(AccountPolicy.usual(TENANT)).toMatchObject({ ...usual, id: TENANT, tenant_id: TENANT, link_urls: [] });
    expect(usualPolicy).toEqual(usual);
  });

  it('keeps what is absent', () => {
    const policy = AccountPolicy.usual(TENANT);
    policy.describe({ mfa: 'everyone', link_urls: ['https://shop.example/?t={token}'] });
    policy.describe({ password_min_length: 64 });
    expect(policy).toMatchObject({
      mfa: 'everyone',
      password_min_length: 64,
      link_urls: ['https://shop.example/?t={token}'],
    });
  });

  it.each([7, 65])('has no passwords of at least %i characters', (password_min_length) =>
    expect(() => AccountPolicy.usual(TENANT).describe({ password_min_length })).toThrow(
      'password_min_length must be from 8 to 64',
    ),
  );

  it('has at most ten pages, and names the one that is none', () => {
    const pages = (count: number) => Array.from({ length: count }, (_, i) => `https://shop.example/${i}?t={token}`);
    const policy = AccountPolicy.usual(TENANT);
    policy.describe({ link_urls: pages(10) });
    expect(() => policy.describe({ link_urls: pages(11) })).toThrow('link_urls must have at most 10 entries');
    const wrong = [...pages(1), 'https://shop.example/'];
    expect(() => policy.describe({ link_urls: wrong })).toThrow(/^Entry 2 of link_urls must be an https address/);
  });

  it('asks administrators alone, all users or none for a second factor', () => {
    const asked = mfaDemands.map((mfa) => [
      mfa,
      asksForFactor({ mfa }, 'admin'),
      asksForFactor({ mfa }, 'manager'),
      asksForFactor({ mfa }, 'viewer'),
    ]);
    expect(asked).toEqual([
      ['optional', false, false, false],
      ['administrators', true, false, false],
      ['everyone', true, true, true],
    ]);
  });
});
