import { DomainError } from '@usaha/shared';
import { hashPassword, passwordFits, requirePassword } from './password.js';

const refusal = (password: string, field?: string): DomainError => {
  try {
    requirePassword(password, field);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('Not refused');
};

describe('the rule of passwords (A-46)', () => {
  it.each([
    'Str0ngPass!',
    '12345678',
    'aaaaaaaa',
    '        ',
    'kata laluan saya',
    '密码密码密码密码',
    'x'.repeat(1_000),
  ])('takes %j: eight characters, of whatever kind', (password) => expect(requirePassword(password)).toBe(password));

  it.each(['', '1234567'])('refuses %j as too short', (password) => {
    const error = refusal(password);
    expect(error).toMatchObject({ kind: 'invalid', errors: [{ field: 'password' }] });
    expect(error.message).toBe('password must have at least 8 characters');
  });

  it('refuses what is so long that only its hashing would be felt', () => {
    expect(refusal('x'.repeat(1_001)).message).toBe('password must have at most 1000 characters');
  });

  it('names the field as it was sent, and never repeats the password', () => {
    const error = refusal('geheim', 'new_password');
    expect(error.in('en').errors).toEqual([
      { field: 'new_password', message: 'new_password must have at least 8 characters' },
    ]);
    expect(JSON.stringify(error)).not.toContain('geheim');
  });
});

describe('a password', () => {
  it('is kept as argon2id, never twice the same', async () => {
    const [one, two] = await Promise.all([hashPassword('Str0ngPass!'), hashPassword('Str0ngPass!')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('fits its own hash only', async () => {
    const hash = await hashPassword('Str0ngPass!');
    expect(await passwordFits(hash, 'Str0ngPass!', 'here')).toBe(true);
    expect(await passwordFits(hash, 'str0ngpass!', 'here')).toBe(false);
    expect(await passwordFits(hash, 'Str0ngPass! ', 'here')).toBe(false);
    expect(await passwordFits(hash, '', 'here')).toBe(false);
  });

  it('is looked at for one address as often as may wait, and for others in turn', async () => {
    const hash = await hashPassword('Str0ngPass!');
    const asked = Array.from({ length: 600 }, () => passwordFits(hash, 'wrong', 'one address'));
    const other = passwordFits(hash, 'Str0ngPass!', 'another');
    let answered = 0;
    for (const one of asked)
      void one.then(
        () => (answered += 1),
        () => undefined,
      );
    expect(await other).toBe(true);
    // It was taken in turn: most of those that were asked before still wait.
    expect(answered).toBeLessThan(50);
    const results = await Promise.allSettled(asked);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'too_many' });
    expect(results.length - refused.length).toBeGreaterThanOrEqual(500);
  });

  it('fits nobody who has none, not even with the text that time is spent on', async () => {
    expect(await passwordFits(null, 'nobody has this password', 'here')).toBe(false);
    expect(await passwordFits(null, '', 'here')).toBe(false);
  });
});
