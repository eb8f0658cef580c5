import { isAddress, oneLine } from './letter.js';

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
  it('is one line, whatever was entered', () =>
    expect(oneLine(' Siti\r\nBcc: all@example.com  Nur\u0000\u2028')).toBe('Siti Bcc: all@example.com Nur'));
});
