import { randomBytes } from 'node:crypto';
import { columns } from './column.js';
import { Keyring, SealedValue } from '../sealing/sealed.js';
import { clearText, sealedSlot, setSealedSlot } from '../sealing/sealed-slot.js';

class Patient {
  @columns.sealed() ic_number!: string | null;
}

const keyring = (id: string) => new Keyring([[id, randomBytes(32)]], randomBytes(32));

describe('a sealed column whose key is lost', () => {
  const lost = new SealedValue(keyring('new'), keyring('old').seal('900101-14-5678', 'place'), 'place');

  it('says so when it is read', () => {
    const patient = new Patient();
    setSealedSlot(patient, 'ic_number', lost);
    expect(() => patient.ic_number).toThrow('key "old" is not configured');
  });

  it('can be written again, and cleared', () => {
    const patient = new Patient();
    setSealedSlot(patient, 'ic_number', lost);
    patient.ic_number = '900101-14-5678';
    expect(sealedSlot(patient, 'ic_number')).toBe('900101-14-5678');
    setSealedSlot(patient, 'ic_number', lost);
    patient.ic_number = null;
    expect(patient.ic_number).toBeNull();
  });
});

describe('a sealed list', () => {
  class Chart {
    @columns.sealedValue<string[]>(() => []) allergies!: string[];
  }

  it('is empty until it is set, and reads as it was set', () => {
    const chart = new Chart();
    expect(chart.allergies).toEqual([]);
    chart.allergies = ['penicillin', 'kacang'];
    expect(chart.allergies).toEqual(['penicillin', 'kacang']);
    expect(clearText(chart, 'allergies')).toBe('["penicillin","kacang"]');
  });

  it('that is emptied holds nothing, which needs no seal', () => {
    const chart = new Chart();
    for (const none of [[], null]) {
      chart.allergies = ['penicillin'];
      chart.allergies = none as string[];
      expect([clearText(chart, 'allergies'), chart.allergies]).toEqual([null, []]);
    }
  });

  it('that is set to what it holds stays as it is, sealed', () => {
    const ring = keyring('k');
    const held = new SealedValue(ring, ring.seal('["penicillin"]', 'place'), 'place');
    const chart = new Chart();
    setSealedSlot(chart, 'allergies', held);
    chart.allergies = ['penicillin'];
    expect(sealedSlot(chart, 'allergies')).toBe(held);
  });
});

it('a sealed column that is set to what it holds stays as it is, sealed', () => {
  const ring = keyring('k');
  const held = new SealedValue(ring, ring.seal('A123', 'place'), 'place');
  const patient = new Patient();
  setSealedSlot(patient, 'ic_number', held);
  patient.ic_number = 'A123';
  expect(sealedSlot(patient, 'ic_number')).toBe(held);
});
