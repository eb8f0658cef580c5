import 'reflect-metadata';
import { DataSource, Entity } from 'typeorm';
import { columns } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import type { Database } from '../database/database.js';
import { equalsId } from './filters.js';
import { Keyring } from '../sealing/sealed.js';
import { Repository } from './repository.js';
import { Table } from '../schema/table.js';
import { TenantRecord } from '../schema/tenant-record.js';

@Entity({ schema: 'test', name: 'products' })
class Product extends TenantRecord {
  @columns.text() name!: string;
  @columns.count() stock = 0;
}
class Products extends Repository<Product> {
  constructor(database: Database) {
    super(database, Product, { noun: { name: 'product', en: 'product', ms: 'produk' } });
  }
}

const TENANT = '0198f3a2-6b1c-7c3e-9d2a-000000000001';
const ID = '0198f3a2-6b1c-7c3e-9d2a-00000000000a';
const UNKNOWN = '0198f3a2-6b1c-7c3e-9d2a-00000000000f';
const now = new Date('2026-03-10T08:30:00Z');
const keyring = new Keyring([['k', Buffer.alloc(32, 1)]], Buffer.alloc(32, 2));
const held: Record<string, unknown> = { tenant_id: TENANT, id: ID, created_at: now, updated_at: now, deleted_at: null };

let products: Products;
let names: string[];
beforeAll(async () => {
  const dataSource = new DataSource({ type: 'postgres', entities: [Product] });
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  const table = <T extends object>(entity: new () => T) => Table.of(entity, dataSource);
  products = new Products({ table } as unknown as Database);
  names = dataSource.getMetadata(Product).columns.map(({ propertyName }) => propertyName);
});

/** One product in the database, which is in the version that was read, or in another by now. */
function over(isAsRead = true) {
  const trail: { record_id: string }[] = [];
  const row = names.map((name) => ({ ...held, version: 3, name: 'Kopi', stock: 5 })[name]);
  const read = (_text: string, values: unknown[]) => Promise.resolve(values.flat().includes(ID) ? [row] : []);
  const db = {
    keyring,
    read,
    lock: read,
    updateExpecting: (_rows: number, _update: string, _values: unknown[], otherwise: () => Error) => {
      if (!isAsRead) throw otherwise();
    },
    enqueue: () => undefined,
    record: (_ctx: Context, change: { record_id: string }) => trail.push(change),
  };
  return { ctx: { tenant_id: TENANT, now, db } as unknown as Context, trail };
}
const refused = {
  kind: 'invalid',
  message: 'items.0.id does not refer to any product of this business',
  errors: [expect.objectContaining({ field: 'items.0.id' })],
};

describe('what a field of a body names', () => {
  it('is the record, held or not', async () => {
    const { ctx } = over();
    expect(await products.named(ctx, 'product_id', ID)).toMatchObject({ id: ID });
    expect(await products.lockReferenced(ctx, 'product_id', ID)).toMatchObject({ id: ID });
    const named = await products.lockAllReferenced(ctx, [ID.toUpperCase(), UNKNOWN]);
    expect(named('items.0.id', ID.toUpperCase())).toMatchObject({ id: ID });
  });

  it.each([UNKNOWN, 'no id'])('is refused for its field when there is none: %s', async (id) => {
    const { ctx } = over();
    await expect(products.named(ctx, 'items.0.id', id)).rejects.toMatchObject(refused);
    await expect(products.lockReferenced(ctx, 'items.0.id', id)).rejects.toMatchObject(refused);
    const named = await products.lockAllReferenced(ctx, [id]);
    expect(() => named('items.0.id', id)).toThrow(expect.objectContaining(refused));
  });
});

describe('many records', () => {
  it('are inserted with ids, and each is on the trail', async () => {
    const { ctx, trail } = over();
    const made = [new Product(), new Product()];
    await products.insertMany(ctx, made);
    expect(trail.map(({ record_id }) => record_id)).toEqual(made.map(({ id }) => id));
    expect(made[0]?.id).not.toBe(made[1]?.id);
    expect(made[0]).toMatchObject({ tenant_id: TENANT, created_at: now });
  });

  it('are changed only while they are locked', () => {
    const { ctx } = over();
    const product = Object.assign(new Product(), { id: ID });
    expect(() => products.updateMany(ctx, [product], ['stock'])).toThrow(/only while it is held/);
  });

  it('have the next version once they are written, and nothing left to save', async () => {
    const { ctx, trail } = over();
    const product = await products.lockReferenced(ctx, 'product_id', ID);
    product.stock = 7;
    products.updateMany(ctx, [product], ['stock'], null);
    expect(product.version).toBe(4);
    expect(products.changedFields(product)).toEqual([]);
    expect(trail).toEqual([]);
  });

  it('are on the trail with what was changed of the named columns alone', async () => {
    const { ctx, trail } = over();
    const product = await products.lockReferenced(ctx, 'product_id', ID);
    Object.assign(product, { stock: 7, name: 'Teh' });
    products.updateMany(ctx, [product], ['stock']);
    expect(trail).toEqual([expect.objectContaining({ changes: { stock: { before: 5, after: 7 } } })]);
    expect(products.changedFields(product)).toEqual(['name']);
  });

  it('of which one has another version by now are refused', async () => {
    const { ctx } = over(false);
    const product = await products.lockReferenced(ctx, 'product_id', ID);
    expect(() => products.updateMany(ctx, [product], ['stock'], null)).toThrow(
      expect.objectContaining({ kind: 'unavailable' }),
    );
  });
});

it('a filter by id finds nothing by a text that is none', () => {
  expect(equalsId('patient_id')('no id', () => '$2')).toBe('false');
  expect(equalsId('patient_id')(ID, () => '$2')).toBe('r.patient_id = $2');
});
