import type { INestApplicationContext } from '@nestjs/common';
import fc from 'fast-check';
import { DailyClosingService, listTakings, type Taking } from '@usaha/core';
import {
  CustomerService,
  PaymentService,
  ProductService,
  RefundService,
  SaleService,
  dailyClosingReport,
  remaining,
  saleStatuses,
  shopTakings,
  type ClosingGrouping,
  type Sale,
} from '@usaha/retail';
import { money, toSen, type Context, type Database } from '@usaha/shared';
import { isCash } from '@usaha/shared/malaysia';
import { ReportReading } from '@usaha/shared/operation';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant, newUser, type Person, type TestTenant } from '../support/people.js';
import { propertyRuns } from '../support/property-runs.js';
import { workerState } from '../support/state.js';

/** The list of payments, the daily closing and the counts of a shop say the same, of sales of every way of paying. */

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;

let tenant: TestTenant;
let cashiers: Person[];
let database: Database;
let contexts: INestApplicationContext;
beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  contexts = await openContexts(database);
  tenant = await newTenant();
  cashiers = [tenant.admin, await newUser(tenant, 'staff')];
});
afterAll(async () => {
  await contexts.close();
  await database.end();
});

const at = <T>(now: Date, by: Person, done: (ctx: Context) => Promise<T>): Promise<T> => {
  const who = { user_id: by.id, number: by.number, session_id: by.id, is_operator: false, driver_id: null };
  return database.work({ tenant_id: tenant.id, actor: { ...who, role: 'admin' }, now }, done);
};
const of = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;
const sum = (amounts: readonly number[]): number => money.add(0, ...amounts);

const kinds = ['at once', 'parts', 'on account', 'pay', 'refund', 'void', 'status'] as const;
interface Step {
  kind: (typeof kinds)[number];
  /** Whether it is on the next day. */
  next: boolean;
  /** Which cashier, sale or product, method or status: of those that there are. */
  by: number;
  which: number;
  how: number;
  pieces: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  next: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  by: fc.nat({ max: 1 }),
  which: fc.nat(),
  how: fc.nat({ max: 10_000 }),
  pieces: fc.integer({ min: 1, max: 3 }),
});
const methods = ['cash', ' Tunai', 'card', 'duitnow'];

/** The money of a sale, kept apart from the service. */
interface Known {
  received: number;
  paid_out: number;
}

const signed = ({ kind, amount }: Taking): number => (kind === 'refund' ? -amount : amount);
const takingsOf = async (ctx: Context, day?: string): Promise<Taking[]> => {
  const period = day === undefined ? {} : { date_from: day, date_to: day };
  return (await listTakings(ctx, shopTakings, period, { page: 1, size: 10_000 })).rows;
};
const closing = async (ctx: Context, grouping: ClosingGrouping, date?: string): Promise<Record<string, never>[]> => {
  const rows = await ReportReading.of(ctx, dailyClosingReport, { ...(date && { date }), grouping }).all(10_000);
  return rows.map((row) => Object.fromEntries(dailyClosingReport.columns.map(({ key }, i) => [key, row[i]])) as never);
};

/** Whether the status of a sale leaves its money among the takings: of a sale on account while it is pending, too. */
const isIn = ({ status, voided_at }: Sale, owed: number): boolean =>
  voided_at === null && (status === 'completed' || (status === 'pending' && owed > 0));

