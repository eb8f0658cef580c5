import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
import { EinvoiceBuyer, type BuyerDetails } from './buyer.entity.js';
import { idTypes } from './party-fields.js';

const details: BuyerDetails = {
  name: 'Siti Nur',
  tin: 'OG123456789',
  phone: '012-345 0101',
  address: {
    line1: '12, Jalan Telawi 3',
    line2: null,
    line3: null,
    city: 'Kuala Lumpur',
    postcode: '59100',
    state: 'KL',
    country: 'MYS',
  },
};

function buyer(...changes: Partial<BuyerDetails>[]): EinvoiceBuyer {
  const made = new EinvoiceBuyer();
  made.describe({ ...details, ...changes[0] });
  for (const change of changes.slice(1)) made.describe(change);
  return made;
}

function fieldOf(...changes: Partial<BuyerDetails>[]): string | undefined {
  try {
    buyer(...changes);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
  return undefined;
}

describe('a buyer (A-517)', () => {
  it('is kept as MyInvois spells it; absent fields stay', () => {
    const made = buyer({}, { email: 'siti@example.com' }, { name: 'Siti' });
    expect(made).toMatchObject({
      name: 'Siti',
      tin: 'IG123456789',
      phone: '+60123450101',
      email: 'siti@example.com',
      sst_number: null,
    });
    expect(made.address).toMatchObject({ state: '14', line1: '12, Jalan Telawi 3' });
  });

  it.each<[Partial<BuyerDetails>, string | undefined]>([
    [{}, undefined],
    [{ tin: null }, 'tin'],
    [{ tin: null, id_type: 'NRIC', id_value: '900101145678' }, undefined],
    [{ tin: null, id_type: 'PASSPORT', id_value: 'A12345678' }, undefined],
    [{ tin: null, id_type: 'BRN', id_value: '202001234567' }, 'tin'],
    [{ id_type: 'BRN', id_value: '202001234567' }, undefined],
    [{ id_type: 'BRN' }, 'id_value'],
    [{ id_value: '202001234567' }, 'id_type'],
  ])('%j names %s', (changes, field) => expect(fieldOf(changes)).toBe(field));

  it('keeps its rules when it is changed', () => {
    const known = { id_type: 'NRIC', id_value: '900101145678' } as const;
    expect(fieldOf(known, { tin: null })).toBeUndefined();
    expect(fieldOf(known, { tin: null }, { id_value: null, id_type: null })).toBe('tin');
    expect(fieldOf(known, { id_type: null })).toBe('id_type');
    expect(fieldOf(known, { id_type: null, id_value: null })).toBeUndefined();
  });

  it('is the same once it is described by what was kept', () => {
    const some = fc.record({
      tin: fc.constantFrom('OG123456789', 'C02584563200', 'cs 000123456', null),
      id_type: fc.constantFrom(...idTypes, null),
      id_value: fc.constantFrom('900101-14-5678', 'A 123 4567', null),
      phone: fc.constantFrom('012-345 0101', '+65 6123 4567', '12345'),
      sst_number: fc.constantFrom('w10-1808-32000123; B16-1', 'x;y;z', null),
    });
    fc.assert(
      fc.property(some, (told) => {
        fc.pre(fieldOf(told) === undefined);
        const { tin, id_type, id_value, phone, sst_number } = buyer(told);
        expect(buyer({ tin, id_type, id_value, phone: phone ?? '', sst_number })).toMatchObject({
          tin,
          id_type,
          id_value,
          phone,
          sst_number,
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is of a person by its id, and of a sender by the name of its company', () => {
    const made = buyer();
    const id = '0198F3A2-6B1C-7C3E-9D2A-1F2E3D4C5B6A';
    made.belongTo({ module: 'retail', id });
    expect(made).toMatchObject({ person_id: id.toLowerCase(), subject: { module: 'retail', id: id.toLowerCase() } });
    made.belongTo({ module: 'logistics', id: ' Kilang Ubat ' });
    expect(made).toMatchObject({ person_id: null, subject: { module: 'logistics', id: 'Kilang Ubat' } });
    made.belongTo(null);
    expect(made).toMatchObject({ person_id: null, subject: null });
  });
});
