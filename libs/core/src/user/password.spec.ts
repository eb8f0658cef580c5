import { DomainError } from '@usaha/shared';
import { hashPassword, passwordFits, requirePassword, type Asking } from './password.js';

const as = (owner: string, signal?: AbortSignal): Asking => ({ db: { owner }, signal });

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
  ])('takes %j: eight characters, of any kind', (password) => expect(requirePassword(password)).toBe(password));

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
    expect(await passwordFits(hash, 'Str0ngPass!', as('here'))).toBe(true);
    expect(await passwordFits(hash, 'str0ngpass!', as('here'))).toBe(false);
    expect(await passwordFits(hash, 'Str0ngPass! ', as('here'))).toBe(false);
    expect(await passwordFits(hash, '', as('here'))).toBe(false);
  });

  it('is looked at for one address as often as may wait, and for others in turn', async () => {
    const hash = await hashPassword('Str0ngPass!');
    const asked = Array.from({ length: 600 }, () => passwordFits(hash, 'wrong', as('one address')));
    const other = passwordFits(hash, 'Str0ngPass!', as('another'));
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

  it('is hashed for one address as often as may wait, for others in turn, and not for a client that is gone', async () => {
    const clients = Array.from({ length: 600 }, () => new AbortController());
    const asked = clients.map(({ signal }) => hashPassword('Str0ngPass!', as('one address', signal)));
    const settled = Promise.allSettled(asked);
    let hashed = 0;
    for (const one of asked)
      void one.then(
        () => (hashed += 1),
        () => undefined,
      );
    await Promise.all([
      hashPassword('Str0ngPass!', as('another')),
      passwordFits(null, 'a guess', as('a third')),
      hashPassword('Str0ngPass!'),
    ]);
    expect(hashed).toBeLessThan(50);
    for (const client of clients) client.abort(new Error('gone'));
    const reasons = (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    const [gone, refused] = [
      reasons.filter(({ message }) => message === 'gone'),
      reasons.filter(({ message }) => message !== 'gone'),
    ];
    expect(refused.length).toBeGreaterThan(90);
    for (const reason of refused) expect(reason).toMatchObject({ kind: 'unavailable', retry_after: 1 });
    expect(gone.length).toBeGreaterThan(400);
    await expect(hashPassword('Str0ngPass!', as('one address'))).resolves.toMatch(/^\$argon2id/);
  });

  it('fits no user who has none, not even with the text that time is spent on', async () => {
    expect(await passwordFits(null, 'no user has this password', as('here'))).toBe(false);
    expect(await passwordFits(null, '', as('here'))).toBe(false);
  });
});
