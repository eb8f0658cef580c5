import { otpauthUri } from './otpauth-uri.js';

describe('the URI that an authenticator reads', () => {
  it('names issuer, account and business, and how codes are made', () => {
    const uri = new URL(otpauthUri('GEZDGNBVGY3TQOJQ', 'din@pakdin.example', 'Kedai Pak Din'));
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Usaha:din@pakdin.example (Kedai Pak Din)');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQ',
      issuer: 'Usaha',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  it('takes no parameter, path or label from a name', () => {
    const uri = new URL(otpauthUri('GEZDGNBVGY3TQOJQ', 'a@b.example', '?secret=X&issuer=Evil/../#:%00'));
    expect(uri.searchParams.getAll('secret')).toEqual(['GEZDGNBVGY3TQOJQ']);
    expect(uri.searchParams.getAll('issuer')).toEqual(['Usaha']);
    expect([uri.hash, uri.pathname.match(/[:/]/g)]).toEqual(['', ['/', ':']]);
  });

  it('is short enough for a camera, and well formed with names of any length', () => {
    for (const name of ['漢'.repeat(300), '\ud800'.repeat(80), 'x'.repeat(300)]) {
      const uri = otpauthUri('GEZDGNBVGY3TQOJQ'.repeat(2), 'a@b.example', name);
      expect(uri.length).toBeLessThan(750);
      expect([...decodeURIComponent(new URL(uri).pathname)].length).toBeLessThanOrEqual('/Usaha:'.length + 64);
    }
    expect(otpauthUri('X', 'a@b.example', null)).toContain('Usaha:a%40b.example?');
  });
});
