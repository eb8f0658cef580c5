import 'reflect-metadata';
import { columns, columnsOf } from './column.js';
import { storedItems } from '../sealing/sealed-items.js';
import { clearText } from '../sealing/sealed-slot.js';

interface Line {
  description: string;
  total: number;
}

class Receipt {
  @columns.sealedTogether() readonly particulars!: object;
  @columns.listSealing('particulars', 'description', { erased: 'Erased' }) lines!: Line[];
  @columns.sealedWithin<string | null>('particulars', () => null, { formerly: 'text' }) policy!: string | null;
}

const LINES = [
  { description: 'Consultation', total: 80 },
  { description: 'Suture', total: 51.5 },
];
const FIGURES = [{ total: 80 }, { total: 51.5 }];

const receiptOf = (lines: unknown, policy: string | null = null): Receipt =>
  Object.assign(new Receipt(), { lines, policy });

describe('a list of which one text each lies in a seal', () => {
  it('is whole on the entity, and stored without the texts', () => {
    const receipt = receiptOf(LINES, 'P-1');
    expect(receipt.lines).toEqual(LINES);
    expect(storedItems(receipt, 'lines')).toEqual(FIGURES);
    expect(JSON.parse(String(clearText(receipt, 'particulars')))).toEqual({
      lines: ['Consultation', 'Suture'],
      policy: 'P-1',
    });
  });

  it('takes the texts of the seal where it is read without them', () => {
    const receipt = receiptOf(LINES);
    receipt.lines = FIGURES as Line[];
    expect(receipt.lines).toEqual(LINES);
  });

  it('is read with its own texts where it lies in clear, and stored without them', () => {
    const receipt = receiptOf(LINES.map((line) => ({ ...line, description: 'Erased' })));
    expect(receipt.lines.map(({ description }) => description)).toEqual(['Erased', 'Erased']);
    expect(storedItems(receipt, 'lines')).toEqual(FIGURES);
  });

  it('is empty until it is set, and leaves nothing in the seal when it is emptied', () => {
    expect(new Receipt().lines).toEqual([]);
    const receipt = receiptOf(LINES);
    receipt.lines = [];
    expect([receipt.lines, clearText(receipt, 'particulars')]).toEqual([[], null]);
  });

  it('is one of the fields of its seal, and a withheld column', () => {
    const declared = columnsOf(Receipt);
    expect(declared.get('particulars')).toMatchObject({ parts: ['lines', 'policy'], formerlyClear: ['policy'] });
    expect(declared.get('lines')).toMatchObject({ kind: 'object', withheld: true });
  });
});
