import { conflict, forbidden, invalid, notFound, unauthenticated, unavailable } from '../errors.js';
import { languages, messagesOf, nounsOf, withinSentence, type Words } from './words.js';

const messages = messagesOf({
  stockShort: {
    en: ({ sku, stock }: { sku: string; stock: number }) => `Only ${stock} of ${sku} in stock`,
    ms: ({ sku, stock }) => `Hanya ${stock} unit ${sku} ada dalam stok`,
  },
  closed: { en: 'The shop is closed', ms: 'Kedai telah tutup' },
});
const nouns = nounsOf({ medical_record: { en: 'medical record', ms: 'rekod perubatan' } });

describe('a message', () => {
  it('is one sentence with its values, in every language', () => {
    const message = messages.stockShort({ sku: 'KOPI-500', stock: 3 });
    expect(languages.map((language) => message.in(language))).toEqual([
      'Only 3 of KOPI-500 in stock',
      'Hanya 3 unit KOPI-500 ada dalam stok',
    ]);
    expect(messages.closed().in('ms')).toBe('Kedai telah tutup');
  });

  it('is English wherever it is written down', () => {
    expect(String(messages.closed())).toBe('The shop is closed');
    expect(JSON.stringify({ message: messages.closed() })).toBe('{"message":"The shop is closed"}');
  });

  it('is made up only when it is read', () => {
    let made = 0;
    const count = (by: number): string => String((made += by));
    const counting = messagesOf({ one: { en: ({ by }: { by: number }) => count(by), ms: ({ by }) => count(by) } });
    const message = counting.one({ by: 1 });
    expect(made).toBe(0);
    expect(message.in('ms')).toBe('1');
  });
});

describe('an error', () => {
  it('has the English text in logs, and every language for its answer', () => {
    const error = invalid('quantity', messages.stockShort({ sku: 'TEH', stock: 1 }));
    expect(error.message).toBe('Only 1 of TEH in stock');
    expect(error.in('ms')).toMatchObject({
      kind: 'invalid',
      message: 'Hanya 1 unit TEH ada dalam stok',
      errors: [{ field: 'quantity', message: 'Hanya 1 unit TEH ada dalam stok' }],
    });
  });

  it('begins with the noun of what is not there', () => {
    expect(notFound(nouns.medical_record).in('en').message).toBe('Medical record not found');
    expect(notFound(nouns.medical_record).in('ms').message).toBe('Rekod perubatan tidak ditemui');
  });
});

describe('words', () => {
  it('give a noun its name on the audit trail, which is no language', () => {
    expect(nouns.medical_record.name).toBe('medical record');
  });

  it('that begin a line begin small within a sentence', () => {
    expect(withinSentence({ no_show: { en: 'No-show', ms: 'Tidak hadir' } })).toEqual({
      no_show: { en: 'no-show', ms: 'tidak hadir' },
    });
  });
});

/** The type check of all tests fails where one of these compiles. */
export const refusedByTheCompiler = (): unknown[] => [
  // @ts-expect-error a text without its translations
  invalid('name', 'name must not be empty'),
  // @ts-expect-error a text that was put together
  conflict('name', `name is ${languages.length}`),
  // @ts-expect-error a text without its translations
  forbidden('Not you'),
  // @ts-expect-error a text without its translations
  unauthenticated('Not you'),
  // @ts-expect-error a text without its translations
  unavailable('Not now'),
  // @ts-expect-error a noun without its translations
  notFound('patient'),
  // @ts-expect-error a message that lacks a language
  messagesOf({ closed: { en: 'The shop is closed' } }),
  // @ts-expect-error the same with values
  messagesOf({ closed: { en: ({ shop }: { shop: string }) => `${shop} is closed` } }),
  // @ts-expect-error values of another message
  messages.stockShort({ sku: 'KOPI-500' }),
  // @ts-expect-error values that are not given
  messages.stockShort(),
  // @ts-expect-error what looks like a message, and comes from no table
  invalid('name', { in: () => 'name', toString: () => 'name', toJSON: () => 'name' }),
  // @ts-expect-error a word that lacks a language
  { en: 'Cash' } satisfies Words,
];
