import { shownUserAgent } from './sign-in-trail.js';

describe('a user agent as it is kept (A-397)', () => {
  it.each([
    ['Mozilla/5.0 (X11)', 'Mozilla/5.0 (X11)'],
    ['a\u202Egpj.exe\u2066\u200F', 'agpj.exe'],
    ['a\u001b[31m\r\nb\u0000', 'a[31mb'],
    ['card 4111 1111 1111 1111', expect.not.stringContaining('4111 1111')],
    [' \u0007 ', null],
    ['', null],
  ])('%j', (text, kept) => expect(shownUserAgent(text)).toEqual(kept));

  it('is cut to 200 characters, and null where there is none', () => {
    expect(shownUserAgent('x'.repeat(10_000))).toHaveLength(200);
    expect(shownUserAgent(null)).toBeNull();
  });
});
