import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { TokenService, asClaims } from './token.service.js';

const OLD = Buffer.from('the secret that signed until yesterday');
const NEW = Buffer.from('the secret that signs from today on...');
const who = {
  user_id: '0198f3a2-6b1c-7c3e-9d2a-000000000001',
  tenant_id: '0198f3a2-6b1c-7c3e-9d2a-000000000002',
  session_id: '0198f3a2-6b1c-7c3e-9d2a-000000000003',
};
const claims = { sub: who.user_id, tid: who.tenant_id, sid: who.session_id, typ: 'access', iss: 'usaha' };
const now = () => new Date();
const tokens = new TokenService({ keys: [['old', OLD]] });

const decoded = (token: string) => jwt.decode(token, { complete: true })!;
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const signedBy = (header: object, payload: object, secret: Buffer, hash = 'sha256') => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
};
const future = () => Math.floor(Date.now() / 1_000) + 600;

describe('a token', () => {
  it('says who, where and in which session, and nothing of rights', () => {
    const token = tokens.issue('access', who, now());
    expect(tokens.read('access', token)).toMatchObject(claims);
    expect(Object.keys(decoded(token).payload).sort()).toEqual([
      'exp',
      'iat',
      'iss',
      'jti',
      'sid',
      'sub',
      'tid',
      'typ',
    ]);
    expect(decoded(token).header).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'old' });
  });

  it('differs from every other, even of the same second (A-42)', () => {
    const at = now();
    expect(tokens.issue('access', who, at)).not.toBe(tokens.issue('access', who, at));
  });

  it('is good for its own purpose only (A-44)', () => {
    expect(tokens.read('refresh', tokens.issue('access', who, now()))).toBeNull();
    expect(tokens.read('access', tokens.issue('refresh', who, now()))).toBeNull();
    expect(tokens.read('refresh', tokens.issue('refresh', who, now()))).not.toBeNull();
  });

  it('lives as long as it is told: an hour, thirty days, or what is configured', () => {
    const life = (token: string) => {
      const { exp, iat } = decoded(token).payload as { exp: number; iat: number };
      return exp - iat;
    };
    expect(life(tokens.issue('access', who, now()))).toBe(3_600);
    expect(life(tokens.issue('refresh', who, now()))).toBe(30 * 86_400);
    const brief = new TokenService({ keys: [['old', OLD]], accessLifetime: 60, refreshLifetime: 120 });
    expect(life(brief.issue('access', who, now()))).toBe(60);
    expect(brief.sessionLifetime).toBe(120);
  });

  it('is over when its time is', () => {
    const before = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    expect(tokens.read('access', tokens.issue('access', who, before(3_590)))).not.toBeNull();
    expect(tokens.read('access', tokens.issue('access', who, before(3_601)))).toBeNull();
  });
});

describe('what is no token of ours', () => {
  const good = tokens.issue('access', who, now());
  const [header, payload, signature] = good.split('.') as [string, string, string];
  const exp = future();

  it.each([
    ['nothing', ''],
    ['no token', 'abc'],
    ['three words', 'a.b.c'],
    ['a token without its signature', `${header}.${payload}.`],
    ['a token with another’s claims', `${header}.${encode({ ...claims, sub: who.tenant_id, exp })}.${signature}`],
    ['a token cut short', good.slice(0, -2)],
    ['alg none', `${encode({ alg: 'none', typ: 'JWT', kid: 'old' })}.${encode({ ...claims, exp })}.`],
    ['alg none in capitals', `${encode({ alg: 'NONE', kid: 'old' })}.${encode({ ...claims, exp })}.`],
    ['another algorithm', signedBy({ alg: 'HS512', kid: 'old' }, { ...claims, exp }, OLD, 'sha512')],
    ['no key id', signedBy({ alg: 'HS256' }, { ...claims, exp }, OLD)],
    ['an unknown key id', signedBy({ alg: 'HS256', kid: 'other' }, { ...claims, exp }, OLD)],
    ['a key id of every object', signedBy({ alg: 'HS256', kid: '__proto__' }, { ...claims, exp }, OLD)],
    ['another secret', signedBy({ alg: 'HS256', kid: 'old' }, { ...claims, exp }, NEW)],
    ['another issuer', signedBy({ alg: 'HS256', kid: 'old' }, { ...claims, exp, iss: 'another' }, OLD)],
    ['no tenant', signedBy({ alg: 'HS256', kid: 'old' }, { ...claims, exp, tid: undefined }, OLD)],
    ['a tenant that is no uuid', signedBy({ alg: 'HS256', kid: 'old' }, { ...claims, exp, tid: "x' or true" }, OLD)],
    ['no kind', signedBy({ alg: 'HS256', kid: 'old' }, { ...claims, exp, typ: undefined }, OLD)],
    ['claims that are no JSON', `${header}.${Buffer.from('{').toString('base64url')}.${signature}`],
    ['claims that are no object', signedBy({ alg: 'HS256', kid: 'old' }, ['x'], OLD)],
  ])('is refused: %s', (_, token) => expect(tokens.read('access', token)).toBeNull());

  it('would be accepted but for what is wrong with it', () => {
    expect(tokens.read('access', signedBy({ alg: 'HS256', kid: 'old' }, { ...claims, exp }, OLD))).toMatchObject(
      claims,
    );
  });

  it.each([null, undefined, 'text', 7, {}, [], { ...claims, sid: 7 }])('has no claims: %j', (payloadOf) =>
    expect(asClaims(payloadOf, 'access')).toBeNull(),
  );
});

describe('a change of keys', () => {
  const rotated = new TokenService({
    keys: [
      ['new', NEW],
      ['old', OLD],
    ],
  });
  const after = new TokenService({ keys: [['new', NEW]] });

  it('logs no user out while the old key is still known', () => {
    expect(rotated.read('access', tokens.issue('access', who, now()))).not.toBeNull();
    const fresh = rotated.issue('access', who, now());
    expect(decoded(fresh).header.kid).toBe('new');
    expect(rotated.read('access', fresh)).not.toBeNull();
    expect(after.read('access', fresh)).not.toBeNull();
  });

  it('ends every token of the old key when that is taken away', () => {
    expect(after.read('access', tokens.issue('access', who, now()))).toBeNull();
  });

  it('needs at least one key', () => expect(() => new TokenService({ keys: [] })).toThrow('At least one token key'));
});
