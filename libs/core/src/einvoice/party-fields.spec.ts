import { DomainError } from '@usaha/shared';
import {
  readAddress,
  readIdValue,
  readPhone,
  readSstNumber,
  readTtxNumber,
  type PartyAddress,
} from './party-fields.js';

const home: PartyAddress = {
  line1: '12, Jalan Telawi 3',
  line2: null,
  line3: null,
  city: 'Kuala Lumpur',
  postcode: '59100',
  state: 'KL',
  country: 'MYS',
};

function fieldOf(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
  return undefined;
}

describe('an address of a party (A-512, A-517)', () => {
  it.each([
    ['KL', '14'],
    ['W.P. Kuala Lumpur', '14'],
    ['Wilayah Persekutuan', '14'],
    ['Penang', '07'],
    ['07', '07'],
  ])('has the code of its state: %s is %s', (state, code) =>
    expect(readAddress('address', { ...home, state }).state).toBe(code),
  );

  it('loses white space and empty parts', () => {
    expect(readAddress('address', { ...home, line1: ' 12 ', line2: ' ', country: 'mys' })).toMatchObject({
      line1: '12',
      line2: null,
      country: 'MYS',
    });
  });

  it('abroad has any state and postcode', () => {
    const abroad = { ...home, country: 'SGP', state: '17', postcode: 'S 049318' };
    expect(readAddress('address', abroad)).toEqual(abroad);
  });

  it('may have neither state nor postcode', () => {
    expect(readAddress('address', { ...home, state: null, postcode: null })).toMatchObject({ state: null });
  });

  it.each<[Partial<PartyAddress>, string]>([
    [{ state: 'Atlantis' }, 'address.state'],
    [{ state: '17' }, 'address.state'],
    [{ state: '00' }, 'address.state'],
    [{ postcode: '5910' }, 'address.postcode'],
    [{ country: 'MYX' }, 'address.country'],
    [{ line1: ' ' }, 'address.line1'],
    [{ city: '' }, 'address.city'],
  ])('%j is refused naming %s', (wrong, field) =>
    expect(fieldOf(() => readAddress('address', { ...home, ...wrong }))).toBe(field),
  );

  it('names the parts alone where they stand by themselves', () =>
    expect(() => readAddress(null, { ...home, postcode: '5910' })).toThrow(/^postcode must/));
});

describe('numbers of a party', () => {
  it.each([
    ['900101-14-5678', '900101145678'],
    ['900101 14 5678', '900101145678'],
  ])('identity card %s is %s', (text, kept) => expect(readIdValue('id_value', 'NRIC', text)).toBe(kept));

  it('of other kinds are in capitals, without white space', () => {
    expect(readIdValue('id_value', 'PASSPORT', 'a 1234 5678')).toBe('A12345678');
    expect(readIdValue('id_value', 'BRN', '2020 0123 4567')).toBe('202001234567');
  });

  it.each([
    ['012-345 6789', '+60123456789'],
    ['+65 6123 4567', '+6561234567'],
    ['6561234567', '6561234567'],
  ])('telephone number %s is %s', (text, kept) => expect(readPhone('phone', text)).toBe(kept));

  it('of taxes lose white space', () => {
    expect(readSstNumber('sst_number', 'w10-1808-32000123; B16-1809-22000001')).toBe(
      'W10-1808-32000123;B16-1809-22000001',
    );
    expect(readTtxNumber('ttx_number', '123-4567-89012345')).toBe('123-4567-89012345');
  });

  it.each([
    [() => readIdValue('id_value', 'NRIC', '900101-14-567'), 'id_value'],
    [() => readIdValue('id_value', 'PASSPORT', 'A/1'), 'id_value'],
    [() => readPhone('phone', '1234567'), 'phone'],
    [() => readPhone('phone', 'call us'), 'phone'],
    [() => readSstNumber('sst_number', 'a;b;c'), 'sst_number'],
    [() => readSstNumber('sst_number', `${'1'.repeat(20)};${'2'.repeat(20)}`), 'sst_number'],
    [() => readTtxNumber('ttx_number', '1'.repeat(18)), 'ttx_number'],
  ])('of a wrong form are refused: %#', (read, field) => expect(fieldOf(read)).toBe(field));
});
