import 'reflect-metadata';
import { DataSource, Entity } from 'typeorm';
import { columns, columnsOf } from './column.js';
import { Keyring } from '../sealing/sealed.js';
import type { Snapshot } from './snapshot.js';
import { Table } from './table.js';
import { TenantRecord } from './tenant-record.js';

@Entity({ schema: 'test', name: 'patients' })
class Patient extends TenantRecord {
  @columns.text({ personal: true }) name!: string;
  @columns.sealed() ic_number!: string | null;
  @columns.sealed({ tokens: (clear) => [clear.slice(0, 3), clear.slice(-2)] }) passport!: string | null;
  @columns.object({ nullable: true }) allergies: Record<string, unknown> | null = null;
  @columns.list() tags: string[] = [];
  @columns.instant({ nullable: true }) seen_at: Date | null = null;
  @columns.serial() number!: number;

  get initials(): string {
    return this.name.slice(0, 1);
  }
}

const TENANT = '0198f3a2-6b1c-7c3e-9d2a-000000000001';
const ID = '0198f3a2-6b1c-7c3e-9d2a-000000000002';
const keyring = new Keyring([['k', Buffer.alloc(32, 1)]], Buffer.alloc(32, 2));
const born = new Date('2026-03-10T08:30:00Z');

let table: Table<Patient>;
beforeAll(async () => {
  const dataSource = new DataSource({ type: 'postgres', entities: [Patient] });
  // The metadata of entities need no connection.
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  table = Table.of(Patient, dataSource);
});

const placeOf = (name: string, id = ID) => `test.patients.${name}:${TENANT}:${id}`;

/** A row as the database would return it, in the order of the table's own SELECT list. */
const row = (values: Record<string, unknown> = {}): unknown[] => {
  const all: Record<string, unknown> = {
    tenant_id: TENANT,
    id: ID,
    created_at: born,
    updated_at: born,
    deleted_at: null,
    version: 3,
    name: 'Siti',
    ic_number: keyring.seal('900101-14-5678', placeOf('ic_number')),
    passport: null,
    allergies: { nuts: true },
    tags: ['vip'],
    seen_at: born,
    number: 7,
    ...values,
  };
  return table.selected.split(', ').map((name) => all[name.replace('r.', '')]);
};
const changedOf = (patient: Patient, before: Snapshot) =>
  table
    .changed(patient, before)
    .map(({ name }) => name)
    .sort();

describe('A-168: what is about to be written', () => {
  @Entity({ schema: 'test', name: 'orders' })
  class Order extends TenantRecord {
    @columns.text() notes!: string;
    @columns.code() barcode!: string;
    @columns.list() tags: string[] = [];
    @columns.object() details: Record<string, unknown> = {};
    @columns.sealed() remark!: string | null;
    @columns.sealedTogether() particulars!: object;
    @columns.sealedWithin('particulars') wish!: string | null;
  }
  const PAN = '4111111111111111';
  const MASKED = '•••• 1111';

  it('holds no card in any kind of column but a code', async () => {
    const dataSource = new DataSource({ type: 'postgres', entities: [Order] });
    await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
    const orders = Table.of(Order, dataSource);
    const texts = { notes: PAN, barcode: PAN, tags: [PAN], details: { cvv: '123', x: PAN }, remark: PAN, wish: PAN };
    const order = Object.assign(new Order(), texts);
    expect(orders.cutCards(order)).toBe(true);
    const { notes, barcode, tags, details, remark, wish } = order;
    expect({ notes, barcode, tags, details, remark, wish }).toEqual({
      ...{ notes: MASKED, barcode: PAN, tags: [MASKED], details: { x: MASKED }, remark: MASKED, wish: MASKED },
    });
    expect(orders.cutCards(order)).toBe(false);
  });
});

describe('the vocabulary of columns', () => {
  it('knows what is withheld, what is generated and what is sealed', () => {
    const known = [...columnsOf(Patient).values()];
    const named = (condition: (column: (typeof known)[number]) => unknown) =>
      known.filter(condition).map((c) => c.name);
    expect(named((c) => c.withheld)).toEqual(['name', 'ic_number', 'passport']);
    expect(named((c) => c.generated)).toEqual(['number']);
    expect(named((c) => c.kind === 'sealed')).toEqual(['ic_number', 'passport']);
    expect(named((c) => c.kind === 'instant')).toEqual(['created_at', 'updated_at', 'deleted_at', 'seen_at']);
  });

  it('gives every class its own columns and those of its bases, and no sibling’s', () => {
    class Sibling extends TenantRecord {
      @columns.text() nickname!: string;
    }
    expect([...columnsOf(Sibling).keys()]).not.toContain('name');
    expect([...columnsOf(Patient).keys()]).not.toContain('nickname');
    expect([...columnsOf(Sibling).keys()]).toEqual(expect.arrayContaining(['tenant_id', 'id', 'version', 'nickname']));
  });
});

