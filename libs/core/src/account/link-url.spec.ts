import { isLinkUrl, linkTo } from './link-url.js';

describe('pages that letters may lead to (A-403)', () => {
  it.each([
    'https://shop.example/welcome?token={token}',
    'https://shop.example/#/reset/{token}',
    'https://shop.example:8443/a?b=c&t={token}&d=e#f',
    'https://shop.example?t={token}',
    'http://localhost:5173/reset?t={token}',
    'http://127.0.0.1/reset?t={token}',
    'http://[::1]:8080/reset?t={token}',
    'HTTPS://shop.example/?t={token}',
  ])('are %s', (url) => expect(isLinkUrl(url)).toBe(true));

  it.each([
    ['another scheme', 'ftp://shop.example/?t={token}'],
    ['a script', 'javascript:alert(1)//?{token}'],
    ['http elsewhere', 'http://shop.example/?t={token}'],
    ['http at a host that looks like this machine', 'http://localhost.example/?t={token}'],
    ['http at a host that begins like this machine', 'http://127.0.0.1.example/?t={token}'],
    ['a user', 'https://me@shop.example/?t={token}'],
    ['a user and password', 'https://me:secret@shop.example/?t={token}'],
    ['no token', 'https://shop.example/?t=token'],
    ['two tokens', 'https://shop.example/?t={token}&u={token}'],
    ['a token in the path', 'https://shop.example/{token}'],
    ['a token in the path before a query', 'https://shop.example/{token}?a=b'],
    ['a token for a host', 'https://{token}/?a'],
    ['a line break', 'https://shop.example/?t={token}\r\nBcc: x@evil.example'],
    ['a space', 'https://shop.example/?t={token} or'],
    ['a mark of HTML', 'https://shop.example/?t={token}"><script>'],
    ['a backslash', 'https:\\\\shop.example/?t={token}'],
    ['a port that is none', 'https://shop.example:99999/?t={token}'],
    ['nothing', ''],
    ['a relative address', '/reset?t={token}'],
    ['501 characters', `https://shop.example/?t={token}&a=${'a'.repeat(467)}`],
  ])('are not one with %s', (_, url) => expect(isLinkUrl(url)).toBe(false));

  it('may have 500 characters', () => {
    const url = `https://shop.example/?t={token}&a=${'a'.repeat(466)}`;
    expect(url).toHaveLength(500);
    expect(isLinkUrl(url)).toBe(true);
  });

  it('get the token in its place', () =>
    expect(linkTo('https://shop.example/?t={token}#a', 'abc-_')).toBe('https://shop.example/?t=abc-_#a'));
});
