import { columnsOf } from '@usaha/shared';
import { blankUser } from './blank-user.js';
import { User } from './user.entity.js';

const NOW = new Date('2026-03-10T08:30:00Z');
const ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';

const known = (): User =>
  Object.assign(
    User.of({
      email: 'rahsia@example.com',
      username: 'rahsia',
      first_name: 'Rahsia',
      last_name: 'Rahsia',
      phone: 'rahsia',
      ic_number: 'rahsia',
      role: 'manager',
    }),
    {
      id: ID,
      number: 7,
      status: 'active',
      password_hash: 'rahsia',
      proof_email: 'rahsia',
      sign_in_addresses: ['rahsia'],
      driver_id: ID,
      mfa_enabled: true,
      email_confirmed_at: NOW,
    },
  );

it('A-503: leaves of an erased user the ids and the role, and nothing of who it was', () => {
  const user = known();
  blankUser(user, NOW);
  expect(JSON.stringify(Object.entries(user))).not.toMatch(/rahsia/i);
  expect(user).toMatchObject({ id: ID, number: 7, role: 'manager', driver_id: null, mfa_enabled: false });
  expect(user).toMatchObject({ deleted_at: NOW, erased_at: NOW, password_hash: null });
  expect(user.is_active_admin).toBe(false);
});

it('A-503: changes every personal and sealed column of a user', () => {
  const [user, before] = [known(), known()] as unknown as Record<string, unknown>[];
  blankUser(user as unknown as User, NOW);
  const personal = [...columnsOf(User).values()].filter(({ withheld }) => withheld).map(({ name }) => name);
  expect(personal).toEqual(expect.arrayContaining(['email', 'username', 'password_hash', 'ic_number']));
  for (const name of personal) expect([name, user?.[name] === before?.[name]]).toEqual([name, false]);
});
