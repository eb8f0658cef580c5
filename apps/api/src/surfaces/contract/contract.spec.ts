import { roles, type Role } from '@usaha/shared';
import type { NarrowCode } from '@usaha/shared/operation';
import { contract, lowered, raised, raisedSet, type Raised } from './contract.js';

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

describe('codes of errors on the contract surface', () => {
  const answered = (code: NarrowCode, details?: Record<string, unknown>) =>
    contract.error({ kind: 'forbidden', code, message: 'No', details }, 'now');

  it('A-417: are those of the reading; others are the reason of the code of their kind', () => {
    expect(answered('MODULE_DISABLED', { module: 'retail' })).toEqual({
      code: 'MODULE_DISABLED',
      message: 'No',
      details: { module: 'retail' },
      timestamp: 'now',
    });
    expect(answered('SESSION_REQUIRED')).toEqual({
      code: 'FORBIDDEN',
      message: 'No',
      details: { reason: 'session_required' },
      timestamp: 'now',
    });
  });
});
