import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BeautyProductRepository, BeautyStockKeeper } from '@usaha/beauty';
import type { Database } from '@usaha/shared';
import { expectBalanced, newBeautyProduct, stockMovementsOf } from '../support/beauty.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { atOnce } from '../support/retail.js';
import { workerState } from '../support/state.js';

// Many requests at once, on a machine that may be busy.
jest.setTimeout(120_000);

let tenant: TestTenant;
let database: Database;
let contexts: INestApplicationContext;
beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  contexts = await openContexts(database);
  tenant = await newTenant();
});
afterAll(async () => {
  await contexts.close();
  await database.end();
});

/** What the treatments of an appointment used, as completing it takes it. */
const use = (appointment_id: string, wanted: Record<string, number>): Promise<void> =>
  database.work({ tenant_id: tenant.id, actor: null, now: new Date() }, async (ctx) => {
    const held = await contexts.get(BeautyProductRepository).lockAll(ctx, Object.keys(wanted));
    const quantities = new Map(held.map((product) => [product, wanted[product.id] ?? 0]));
    await contexts.get(BeautyStockKeeper).take(ctx, appointment_id, quantities);
  });

describe('A-260: what the treatments of an appointment used', () => {
  it('is taken of several products at once, and what was short is noted; untracked ones stay', async () => {
    const [enough, few, none, untracked] = await Promise.all([
      newBeautyProduct(tenant, { stock_quantity: 10 }),
      newBeautyProduct(tenant, { stock_quantity: 2 }),
      newBeautyProduct(tenant, { stock_quantity: 0 }),
      newBeautyProduct(tenant),
    ]);
    const appointment_id = randomUUID();
    await use(appointment_id, { [enough.id]: 3, [few.id]: 5, [none.id]: 2 ** 31, [untracked.id]: 4 });
    const last = async ({ id }: Json): Promise<unknown[]> => {
      const [movement] = await stockMovementsOf(tenant, id);
      return [movement?.kind, movement?.quantity_changed, movement?.balance, movement?.shortage];
    };
    expect(await last(enough)).toEqual(['used', -3, 7, 0]);
    expect(await last(few)).toEqual(['used', -2, 0, 3]);
    expect(await last(none)).toEqual(['used', 0, 0, 2 ** 31 - 1]);
    expect(await stockMovementsOf(tenant, untracked.id)).toEqual([]);
    for (const { id } of [enough, few, none]) await expectBalanced(tenant, id);
    expect((await stockMovementsOf(tenant, few.id))[0]).toMatchObject({ appointment_id, actor_id: null });
  });

  it('is taken once, however often it is completed', async () => {
    const [one, other] = await atOnce(2, () => newBeautyProduct(tenant, { stock_quantity: 10 }));
    const appointment_id = randomUUID();
    await use(appointment_id, { [one?.id as string]: 3 });
    await use(appointment_id, { [one?.id as string]: 3, [other?.id as string]: 3 });
    const balances = [one, other].map(async (product) => (await expectBalanced(tenant, product?.id as string)).at(-1));
    expect((await Promise.all(balances)).map((last) => last?.balance)).toEqual([7, 10]);
  });

  it('PUTs of a stock and what treatments used leave the sum of the movements', async () => {
    const [one, two] = await atOnce(2, () => newBeautyProduct(tenant, { stock_quantity: 100 }));
    const [a, b] = [one?.id as string, two?.id as string];
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => use(randomUUID(), i % 2 ? { [a]: 3, [b]: 1 } : { [b]: 2, [a]: 4 })),
      ...Array.from({ length: 10 }, (_, i) =>
        on.put(`/beauty/products/${a}`, { stock_quantity: 40 + i }, tenant.admin.token),
      ),
    ]);
    await expectBalanced(tenant, a);
    expect((await expectBalanced(tenant, b)).filter(({ kind }) => kind === 'used')).toHaveLength(10);
    expect((await expectBalanced(tenant, b)).at(-1)?.balance).toBe(85);
  });
});
