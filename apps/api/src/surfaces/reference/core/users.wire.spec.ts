import { User } from '@usaha/core';
import { NO_TENANT, roles, type Actor, type Role } from '@usaha/shared';
import { userView as contractView } from '../../contract/core/users.wire.js';
import * as wire from './users.wire.js';

const user = (facts: Partial<User> = {}) =>
  Object.assign(new User(), {
    id: '0198f3a2-6b1c-7c3e-9d2a-000000000001',
    tenant_id: '0198f3a2-6b1c-7c3e-9d2a-000000000002',
    number: 42,
    username: 'meiling',
    email: 'mei.ling@pakdin.example',
    ic_number: '900101-14-5678',
    password_hash: '$argon2id$v=19$secret',
    created_at: new Date(0),
    updated_at: new Date(0),
    ...facts,
  });
const viewer = (role: Role, user_id = 'other-user'): Actor => ({
  user_id,
  number: 1,
  role,
  session_id: 's',
  is_operator: false,
  driver_id: null,
});

describe('roles', () => {
  it('are spelled by each surface in its own way, and mean the same (A-38)', () => {
    expect(wire.roleNames).toEqual({ viewer: 'user', staff: 'staff', manager: 'manager', admin: 'admin' });
    for (const role of roles) {
      expect(wire.userView(viewer('admin'))(user({ role })).role).toBe(wire.roleNames[role]);
      expect(contractView(user({ role })).role).toBe(role.toUpperCase());
    }
  });

  it('come back as they went out', () => {
    for (const role of roles) {
      const name = wire.roleNames[role];
      const body = { username: 'a', email: 'a@example.com', password: 'Str0ngPass!', role: name };
      expect(wire.newUser(body).role).toBe(role);
      expect(wire.userChanges({ role: name }).role).toBe(role);
      expect(wire.userQuery({ role: name }).role).toBe(role);
    }
    expect(wire.userChanges({}).role).toBeUndefined();
  });
});

describe('a user', () => {
  it('is shown with the IC number to administrators and the user, and to colleagues with the end of it', () => {
    const shownTo = (actor: Actor | null) => wire.userView(actor)(user()).ic_number;
    expect(shownTo(viewer('admin'))).toBe('900101-14-5678');
    expect(shownTo(viewer('viewer', user().id))).toBe('900101-14-5678');
    for (const role of ['viewer', 'staff', 'manager'] as const) expect(shownTo(viewer(role))).toBe('******-**-5678');
    expect(wire.userView(viewer('staff'))(user({ ic_number: null })).ic_number).toBeNull();
  });

  it('has a tenant or shows null for none (A-33), and never a secret', () => {
    expect(wire.registeredView(user({ tenant_id: NO_TENANT })).tenant_id).toBeNull();
    expect(wire.userView(null)(user()).tenant_id).toBe(user().tenant_id);
    for (const view of [wire.userView(viewer('admin'))(user()), wire.registeredView(user()), contractView(user())])
      expect(JSON.stringify(view)).not.toContain('argon2');
  });

  it('has exactly the twelve keys of the contract’s User (A-54)', () => {
    expect(Object.keys(contractView(user())).sort()).toEqual(
      'created_at email first_name id last_login last_name mfa_enabled phone role status tenant_id updated_at'.split(
        ' ',
      ),
    );
  });
});
