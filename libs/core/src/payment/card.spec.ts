import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
import { cardBrand, isExpired, readCard, type CardData } from './card.js';

const TODAY = '2026-03-10';
const right: CardData = { card_number: '4111 1111-1111 1111', expiry_month: 3, expiry_year: 2026, cvv: '123' };

/** The fields that are found wrong. */
function wrongIn(data: CardData): string[] {
  try {
    readCard(data, TODAY);
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return (error.errors ?? []).map(({ field }) => field);
    throw error;
  }
}

describe('a card (A-81)', () => {
  it('is read without spaces and hyphens', () => {
    expect(readCard(right, TODAY)).toEqual({
      number: '4111111111111111',
      expiry_month: 3,
      expiry_year: 2026,
      cvv: '123',
    });
  });

  it.each(['1'.repeat(11), '1'.repeat(20), '4111x11111111111', '٤١١١١١١١١١١١١١١١', '', null, undefined])(
    'has no number %j',
    (card_number) => expect(wrongIn({ ...right, card_number })).toEqual(['card_number']),
  );

  it.each(['1'.repeat(12), '1'.repeat(19), '4111111111111112'])(
    'may have the number %j: no check digit',
    (card_number) => expect(wrongIn({ ...right, card_number })).toEqual([]),
  );

  it.each([0, 13, -1, 1.5, null, undefined])('has no month %j', (expiry_month) =>
    expect(wrongIn({ ...right, expiry_month })).toEqual(['expiry_month']),
  );

  it.each([2025, 1999, -1, 10_000, 2026.5, null, undefined])('is not good until March %j', (expiry_year) =>
    expect(wrongIn({ ...right, expiry_year })).toEqual(['expiry_year']),
  );

  it('is good to the last day of its month', () => {
    expect(isExpired(3, 2026, '2026-03-31')).toBe(false);
    expect(isExpired(3, 2026, '2026-04-01')).toBe(true);
    expect(isExpired(12, 2025, '2026-01-01')).toBe(true);
    expect(wrongIn({ ...right, expiry_month: 2 })).toEqual(['expiry_year']);
    expect(wrongIn({ ...right, expiry_month: 1, expiry_year: 2020 })).toEqual(['expiry_year']);
  });

  it('may write its year in two digits', () =>
    expect(readCard({ ...right, expiry_year: 30 }, TODAY).expiry_year).toBe(2030));

  it.each(['12', '12345', 'abc', ''])('has no security code %j', (cvv) =>
    expect(wrongIn({ ...right, cvv })).toEqual(['cvv']),
  );
  it.each(['1234', ' 123 ', null, undefined])('may have the security code %j', (cvv) =>
    expect(wrongIn({ ...right, cvv })).toEqual([]),
  );

  it('is told everything that is wrong at once, and nothing of what was sent', () => {
    expect(wrongIn({})).toEqual(['card_number', 'expiry_month', 'expiry_year']);
    const secrets = { card_number: '98765432101', cvv: '98765' };
    try {
      readCard({ ...right, ...secrets }, TODAY);
      throw new Error('not refused');
    } catch (error) {
      const said = JSON.stringify(error) + (error as Error).message;
      for (const secret of Object.values(secrets)) expect(said).not.toContain(secret);
    }
  });
});

describe('the brand of a card', () => {
  it.each([
    ['4111111111111111', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['2720999999999999', 'mastercard'],
    ['2721000000000000', 'unknown'],
    ['378282246310005', 'amex'],
    ['341111111111111', 'amex'],
    ['30569309025904', 'diners'],
    ['38520000023237', 'diners'],
    ['6011111111111117', 'discover'],
    ['6444444444444444', 'discover'],
    ['3530111333300000', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['5018000000000009', 'maestro'],
    ['6304000000000000', 'maestro'],
    ['9999999999999999', 'unknown'],
  ])('%s is %s', (digits, brand) => expect(cardBrand(digits)).toBe(brand));

  it('is one for every number', () => {
    const digits = fc.stringMatching(/^[0-9]{12,19}$/);
    fc.assert(fc.property(digits, (number) => expect(cardBrand(number)).toMatch(/^[a-z]+$/)));
  });
});
