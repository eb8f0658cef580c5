import 'reflect-metadata';
import { DataSource, Entity } from 'typeorm';
import { columns } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import { RecordInsert } from './insert.js';
import { Keyring } from '../sealing/sealed.js';
import { Table } from '../schema/table.js';

@Entity({ schema: 'test', name: 'users' })
class User {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.serial() number!: number;
  @columns.sealed({ tokens: (clear) => [clear] }) ic_number!: string | null;
}

@Entity({ schema: 'test', name: 'sales' })
class Sale {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.numbered({ name: 'retail.invoice', prefix: 'INV' }) invoice_number!: string;
}

const TENANT = '0198f3a2-6b1c-7c3e-9d2a-000000000001';
const ID = '0198f3a2-6b1c-7c3e-9d2a-00000000000a';
const keyring = new Keyring([['k', Buffer.alloc(32, 1)]], Buffer.alloc(32, 2));
const at = (now: string) => ({ tenant_id: TENANT, now: new Date(now), db: { keyring } }) as unknown as Context;
const MARCH = at('2026-03-10T08:30:00Z');

let users: RecordInsert<User>;
let sales: RecordInsert<Sale>;
beforeAll(async () => {
  const dataSource = new DataSource({ type: 'postgres', entities: [User, Sale] });
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  users = new RecordInsert(Table.of(User, dataSource));
  sales = new RecordInsert(Table.of(Sale, dataSource));
});
const user = (told: Partial<User> = {}) => Object.assign(new User(), { tenant_id: TENANT, id: ID, ...told });
const sale = (told: Partial<Sale> = {}) => Object.assign(new Sale(), { tenant_id: TENANT, id: ID, ...told });
const named = (columnsOfIt: readonly { name: string }[]) => columnsOfIt.map(({ name }) => name);

describe('the INSERT of a record', () => {
  it('binds every value, tokens of sealed columns behind all of them, and returns nothing that was not asked for', () => {
    const { text, values, written, generated } = users.of(MARCH, user({ number: 7, ic_number: '900101-14-5678' }));
    expect(text).toBe(
      'insert into test.users (tenant_id, id, number, ic_number, ic_number_tokens) values ($1, $2, $3, $4, $5)',
    );
    expect(values.slice(0, 3)).toEqual([TENANT, ID, 7]);
    expect(values[3]).not.toContain('900101');
    expect(values[4]).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
    expect([named(written), generated]).toEqual([['tenant_id', 'id', 'number', 'ic_number'], []]);
  });

  it('leaves out what the database writes, and reads it back', () => {
    const { text, values, generated } = users.of(MARCH, user());
    expect(text).toBe(
      'insert into test.users (tenant_id, id, ic_number, ic_number_tokens) values ($1, $2, $3, $4) returning number',
    );
    expect(values).toEqual([TENANT, ID, null, null]);
    expect(named(generated)).toEqual(['number']);
  });
});

describe('the INSERT of a document', () => {
  it('draws its number in the same statement, from the counter of the tenant, the series and the year', () => {
    const { text, values } = sales.of(MARCH, sale());
    expect(text).toBe(
      'insert into test.sales (tenant_id, id, invoice_number) ' +
        'values ($1, $2, kernel.draw_number($3, $4, $5, $6)) returning invoice_number',
    );
    expect(values).toEqual([TENANT, ID, TENANT, 'retail.invoice', 2026, 'INV-2026-']);
  });

  it('takes the number that was drawn before', () => {
    const { text, values } = sales.of(MARCH, sale({ invoice_number: 'INV-2026-000007' }));
    expect(text).toBe('insert into test.sales (tenant_id, id, invoice_number) values ($1, $2, $3)');
    expect(values).toEqual([TENANT, ID, 'INV-2026-000007']);
  });

  it.each([
    ['2026-12-31T15:59:59.999Z', 2026],
    ['2026-12-31T16:00:00.000Z', 2027],
    ['2027-01-01T00:00:00.000Z', 2027],
  ])('counts the year in Malaysia: %s is %i', (now, year) => {
    const { values } = sales.of(at(now), sale());
    expect(values.slice(-2)).toEqual([year, `INV-${year}-`]);
  });
});
