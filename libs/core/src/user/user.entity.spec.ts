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
  ])('who is %s is %s with a password (A-41): a new one does not let the user back in', (before, after) => {
    const user = userWith({ status: before });
    user.choosePassword('hash');
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
    const user = userWith({ status, password_hash: 'hash' });
    user.activate();
    expect(user).toMatchObject({ status: 'active', is_active: true });
  });

  it('who has no password is pending after being activated, since no sign-in succeeds (A-41)', () => {
    for (const status of userStatuses) {
      const user = userWith({ status, password_hash: null });
      user.activate();
      expect(user).toMatchObject({ status: 'pending', is_active: false });
    }
  });

  it('counts as an administrator only while active, and with a password', () => {
    for (const role of roles)
      for (const status of userStatuses)
        for (const password_hash of ['hash', null])
          expect(userWith({ role, status, password_hash }).is_active_admin).toBe(
            role === 'admin' && status === 'active' && password_hash !== null,
          );
  });

  describe('whose password or e-mail another person set (A-391)', () => {
    const EMAIL = 'a@example.com';
    const ended = () => {
      const user = userWith({ version: 4 });
      user.choosePassword('own');
      user.assignPassword('known');
      user.endPower(user.email);
      return user;
    };

    it('has no power over what was created before, and no password that is only its own', () => {
      expect(ended()).toMatchObject({ password_is_own: false, power_ended_in: 5, proof_email: EMAIL });
    });

    it('has its own password after a change, and no more power', () => {
      const user = ended();
      user.choosePassword('next');
      expect(user).toMatchObject({ password_hash: 'next', password_is_own: true, power_ended_in: 5 });
    });

    it('has its power again once a letter to its own address has proved it', () => {
      const user = ended();
      expect(user.proveBy('A@Example.com')).toBe(true);
      expect(user).toMatchObject({ power_ended_in: null, proof_email: null });
    });

    it('is not proved at an address that another person set, after any later change', () => {
      const user = userWith({ version: 4 });
      user.describe({ email: 'mine@example.com' });
      user.endPower(EMAIL);
      Object.assign(user, { version: 9, email: 'other@example.com' });
      user.endPower('mine@example.com');
      for (const address of ['mine@example.com', 'other@example.com', '']) expect(user.proveBy(address)).toBe(false);
      expect(user).toMatchObject({ power_ended_in: 10, proof_email: EMAIL });
      expect(user.proveBy(EMAIL)).toBe(true);
    });

    it('is proved by no letter where its own address is not known any more', () => {
      const user = userWith({ power_ended_in: 2, proof_email: '' });
      expect(user.proveBy(EMAIL)).toBe(false);
    });

    it('passes on to a membership elsewhere whose choice its password is', () => {
      const user = userWith({ username: 'a' });
      user.choosePassword('own');
      expect(User.likewise(user)).toMatchObject({ password_hash: 'own', password_is_own: true, power_ended_in: null });
    });
  });

  it('A-408: has a confirmed e-mail until it is changed, elsewhere too', () => {
    const user = userWith({});
    const now = new Date('2026-03-10T08:30:00Z');
    user.confirmEmail(now);
    user.describe({ email: 'a@example.com', first_name: 'Aisyah' });
    expect([user, User.likewise(user), User.movedFrom(user)].map((one) => one.email_confirmed_at)).toEqual([
      now,
      now,
      now,
    ]);
    user.describe({ email: 'b@example.com' });
    expect(user.email_confirmed_at).toBeNull();
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
    tenant.suspend('tenant');
    expect(tenant).toMatchObject({ status: 'suspended', is_active: false, is_own_to_reactivate: true });
    tenant.reactivate();
    expect(tenant).toMatchObject({ status: 'active', is_active: true, suspended_by: null });
    tenant.terminate();
    expect(tenant).toMatchObject({ status: 'terminated', is_active: false });
  });

  it('is let back in by the operator alone where the operator, or an unknown user, suspended it (A-391)', () => {
    const tenant = new Tenant();
    tenant.suspend('tenant');
    tenant.suspend('operator');
    expect(tenant.is_own_to_reactivate).toBe(false);
    expect(Object.assign(new Tenant(), { status: 'suspended' }).is_own_to_reactivate).toBe(false);
  });

  it('shares its settings with no other', () => {
    const one = new Tenant();
    one.settings.theme = 'dark';
    expect(new Tenant().settings).toEqual({});
  });
});
