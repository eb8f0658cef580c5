import { headingOf, isAddress, nameInLetter, oneLine, reachedAt } from './letter.js';

describe('an address to write to', () => {
  it.each(['siti@example.com', ' siti.nur+klinik@mail.example.com.my ', "o'neil@example.com", 'ünï@exämple.com'])(
    'can be %j',
    (text) => expect(isAddress(text)).toBe(true),
  );

  it.each([
    null,
    '',
    'siti',
    'siti@',
    '@example.com',
    'siti@localhost',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    'Siti <siti@example.com>',
    'a@b.example\r\nBcc: c@d.example',
    'a b@example.com',
    'a@b@example.com',
    `${'x'.repeat(250)}@example.com`,
  ])('cannot be %j', (text) => expect(isAddress(text)).toBe(false));
});

describe('a name on an envelope', () => {
  it('is one line, for any text entered', () =>
    expect(oneLine(' Siti\r\nBcc: all@example.com  Nur\u0000\u2028')).toBe('Siti Bcc: all@example.com Nur'));
});

describe('A-394: a name in a letter', () => {
  it.each([
    ['https://evil.example/login', 'https evil. example/login'],
    ['Menang RM1000 di www.evil.com!', 'Menang RM1000 di www. evil. com!'],
    ['evil。com', 'evil. com'],
    ['Klinik\r\nBcc: a@b.example', 'Klinik Bcc: a@b. example'],
    ['Siti \u202egro.live\u2069', 'Siti gro. live'],
    ['Kedai No.1, St. John', 'Kedai No.1, St. John'],
  ])('%j is shown as %j', (name, shown) => {
    expect(nameInLetter(name)).toBe(shown);
    expect(nameInLetter(shown)).toBe(shown);
  });

  it('has at most 60 characters, of a subject the whole is kept', () => {
    const long = '薰😀'.repeat(60);
    expect([...nameInLetter(long)]).toHaveLength(60);
    expect([...headingOf(long)]).toHaveLength(120);
  });

  it('is told where it is reached, without a link that is none of an address', () => {
    const business = { name: 'Kedai', phone: 'https://evil.example', email: 'tanya@kedai.example' };
    expect(reachedAt(business)).toBe('https evil. example, tanya@kedai.example');
  });
});
