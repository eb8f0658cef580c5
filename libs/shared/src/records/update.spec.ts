import 'reflect-metadata';
import { DataSource, Entity } from 'typeorm';
import { columns } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import { Keyring } from '../sealing/sealed.js';
import { Table } from '../schema/table.js';
import { TenantRecord } from '../schema/tenant-record.js';
import { RecordUpdate } from './update.js';

const TENANT = '0198f3a2-6b1c-7c3e-9d2a-000000000001';

/** More columns than one number can tell changed or not. */
class Wide extends TenantRecord {
  [name: `c${number}`]: number;
  @columns.sealed({ tokens: (clear) => [clear] }) ic_number!: string | null;
}
const many = Array.from({ length: 60 }, (_, i) => `c${i}`);
for (const name of many) columns.count()(Wide.prototype, name);
Entity({ schema: 'test', name: 'wide' })(Wide);

const keyring = new Keyring([['k', Buffer.alloc(32, 1)]], Buffer.alloc(32, 2));
const ctx = { tenant_id: TENANT, db: { keyring } } as unknown as Context;

let table: Table<Wide>;
let update: RecordUpdate<Wide>;
beforeEach(async () => {
  const dataSource = new DataSource({ type: 'postgres', entities: [Wide] });
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  table = Table.of(Wide, dataSource);
  update = new RecordUpdate(table, 'tenant_id', new Set(['id', 'tenant_id', 'created_at', 'updated_at', 'version']));
});

const record = Object.assign(new Wide(), { id: 'x', tenant_id: TENANT, version: 4, ic_number: '900101-14-5678' });
many.forEach((name, i) => Object.assign(record, { [name]: 1_000 + i }));
const statement = (...names: string[]) =>
  update.of(
    ctx,
    record,
    3,
    table.columns.filter(({ name }) => names.includes(name)),
  );

/** What a statement with masks sets, read as PostgreSQL does. */
function setBy({ text, values }: ReturnType<typeof statement>): Record<string, unknown> {
  const sets = [...text.matchAll(/(\w+) = case when \(\$(\d+)::bigint & (\d+)\) <> 0 then \$(\d+) else r\.\1 end/g)];
  expect(sets.length).toBeGreaterThan(many.length);
  const at = (place: string | undefined): unknown => values[Number(place) - 1];
  const isSet = (mask: string | undefined, bit: string | undefined) =>
    (BigInt(at(mask) as number) & BigInt(bit as string)) !== 0n;
  return Object.fromEntries(
    sets.filter(([, , mask, bit]) => isSet(mask, bit)).map(([, name, , , place]) => [name, at(place)]),
  );
}

describe('the statement that writes a changed record', () => {
  it('is one of few, for any changes', () => {
    const texts = new Set<string>();
    for (let i = 0; i < 2_000; i += 1) texts.add(statement(...many.filter((_, c) => (i * 31) % (c + 2) === 1)).text);
    expect(texts.size).toBe(9);
  });

  it('names what was changed alone, the first times', () => {
    expect(statement('c0', 'c59')).toEqual({
      text: 'update test.wide r set version = $4, updated_at = $5, c0 = $6, c59 = $7 where r.tenant_id = $1 and r.id = $2 and r.version = $3',
      values: [TENANT, 'x', 3, 4, record.updated_at, 1_000, 1_059],
    });
  });

  it('has each value at its column, tokens of sealed ones among them', () => {
    const names = ['c0', 'ic_number', 'c59'];
    const { text, values } = statement(...names);
    const at = Object.fromEntries(
      [...text.matchAll(/(\w+) = \$(\d+)/g)].map(([, name, n]) => [name, values[Number(n) - 1]]),
    );
    expect(at).toMatchObject({ c0: 1_000, c59: 1_059, ic_number_tokens: [expect.any(String)] });
    expect(keyring.open(at.ic_number as string, `test.wide.ic_number:${TENANT}:x`)).toBe('900101-14-5678');
  });

  it('later leaves alone what was not changed, in any number of columns', () => {
    for (let i = 0; i < 8; i += 1) statement(`c${i}`);
    expect(setBy(statement('c1', 'c40', 'c58', 'c59'))).toEqual({ c1: 1_001, c40: 1_040, c58: 1_058, c59: 1_059 });
    const sealed = setBy(statement('c9', 'ic_number'));
    expect(Object.keys(sealed).toSorted()).toEqual(['c9', 'ic_number', 'ic_number_tokens']);
    expect(keyring.open(sealed.ic_number as string, `test.wide.ic_number:${TENANT}:x`)).toBe('900101-14-5678');
  });

  it('refuses what is given once and never changed', () => {
    expect(() => statement('c1', 'created_at')).toThrow('test.wide.created_at is given once and never changed');
  });
});