it('A-354: of random sales, payments, refunds, voids and changes of status, no day changes later, and all add up', async () => {
  let started = Date.parse('2028-03-01T00:00:00+08:00');
  const run = async (steps: Step[]): Promise<void> => {
    started += 30 * DAY_MS;
    let now = started + 60_000;
    const day = () => new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);
    const [sales, payments, refunds] = [
      contexts.get(SaleService),
      contexts.get(PaymentService),
      contexts.get(RefundService),
    ];
    const [products, customer_id] = await at(new Date(now), tenant.admin, async (ctx) => {
      const made: string[] = [];
      for (const [i, selling_price] of [9.99, 1.02, 47.53].entries())
        made.push(
          (await contexts.get(ProductService).create(ctx, { sku: `T-${now}-${i}`, name: 'Teh', selling_price })).id,
        );
      const customer = await contexts.get(CustomerService).create(ctx, { first_name: 'Siti', last_name: 'Nur' });
      return [made, customer.id] as const;
    });
    const known = new Map<string, Known>();
    const closed = new Map<string, unknown>();
    const figuresOf = (of_day: string) =>
      at(new Date(now), tenant.admin, async (ctx) => [
        await takingsOf(ctx, of_day),
        await closing(ctx, 'payment_method', of_day),
        await closing(ctx, 'cashier', of_day),
        await closing(ctx, 'day', of_day),
      ]);
    const sell = async (ctx: Context, { kind, which, how, pieces }: Step): Promise<void> => {
      const items = [{ product_id: of(products, which), quantity: pieces }];
      if (kind === 'at once') {
        const sale = await sales.create(ctx, { items, payment_method: how % 5 === 0 ? null : of(methods, how) });
        known.set(sale.id, { received: sale.total, paid_out: 0 });
        return;
      }
      // The price of the parts is known beforehand: that of the product with its tax.
      const total = (await sales.create(ctx, { items })).total;
      const first = money.percent(total, how % 100);
      const parts = [
        { method: of(methods, how), amount: first },
        { method: of(methods, how + pieces), amount: kind === 'parts' ? money.add(total, -first) : 0 },
      ].filter(({ amount }) => amount > 0);
      const on_account = kind === 'on account';
      const sale = await sales.create(ctx, { items, payments: parts, on_account, customer_id });
      known.set(sale.id, { received: sum(parts.map(({ amount }) => amount)), paid_out: 0 });
    };
    const take = async (one: Step): Promise<void> => {
      const { kind, by, which, how, pieces } = one;
      await at(new Date(now), of(cashiers, by), async (ctx) => {
        if (kind === 'at once' || kind === 'parts' || kind === 'on account') return sell(ctx, one);
        if (known.size === 0) return;
        const id = of([...known.keys()], which);
        const sale = await sales.get(ctx, id);
        const about = known.get(id) as Known;
        if (kind === 'pay') {
          if (sale.outstanding_amount === 0 || sale.voided_at) return;
          const amount =
            how % 2 === 0 ? sale.outstanding_amount : Math.max(0.01, money.percent(sale.outstanding_amount, 40));
          await payments.pay(ctx, id, { method: of(methods, how), amount });
          about.received = money.add(about.received, amount);
        } else if (kind === 'status') {
          if (!sale.voided_at) await sales.setStatus(ctx, id, of(saleStatuses, how), null);
        } else if (!sale.voided_at && !sale.is_refunded_whole) {
          if (kind === 'void') await refunds.makeVoid(ctx, id, 'Tersilap');
          else {
            const [left] = remaining(sale.lines);
            const items = [{ ...(left as NonNullable<typeof left>), quantity: Math.min(pieces, left?.quantity ?? 0) }];
            await refunds.refund(ctx, id, { items, refund_method: how % 3 === 0 ? of(methods, how) : null });
          }
          const made = (await sales.get(ctx, id)).refunds.at(-1);
          about.paid_out = money.add(about.paid_out, made?.amount ?? 0, -(made?.credited ?? 0));
        }
      });
    };
    for (const one of steps) {
      if (one.next) {
        for (const [old, figures] of closed) expect(await figuresOf(old)).toEqual(figures);
        closed.set(day(), await figuresOf(day()));
        now = started + (Math.floor((now - started) / DAY_MS) + 1) * DAY_MS;
      }
      now += 900_000;
      await take(one);
    }
    for (const [old, figures] of closed) expect(await figuresOf(old)).toEqual(figures);
    await at(new Date(now), tenant.admin, async (ctx) => {
      const all = await takingsOf(ctx);
      for (const [id, { received, paid_out }] of known) {
        const sale = await sales.get(ctx, id);
        const moved = all.filter(({ record_id }) => record_id === id);
        // Money received and paid out, status aside.
        const real = moved.filter(({ purpose }) => purpose !== 'status');
        expect([id, sum(real.map(signed))]).toEqual([id, money.add(received, -paid_out)]);
        const owed = sum([sale.total, -received, ...sale.refunds.map(({ credited }) => -credited)]);
        expect([id, sum(moved.map(signed))]).toEqual([id, isIn(sale, owed) ? money.add(received, -paid_out) : 0]);
      }
      const days = new Set(
        all.map(({ created_at }) => new Date(created_at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)),
      );
      for (const one of days) {
        const listed = await takingsOf(ctx, one);
        const [byMethod, byCashier, [whole]] = [
          await closing(ctx, 'payment_method', one),
          await closing(ctx, 'cashier', one),
          await closing(ctx, 'day', one),
        ];
        expect(whole?.takings).toBe(sum(listed.map(signed)));
        for (const row of byCashier) {
          const his = listed.filter(({ received_by }) => received_by === row.group);
          expect(row.takings).toBe(sum(his.map(signed)));
        }
        for (const rows of [byMethod, byCashier])
          for (const key of ['takings', 'rounding', 'expected_cash', 'net', 'voided', 'refunds'])
            expect([key, sum(rows.map((row) => row[key] ?? 0))]).toEqual([key, whole?.[key]]);
        for (const row of byMethod) {
          expect(toSen(row.expected_cash ?? 0) % 5n).toBe(0n);
          if (!isCash(row.payment_method ?? null)) expect([row.expected_cash, row.rounding]).toEqual([0, 0]);
        }
        // A count compares with the same cash as the report expects.
        const counts = contexts.get(DailyClosingService);
        for (const cashier of [null, ...cashiers.map(({ id }) => id)]) {
          const kept = await counts.count(ctx, shopTakings, { date: one, counted_cash: 100, float: 50, cashier });
          const row = cashier === null ? whole : byCashier.find(({ group }) => group === cashier);
          expect(kept.expected_cash).toBe(money.add(50, row?.expected_cash ?? 0));
          expect(kept.difference).toBe(money.add(100, -kept.expected_cash));
        }
        const [counted] = await closing(ctx, 'day', one);
        expect(counted).toEqual({
          ...whole,
          ...{ float: 50, counted_cash: 100, counts: expect.any(Number) },
          difference: money.add(50, -(whole?.expected_cash ?? 0)),
        });
      }
    });
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), run), {
    numRuns: propertyRuns(5),
    seed: 354,
    endOnFailure: true,
  });
});
