import { commonPasswords } from './common-passwords.js';
import { isCommonPassword, isWorstPassword } from './password-lists.js';

describe('the worst passwords (A-412)', () => {
  it.each([
    'aaaaaaaa',
    '        ',
    '00000000',
    '密密密密密密密密',
    '12345678',
    '123456789',
    '1234567890',
    '01234567',
    '67890123',
    '87654321',
    '0987654321',
    '21098765',
    'password',
    'qwertyui',
    'qwertyuiop',
    'asdfghjkl',
    'abcdefgh',
    'iloveyou',
    '11223344',
  ])('are %j', (password) => expect(isWorstPassword(password)).toBe(true));

  it.each([
    'Password',
    'PASSWORD',
    'password1',
    'password123',
    'Str0ngPass!',
    'demo-password',
    'operator-password',
    '12345679',
    '13579135',
    '1234567',
    '12345678a',
    '12344321',
    '１２３４５６７８',
    'aaaaaaab',
    'iloveyou1',
  ])('are not %j: they are compared as they are', (password) => expect(isWorstPassword(password)).toBe(false));
});

describe('common passwords (A-412)', () => {
  const known = {
    username: 'Mei.Ling',
    email: 'mei@pakdin.example',
    first_name: 'Mei Ling',
    last_name: 'Tan',
    business: 'Kedai Pak Din',
  };

  it.each([
    'password',
    'PassWord123',
    'sunshine',
    'usaha',
    'Usaha2026',
    'USAHA1',
    'mei.ling',
    'Mei.Ling99',
    'mei@pakdin.example',
    'MEI@PAKDIN.EXAMPLE1234',
    'mei ling',
    'MeiLing2024',
    'tan1234',
    'Mei Ling Tan',
    'meilingtan1',
    'kedai pak din',
    'KedaiPakDin2026',
    'ＵＳＡＨＡ2026',
  ])('are %j in any case', (password) => expect(isCommonPassword(password, known)).toBe(true));

  it.each([
    'Usaha20261',
    'usahapassword!',
    'my usaha password',
    '2026usaha',
    'meilingtan12345',
    'kedai pak din!',
    'password sunshine',
    'sunshine baseball',
    'Str0ngPass!',
    'demo-password',
    'operator-password',
    'correct horse battery',
    '.*',
    '',
  ])('are not %j: whole values are compared', (password) => expect(isCommonPassword(password, known)).toBe(false));

  it('know no names of a user of whom nothing is known', () => {
    for (const empty of [{}, { first_name: '', last_name: null, business: '   ' }]) {
      expect(isCommonPassword('1234', empty)).toBe(false);
      expect(isCommonPassword('1982', empty)).toBe(false);
      expect(isCommonPassword('usaha', empty)).toBe(true);
    }
  });

  it('are 10,000 different ones of at least eight characters', () => {
    const listed = commonPasswords.trim().split(/\s+/);
    expect(new Set(listed).size).toBe(10_000);
    expect(listed.filter((one) => one.length < 8 || one !== one.toLowerCase())).toEqual([]);
    for (const one of [listed[0], listed[5_000], listed.at(-1)] as string[])
      expect(isCommonPassword(one, {})).toBe(true);
  });
});
