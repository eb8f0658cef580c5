import fc from 'fast-check';
import { DomainError, unknownReference, type Context } from '@usaha/shared';
import { Customer, MAX_POINTS } from '../customer/customer.entity.js';
import type { CustomerRepository } from '../customer/customer.repository.js';
import { nouns } from '../messages.js';
import { LoyaltyService } from './loyalty.service.js';
import { PointsLedger, type PointsCause } from './points-ledger.js';
import { pointsWords } from './points-operation.js';
import { tierOf } from './tiers.js';

/** Nothing awaits events. */
const CTX = { db: { events: { awaits: () => 'no' } } } as unknown as Context;
const ID = 'siti';
const SALE = { sale_id: 'sale', reference: 'INV-2026-000001' };

interface Entry extends PointsCause {
  points_changed: number;
  balance: number;
}

/** The service over one customer in memory, and what it wrote down. */
function over(points: number): { loyalty: LoyaltyService; customer: Customer; entries: Entry[]; saved: () => number } {
  const customer = Object.assign(new Customer(), { id: ID });
  customer.changePoints('set', points);
  const entries: Entry[] = [];
  let saves = 0;
  const customers = {
    lockIfExists: (_ctx: Context, id: string) => Promise.resolve(id === ID ? customer : null),
    lockReferenced: (_ctx: Context, field: string, id: string) =>
      id === ID ? Promise.resolve(customer) : Promise.reject(unknownReference(field, nouns.customer)),
    save: () => Promise.resolve((saves += 1)),
  } as unknown as CustomerRepository;
  const ledger = Object.assign(Object.create(PointsLedger.prototype) as PointsLedger, {
    append: (_ctx: Context, made: Entry[]) => Promise.resolve(entries.push(...made)),
  });
  return { loyalty: new LoyaltyService(customers, ledger), customer, entries, saved: () => saves };
}

/** The fields that are found wrong. */
async function wrongIn(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return (error.errors ?? []).map(({ field }) => field);
    throw error;
  }
}

describe('changes of points', () => {
  it('A-104: say what was there, what changed and what is there now', async () => {
    const { loyalty, entries } = over(100);
    expect(await loyalty.updatePoints(CTX, { customer_id: ID, points: 950, reference: 'R' })).toEqual({
      customer_id: ID,
      previous_points: 100,
      points_changed: 950,
      loyalty_points: 1_050,
      loyalty_tier: 'silver',
      operation: 'add',
      reference: 'R',
    });
    expect(await loyalty.redeem(CTX, { customer_id: ID, points: 51, reward_type: 'voucher' })).toEqual({
      customer_id: ID,
      previous_points: 1_050,
      points_changed: -51,
      loyalty_points: 999,
      loyalty_tier: 'bronze',
      reward_type: 'voucher',
      reference: null,
    });
    expect(entries.map(({ kind, points_changed, balance }) => [kind, points_changed, balance])).toEqual([
      ['update', 950, 1_050],
      ['redemption', -51, 999],
    ]);
  });

  it('A-104: refuse more than there is and an unknown customer, and write nothing', async () => {
    const { loyalty, customer, entries, saved } = over(100);
    expect(await wrongIn(loyalty.redeem(CTX, { customer_id: ID, points: 101 }))).toEqual(['points']);
    expect(await wrongIn(loyalty.redeem(CTX, { customer_id: 'unknown', points: 1 }))).toEqual(['customer_id']);
    expect(await wrongIn(loyalty.updatePoints(CTX, { customer_id: 'unknown', points: 1 }))).toEqual(['customer_id']);
    expect([customer.loyalty_points, entries, saved()]).toEqual([100, [], 0]);
  });

  it('A-167: write no movement where nothing moved', async () => {
    const { loyalty, entries } = over(100);
    const change = await loyalty.updatePoints(CTX, { customer_id: ID, points: 100, operation: 'set' });
    expect([change.points_changed, entries]).toEqual([0, []]);
  });
});

describe('the points of a sale (A-95)', () => {
  it('are earned with the sale named', async () => {
    const { loyalty, customer, entries } = over(990);
    expect(await loyalty.earn(CTX, ID, 20, SALE)).toBe(20);
    expect(customer).toMatchObject({ loyalty_points: 1_010, loyalty_tier: 'silver' });
    expect(entries).toEqual([expect.objectContaining({ kind: 'earned', points_changed: 20, ...SALE })]);
  });

  it('are taken back down to 0 and no further', async () => {
    const { loyalty, customer, entries } = over(15);
    expect(await loyalty.takeBack(CTX, ID, 20, SALE)).toBe(15);
    expect(await loyalty.takeBack(CTX, ID, 20, SALE)).toBe(0);
    expect(customer.loyalty_points).toBe(0);
    expect(entries).toEqual([expect.objectContaining({ kind: 'returned', points_changed: -15, ...SALE })]);
  });

  it('are only as many as a balance can hold', async () => {
    const { loyalty, customer } = over(MAX_POINTS - 5);
    expect([await loyalty.earn(CTX, ID, 20, SALE), await loyalty.earn(CTX, ID, 20, SALE)]).toEqual([5, 0]);
    expect(customer.loyalty_points).toBe(MAX_POINTS);
  });

  it('are none without a customer, and none where there are none', async () => {
    const { loyalty, entries, saved } = over(100);
    expect(await loyalty.earn(CTX, 'unknown', 20, SALE)).toBe(0);
    expect(await loyalty.takeBack(CTX, 'unknown', 20, SALE)).toBe(0);
    expect(await loyalty.earn(CTX, ID, 0, SALE)).toBe(0);
    expect(await loyalty.takeBack(CTX, ID, 0, SALE)).toBe(0);
    expect([entries, saved()]).toEqual([[], 0]);
  });
});

describe('any sequence of changes', () => {
  const points = fc.integer({ min: 0, max: 20_000 });
  const step = fc.oneof(
    fc.record({ verb: fc.constant('update' as const), points, operation: fc.constantFrom(...pointsWords) }),
    fc.record({ verb: fc.constantFrom('redeem' as const, 'earn' as const, 'takeBack' as const), points }),
  );

  it('A-103, A-167: leaves a balance that is the sum of its movements, never below 0, and the tier of that balance', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { loyalty, customer, entries } = over(0);
        for (const { verb, ...what } of steps) {
          if (verb === 'update') await wrongIn(loyalty.updatePoints(CTX, { customer_id: ID, ...what }));
          else if (verb === 'redeem') await wrongIn(loyalty.redeem(CTX, { customer_id: ID, ...what }));
          else await loyalty[verb](CTX, ID, what.points, SALE);
          const balance = entries.reduce((sum, { points_changed }) => sum + points_changed, 0);
          expect(customer.loyalty_points).toBe(balance);
          expect(entries.at(-1)?.balance ?? 0).toBe(balance);
          expect(balance).toBeGreaterThanOrEqual(0);
          expect(customer.loyalty_tier).toBe(tierOf(balance));
        }
        expect(entries.every(({ points_changed }) => points_changed !== 0)).toBe(true);
      }),
    );
  });
});
