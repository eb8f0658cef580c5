import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { columns, columnsOf } from './column.js';
import { Keyring, SealedValue } from '../sealing/sealed.js';
import { changedParts } from '../sealing/sealed-parts.js';
import { clearText, sealedSlot, setSealedSlot } from '../sealing/sealed-slot.js';

class Chart {
  @columns.sealedTogether() readonly findings!: object;
  @columns.sealedWithin('findings') diagnosis!: string | null;
  @columns.sealedWithin<string[]>('findings', () => []) symptoms!: string[];
  @columns.sealedWithin('findings') vitals!: { pulse: number } | null;
}

const ring = new Keyring([['k', randomBytes(32)]], randomBytes(32));
const read = (clear: string): { chart: Chart; slot: SealedValue } => {
  const chart = new Chart();
  const slot = new SealedValue(ring, ring.seal(clear, 'place'), 'place');
  setSealedSlot(chart, 'findings', slot);
  return { chart, slot };
};

describe('fields in one seal', () => {
  it('are nothing until they are set, and read as they were set', () => {
    const chart = new Chart();
    expect([chart.diagnosis, chart.symptoms, chart.vitals, clearText(chart, 'findings')]).toEqual([
      null,
      [],
      null,
      null,
    ]);
    chart.diagnosis = 'Bronchitis';
    chart.symptoms = ['cough'];
    chart.vitals = { pulse: 72 };
    expect([chart.diagnosis, chart.symptoms, chart.vitals]).toEqual(['Bronchitis', ['cough'], { pulse: 72 }]);
    expect(JSON.parse(String(clearText(chart, 'findings')))).toEqual({
      diagnosis: 'Bronchitis',
      symptoms: ['cough'],
      vitals: { pulse: 72 },
    });
  });

  it('are read from one seal, which is opened when the first of them is read', () => {
    const open = jest.spyOn(ring, 'open');
    const { chart } = read('{"diagnosis":"Bronchitis","symptoms":["cough"]}');
    expect(open).not.toHaveBeenCalled();
    expect([chart.diagnosis, chart.symptoms, chart.vitals]).toEqual(['Bronchitis', ['cough'], null]);
    expect(open).toHaveBeenCalledTimes(1);
    open.mockRestore();
  });

  it('that are set to what they hold leave the seal as it is', () => {
    const { chart, slot } = read('{"diagnosis":"Bronchitis","vitals":{"pulse":72}}');
    Object.assign(chart, { diagnosis: 'Bronchitis', symptoms: [], vitals: { pulse: 72 } });
    expect(sealedSlot(chart, 'findings')).toBe(slot);
  });

  it('leave nothing behind when the last of them is emptied', () => {
    const { chart } = read('{"diagnosis":"Bronchitis","symptoms":["cough"]}');
    chart.diagnosis = null;
    expect([chart.diagnosis, clearText(chart, 'findings')]).toEqual([null, '{"symptoms":["cough"]}']);
    chart.symptoms = [];
    expect([chart.symptoms, sealedSlot(chart, 'findings')]).toEqual([[], null]);
  });

  it('do not mix with those of another record', () => {
    const [one, other] = [read('{"diagnosis":"one"}').chart, read('{"diagnosis":"other"}').chart];
    one.diagnosis = 'changed';
    expect([one.diagnosis, other.diagnosis, new Chart().diagnosis]).toEqual(['changed', 'other', null]);
  });

  it('are named one by one when they are others than they were', () => {
    const { chart, slot } = read('{"diagnosis":"Bronchitis","symptoms":["cough"]}');
    expect(changedParts(chart, 'findings', slot)).toEqual([]);
    Object.assign(chart, { diagnosis: null, symptoms: ['cough'], vitals: { pulse: 72 } });
    expect(changedParts(chart, 'findings', slot)).toEqual(['diagnosis', 'vitals']);
    expect(changedParts(chart, 'findings', null)).toEqual(['symptoms', 'vitals']);
  });

  it('cannot be read or changed when the key is lost, and stay as they are', () => {
    const chart = new Chart();
    const elsewhere = new Keyring([['lost', randomBytes(32)]], randomBytes(32));
    const slot = new SealedValue(ring, elsewhere.seal('{"diagnosis":"x"}', 'place'), 'place');
    setSealedSlot(chart, 'findings', slot);
    expect(() => chart.diagnosis).toThrow(/cannot be opened/);
    expect(() => (chart.diagnosis = 'y')).toThrow(/cannot be opened/);
    expect(sealedSlot(chart, 'findings')).toBe(slot);
  });

  it('are withheld columns of one, under the names of its parts', () => {
    expect(columnsOf(Chart).get('findings')).toMatchObject({
      kind: 'sealed',
      withheld: true,
      parts: ['diagnosis', 'symptoms', 'vitals'],
    });
    expect([...columnsOf(Chart).keys()]).toEqual(['findings']);
  });

  it('are declared below their seal', () => {
    const declare = () => {
      class Wrong {
        @columns.sealedWithin('notes') diagnosis!: string | null;
      }
      return Wrong;
    };
    expect(declare).toThrow(/no seal of several fields/);
  });
});
