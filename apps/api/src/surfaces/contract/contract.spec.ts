import { roles, type Role } from '@usaha/shared';
import { lowered, raised, raisedSet, type Raised } from './contract.js';

describe('closed sets on the contract surface', () => {
  it('are raised as they go out, and lowered as they come in', () => {
    expect(raisedSet(roles)).toEqual(['VIEWER', 'STAFF', 'MANAGER', 'ADMIN']);
    for (const role of roles) expect(lowered(raised(role))).toBe(role);
    expect(raised('one_time')).toBe('ONE_TIME');
    expect(lowered(undefined)).toBeUndefined();
  });

  it('do not compile where that is forgotten', () => {
    const out = (role: Role): { role: Raised<Role> } => ({
      // @ts-expect-error it is not raised
      role,
    });
    const into = (body: { role: Raised<Role> }): { role: Role } => ({
      // @ts-expect-error it is not lowered
      role: body.role,
    });
    expect([out('staff').role, into({ role: 'STAFF' }).role]).toEqual(['staff', 'STAFF']);
  });
});