describe('a row', () => {
  it('becomes an entity with its own methods', () => {
    const patient = table.hydrate(row(), keyring);
    expect(patient).toBeInstanceOf(Patient);
    expect(patient).toMatchObject({
      id: ID,
      tenant_id: TENANT,
      version: 3,
      name: 'Siti',
      initials: 'S',
      seen_at: born,
    });
    expect(table.path).toBe('test.patients');
  });

  it('is not opened before a sealed field is read', () => {
    const open = jest.spyOn(keyring, 'open');
    const patient = table.hydrate(row(), keyring);
    table.snapshot(patient);
    expect(patient.passport).toBeNull();
    expect(open).not.toHaveBeenCalled();
    expect(patient.ic_number).toBe('900101-14-5678');
    expect(open).toHaveBeenCalledTimes(1);
    open.mockRestore();
  });

  it('does not open what was copied from another row', () => {
    const stolen = keyring.seal('900101-14-5678', placeOf('ic_number', '0198f3a2-6b1c-7c3e-9d2a-000000000009'));
    const patient = table.hydrate(row({ ic_number: stolen }), keyring);
    expect(() => patient.ic_number).toThrow(/cannot be opened/);
    expect(patient.name).toBe('Siti');
  });
});

describe('a change', () => {
  let patient: Patient;
  let before: Snapshot;
  beforeEach(() => {
    patient = table.hydrate(row(), keyring);
    before = table.snapshot(patient);
  });

  it('is none while nothing was changed, nor when the same values are set again', () => {
    expect(changedOf(patient, before)).toEqual([]);
    patient.name = 'Siti';
    patient.ic_number = '900101-14-5678';
    patient.passport = null;
    patient.allergies = { nuts: true };
    patient.tags = ['vip'];
    patient.seen_at = new Date(born);
    expect(changedOf(patient, before)).toEqual([]);
  });

  it('is none where an object has its keys in another order', () => {
    const held = table.hydrate(row({ allergies: { nuts: true, milk: { raw: 1, boiled: 2 } } }), keyring);
    const was = table.snapshot(held);
    held.allergies = { milk: { boiled: 2, raw: 1 }, nuts: true };
    expect(changedOf(held, was)).toEqual([]);
    held.allergies = { milk: { boiled: 2, raw: 2 }, nuts: true };
    expect(changedOf(held, was)).toEqual(['allergies']);
  });

  it('is seen in every kind of column', () => {
    patient.name = 'Nur';
    patient.ic_number = '900101-14-5679';
    patient.allergies = { nuts: false };
    patient.tags = [];
    patient.seen_at = null;
    patient.version = 4;
    expect(changedOf(patient, before)).toEqual(['allergies', 'ic_number', 'name', 'seen_at', 'tags', 'version']);
  });

  it('A-209: of an object that is a plain text or number is seen, and what it was is known', () => {
    const column = columnsOf(Patient).get('allergies')!;
    for (const value of ['2025/2026', '2026', 2026, '', { a: 1 }, '{"a":1}', null]) {
      const held = table.hydrate(row({ allergies: value }), keyring);
      const was = table.snapshot(held);
      expect(changedOf(held, was)).toEqual([]);
      expect(table.asItWas(column, was.get('allergies'))).toEqual(value);
      held.allergies = { b: 2 };
      expect(changedOf(held, was)).toEqual(['allergies']);
    }
    const held = table.hydrate(row({ allergies: '{"a":1}' }), keyring);
    const was = table.snapshot(held);
    held.allergies = { a: 1 };
    expect(changedOf(held, was)).toEqual(['allergies']);
  });

  it('is seen when it happens inside an object or a list', () => {
    (patient.allergies as Record<string, unknown>).milk = true;
    patient.tags.push('new');
    expect(changedOf(patient, before)).toEqual(['allergies', 'tags']);
  });

  it('is seen when a sealed field is cleared or first set', () => {
    patient.ic_number = null;
    patient.passport = 'A1234567';
    expect(changedOf(patient, before)).toEqual(['ic_number', 'passport']);
    expect([patient.ic_number, patient.passport]).toEqual([null, 'A1234567']);
  });
});

describe('a value on its way into the database', () => {
  const column = (name: string) => table.columns.find((c) => c.name === name)!;
  const patient = () => {
    const made = new Patient();
    Object.assign(made, { tenant_id: TENANT, id: ID, name: 'Siti', ic_number: '900101-14-5678', passport: 'A1234567' });
    return made;
  };

  it('is sealed for its own row and column', () => {
    const stored = table.stored(column('ic_number'), patient(), keyring) as string;
    expect(keyring.open(stored, placeOf('ic_number'))).toBe('900101-14-5678');
    expect(table.stored(column('ic_number'), Object.assign(patient(), { ic_number: null }), keyring)).toBeNull();
  });

  it('leaves search tokens where the column has them, and no clear text in them', () => {
    const tokens = table.tokens(column('passport'), patient(), keyring);
    expect(tokens).toEqual([keyring.token(TENANT, 'A12'), keyring.token(TENANT, '67')]);
    expect(table.tokens(column('passport'), Object.assign(patient(), { passport: null }), keyring)).toBeNull();
    expect(table.tokens(column('ic_number'), patient(), keyring)).toBeNull();
  });

  it('is JSON for an object, and as it is for everything else', () => {
    const made = Object.assign(patient(), { allergies: { nuts: true }, tags: ['vip'], seen_at: born });
    expect(table.stored(column('allergies'), made, keyring)).toBe('{"nuts":true}');
    expect(table.stored(column('tags'), made, keyring)).toEqual(['vip']);
    expect(table.stored(column('seen_at'), made, keyring)).toBe(born);
    expect(table.stored(column('allergies'), Object.assign(made, { allergies: null }), keyring)).toBeNull();
  });

  it('shows a sealed field neither in JSON nor among the keys before it is asked for', () => {
    expect(Object.keys(patient())).not.toContain('ic_number');
    expect(JSON.stringify(table.hydrate(row(), keyring))).not.toContain('900101');
  });
});
