import { roles } from '@usaha/shared';
import { Tenant } from '../tenant/tenant.entity.js';
import { User, userStatuses, type UserStatus } from './user.entity.js';

const userWith = (facts: Partial<User>) =>
  Object.assign(new User(), { username: 'a', email: 'a@example.com', ...facts });

describe('a user', () => {
  it('begins pending, without password, second factor or rights beyond reading', () => {
    expect(new User()).toMatchObject({
      status: 'pending',
      role: 'viewer',
      password_hash: null,
      mfa_enabled: false,
      permissions: [],
      is_active: false,
      version: 1,
    });
  });

  it.each<[UserStatus, UserStatus]>([
    ['pending', 'active'],
    ['active', 'active'],
    ['inactive', 'inactive'],
    ['disabled', 'disabled'],
  ])('who is %s is %s with a password (A-41): a new one lets nobody back in', (before, after) => {
    const user = userWith({ status: before });
    user.setPassword('hash');
    expect(user).toMatchObject({ status: after, password_hash: 'hash' });
  });

  it.each<[UserStatus, UserStatus]>([
    ['pending', 'pending'],
    ['active', 'inactive'],
    ['inactive', 'inactive'],
    ['disabled', 'disabled'],
  ])('who is %s is %s after being deactivated (A-55)', (before, after) => {
    const user = userWith({ status: before });
    user.deactivate();
    expect(user.status).toBe(after);
  });

  it.each(userStatuses.map((status) => [status]))('who is %s is active after being activated (A-55)', (status) => {
    const user = userWith({ status });
    user.activate();
    expect(user).toMatchObject({ status: 'active', is_active: true });
  });

  it('counts as an administrator only while active', () => {
    for (const role of roles)
      for (const status of userStatuses)
        expect(userWith({ role, status }).is_active_admin).toBe(role === 'admin' && status === 'active');
  });

  it('keeps an IC number in clear only until it is stored, and hides it from JSON', () => {
    const user = userWith({ ic_number: '900101-14-5678' });
    expect(user.ic_number).toBe('900101-14-5678');
    expect(JSON.stringify(user)).not.toContain('900101');
  });
});

describe('a tenant', () => {
  it('can be used from its creation (A-56), on the first plan', () => {
    expect(new Tenant()).toMatchObject({
      status: 'active',
      is_active: true,
      subscription_plan: 'starter',
      pricing_model: 'subscription',
      settings: {},
    });
  });

  it('is suspended, comes back, and ends (A-58)', () => {
    const tenant = new Tenant();
    tenant.suspend();
    expect(tenant).toMatchObject({ status: 'suspended', is_active: false });
    tenant.reactivate();
    expect(tenant).toMatchObject({ status: 'active', is_active: true });
    tenant.terminate();
    expect(tenant).toMatchObject({ status: 'terminated', is_active: false });
  });

  it('shares its settings with no other', () => {
    const one = new Tenant();
    one.settings.theme = 'dark';
    expect(new Tenant().settings).toEqual({});
  });
});
