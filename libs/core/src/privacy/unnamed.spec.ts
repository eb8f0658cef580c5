import fc from 'fast-check';
import { unnamed } from './unnamed.js';

const person = {
  first_name: 'Rokiah',
  last_name: 'binti Abu Bakar',
  email: 'rokiah+a@example.com',
  phone_number: '+60123456789',
  ic_number: '900101-14-5677',
};

it.each([
  ['Puan Rokiah binti Abu Bakar minta', 'Puan ••• minta'],
  ['ROKIAH dan suami, En. Bakar', '••• dan suami, En. •••'],
  ['IC 900101145677 atau 900101 14 5677', 'IC ••• atau •••'],
  ['hubungi 012-345 6789, +60 12-3456789, 60123456789', 'hubungi •••, •••, •••'],
  ['e-mel Rokiah+A@example.com', 'e-mel •••'],
])('masks what a person is known by: %s', (text, masked) => {
  expect(unnamed(text, person)).toBe(masked);
});

it.each(['Rokiahan binti siapa', 'Resit 1900101145677', 'Pesakit minta padam rekod 2026'])(
  'leaves what only looks like it: %s',
  (text) => {
    expect(unnamed(text, person)).toBe(text);
  },
);

it('finds names of scripts that put no space between words, and nothing of empty particulars', () => {
  const other = { first_name: '明', last_name: '李明', email: null, phone_number: null, ic_number: null };
  expect(unnamed('病人李明要求', other)).toBe('病人•••要求');
  expect(unnamed('病人要求', { ...other, first_name: '', last_name: ' ', phone_number: '0', ic_number: '-' })).toBe(
    '病人要求',
  );
  expect(unnamed('a.b (c) $1', { ...other, first_name: '(c)', last_name: '[' })).toBe('a.b ••• $1');
});

it('takes any name: one with a hyphen too', () => {
  expect(unnamed('Puan Nur-Aina minta', { ...person, first_name: 'Nur-Aina' })).toBe('Puan ••• minta');
  const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));
  fc.assert(
    fc.property(name, name, fc.string({ maxLength: 60 }), (first_name, last_name, text) => {
      expect(typeof unnamed(text, { ...person, first_name, last_name, email: last_name, ic_number: first_name })).toBe(
        'string',
      );
    }),
    { numRuns: 1_000 },
  );
});
