import type { INestApplicationContext } from '@nestjs/common';
import { ProductService, type ProductChanges } from '@usaha/retail';
import type { Context, Database } from '@usaha/shared';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant } from '../support/people.js';
import { workerState } from '../support/state.js';

/**
 * A change that no index speaks of leaves the indexes alone (HOT): by the statements of the first choices of fields, and by the
 * one that all further choices share, though that names every column.
 */

/** The number of choices of fields that have a separate statement. */
const OWN_TEXTS = 8;
/** Fields of a product that stand in no index, in every combination: more than have a separate statement. */
const fields = ['unit', 'purchase_price', 'tax_rate', 'supplier_id', 'maximum_stock'] as const;
const value = (name: (typeof fields)[number], round: number): unknown =>
  name === 'unit' || name === 'supplier_id' ? `x${round}` : name === 'tax_rate' ? 6 + (round % 2) : 1_000 + round;
const choices = Array.from({ length: 2 ** fields.length - 1 }, (_, i) =>
  Object.fromEntries(fields.filter((_name, bit) => ((i + 1) >> bit) & 1).map((name) => [name, value(name, i)])),
) as ProductChanges[];

let tenant_id: string;
let database: Database;
let contexts: INestApplicationContext;
beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  contexts = await openContexts(database);
  tenant_id = (await newTenant()).id;
});
afterAll(async () => {
  await contexts.close();
  await database.end();
});

const work = <T>(done: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id, actor: null, now: new Date() }, done);

const newProduct = (sku: string, description: string | null): Promise<string> =>
  work(async (ctx) => {
    const made = await contexts.get(ProductService).create(ctx, { sku, name: 'Kopi', selling_price: 4.5, description });
    return made.id;
  });

/** How many rows of products this connection has written of late, and how many of them without the indexes. */
async function written(ctx: Context): Promise<number[]> {
  const [counts] = await ctx.db.read(
    `select pg_stat_get_xact_tuples_updated(t.oid)::int, pg_stat_get_xact_tuples_hot_updated(t.oid)::int
       from pg_class t where t.oid = 'retail.products'::regclass`,
  );
  return counts as number[];
}

/** @returns how many rows a change of a product writes, and how many of them without the indexes */
const change = (id: string, changes: ProductChanges): Promise<number[]> =>
  work(async (ctx) => {
    const before = await written(ctx);
    await contexts.get(ProductService).update(ctx, id, changes);
    return (await written(ctx)).map((count, i) => count - (before[i] ?? 0));
  });

const changeAll = async (id: string, all: readonly ProductChanges[]): Promise<number[][]> => {
  const counts = [];
  for (const changes of all) counts.push(await change(id, changes));
  return counts;
};

it('no index hears of a field that is in none, in any choice of fields it is changed', async () => {
  const id = await newProduct('HOT-1', null);
  expect(await changeAll(id, choices)).toEqual(choices.map(() => [1, 1]));
  // By the statement that all share: what is in an index does reach it.
  expect(await change(id, { brand: 'Jaya', unit: 'box', purchase_price: 7, tax_rate: 8 })).toEqual([1, 0]);
});

it('nor where the text that is searched is stored apart, by the statements of the first choices', async () => {
  // The shared one has that text worked out again, and PostgreSQL compares what it stores: it is taken for changed.
  const id = await newProduct('HOT-2', Array.from({ length: 900 }, (_, i) => `${i * 7919}`).join(' '));
  const first = choices.slice(0, OWN_TEXTS);
  expect(await changeAll(id, first)).toEqual(first.map(() => [1, 1]));
});
