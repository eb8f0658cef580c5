import type { ColumnFacts, NumberSeries } from './column.js';
import type { Context } from './context.js';
import { insertOf } from './insert.js';

const TENANT = '0198f3a2-6b1c-7c3e-9d2a-000000000001';
const at = (now: string) => ({ tenant_id: TENANT, now: new Date(now) }) as Context;
const generated = (name: string, series?: NumberSeries): ColumnFacts => ({
  name,
  kind: 'text',
  withheld: false,
  unaudited: false,
  code: true,
  nullable: false,
  generated: true,
  series,
});
const invoice = generated('invoice_number', { name: 'retail.invoice', prefix: 'INV' });
const stored = { names: ['tenant_id', 'id'], values: [TENANT, 'id-1'] };

describe('the INSERT of a record', () => {
  it('binds every value and returns nothing that was not asked for', () => {
    expect(insertOf(at('2026-03-10T08:30:00Z'), 'test.sales', stored, [])).toEqual({
      text: 'insert into test.sales (tenant_id, id) values ($1, $2)',
      values: [TENANT, 'id-1'],
    });
  });

  it('leaves out what the database writes, and reads it back', () => {
    const { text, values } = insertOf(at('2026-03-10T08:30:00Z'), 'test.users', stored, [
      generated('number'),
      generated('name'),
    ]);
    expect(text).toBe('insert into test.users (tenant_id, id) values ($1, $2) returning number, name');
    expect(values).toEqual(stored.values);
  });
});

describe('the INSERT of a document', () => {
  it('draws its number in the same statement, from the counter of the tenant, the series and the year', () => {
    const { text, values } = insertOf(at('2026-03-10T08:30:00Z'), 'test.sales', stored, [invoice]);
    expect(text).toBe(
      'insert into test.sales (tenant_id, id, invoice_number) ' +
        'values ($1, $2, kernel.draw_number($3, $4, $5, $6)) returning invoice_number',
    );
    expect(values).toEqual([...stored.values, TENANT, 'retail.invoice', 2026, 'INV-2026-']);
  });

  it.each([
    ['2026-12-31T15:59:59.999Z', 2026],
    ['2026-12-31T16:00:00.000Z', 2027],
    ['2027-01-01T00:00:00.000Z', 2027],
  ])('counts the year in Malaysia: %s is %i', (now, year) => {
    const { values } = insertOf(at(now), 'test.sales', stored, [invoice]);
    expect(values.slice(-2)).toEqual([year, `INV-${year}-`]);
  });

  it('reads back whatever else the database writes', () => {
    const { text } = insertOf(at('2026-03-10T08:30:00Z'), 'test.sales', stored, [generated('number'), invoice]);
    expect(text).toMatch(/ returning number, invoice_number$/);
  });
});
