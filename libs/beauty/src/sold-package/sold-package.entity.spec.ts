import fc from 'fast-check';
import { DomainError, money } from '@usaha/shared';
import { ServicePackage } from '../package/package.entity.js';
import { SoldPackage, type SessionMovement } from './sold-package.entity.js';

const FACIAL = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const MASSAGE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6b';
const VISIT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const TODAY = '2026-03-10';

const service = (service_id: string, sessions: number | null, frequency: string | null = null) => ({
  service_id,
  sessions,
  frequency,
  duration_months: null,
});

const offered = (more: Partial<ServicePackage> = {}): ServicePackage =>
  Object.assign(new ServicePackage(), {
    id: 'package',
    name: 'Pengantin',
    total_price: 280,
    services: [service(FACIAL, 2)],
    ...more,
  });

const facial = { name: 'Facial', price: 90, tax_rate: 0 };
const massage = { name: 'Urutan', price: 33.33, tax_rate: 8 };
const sold = (of = offered(), payment_method: string | null = null): SoldPackage =>
  SoldPackage.of('client', of, (id) => (id === FACIAL ? facial : massage), {
    ...{ payment_method, purchase_date: TODAY, is_taxed: true },
  });

function refusal(work: () => unknown): unknown[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return [error.kind, ...(error.errors ?? []).map(({ field }) => field)];
    throw error;
  }
  return ['done'];
}

describe('A-271: a package that is sold', () => {
  it('copies name, price, services and expiry', () => {
    expect(sold(offered({ validity_months: 6 }), 'kad')).toMatchObject({
      client_id: 'client',
      package_id: 'package',
      name: 'Pengantin',
      price: 280,
      payment_method: 'kad',
      purchase_date: TODAY,
      expires_on: '2026-09-10',
      sessions: [{ service_id: FACIAL, service_name: 'Facial', total: 2, remaining: 2 }],
    });
    expect(sold(offered({ total_price: null }))).toMatchObject({ price: 0, expires_on: null });
  });

  it('counts a service that is named twice once, with all sessions', () =>
    expect(sold(offered({ services: [service(FACIAL, 2), service(MASSAGE, 1), service(FACIAL, 3)] })).sessions).toEqual(
      [
        { service_id: FACIAL, service_name: 'Facial', total: 5, remaining: 5, list_price: 90, tax_rate: 0 },
        { service_id: MASSAGE, service_name: 'Urutan', total: 1, remaining: 1, list_price: 33.33, tax_rate: 8 },
      ],
    ));

  it.each([
    ['is not sold any more', { is_active: false }],
    ['does not say how many sessions', { services: [service(FACIAL, null, 'when it rains')] }],
    ['has more sessions than can be counted', { services: [service(FACIAL, 2 ** 31 - 1), service(FACIAL, 1)] }],
  ])('is refused where it %s', (_, more) =>
    expect(refusal(() => sold(offered(more)))).toEqual(['invalid', 'package_id']),
  );
});

describe('A-271: redeeming', () => {
  it('takes one session and gives it back', () => {
    const made = sold();
    const { movement, worth } = made.redeem(FACIAL, VISIT, TODAY);
    expect(movement).toMatchObject({ kind: 'redeemed', sessions_changed: -1, balance: 1 });
    expect(made.giveBack(FACIAL, VISIT, worth)).toMatchObject([{ kind: 'returned', sessions_changed: 1, balance: 2 }]);
    expect(made.giveBack(MASSAGE, VISIT, 0)).toEqual([]);
  });

  it('is refused of what it does not bring, after its last day, and where none is left', () => {
    const made = sold(offered({ validity_months: 1 }));
    expect(refusal(() => made.redeem(MASSAGE, VISIT, TODAY))).toEqual(['invalid', 'service_id']);
    expect(refusal(() => made.redeem(FACIAL, VISIT, '2026-04-11'))).toEqual(['conflict', 'expires_on']);
    for (let i = 0; i < 2; i++) made.redeem(FACIAL, VISIT, '2026-04-10');
    expect(refusal(() => made.redeem(FACIAL, VISIT, TODAY))).toEqual(['conflict', 'service_id']);
  });

  it('A-352: shares the price over all sessions by list prices, to the sen', () => {
    const made = sold(offered({ total_price: 400, services: [service(FACIAL, 4)] }));
    expect(made.redeem(FACIAL, VISIT, TODAY).worth).toBe(100);
    const mixed = sold(offered({ total_price: 100, services: [service(FACIAL, 1), service(MASSAGE, 3)] }));
    expect(mixed.redeem(FACIAL, VISIT, TODAY).worth).toBe(47.37);
    expect([mixed.tax_amount, mixed.redeemed_amount]).toEqual([3.9, 47.37]);
    const free = sold(offered({ total_price: null, services: [service(FACIAL, 1)] }));
    expect(free.redeem(FACIAL, VISIT, TODAY).worth).toBe(0);
  });

  it('leaves as many as the movements add up to, and is worth its price, after any steps', () => {
    const verb = fc.tuple(fc.boolean(), fc.constantFrom(FACIAL, MASSAGE));
    const price = fc.integer({ min: 0, max: 100_000 }).map((sen) => sen / 100);
    fc.assert(
      fc.property(fc.array(verb, { maxLength: 40 }), price, (verbs, total_price) => {
        const made = sold(offered({ total_price, services: [service(FACIAL, 3), service(MASSAGE, 2)] }));
        const entries: SessionMovement[] = made.opened();
        const taken = new Map<string, number[]>([FACIAL, MASSAGE].map((id) => [id, []]));
        const take = (id: string) => {
          const { movement, worth } = made.redeem(id, VISIT, TODAY);
          expect(worth).toBeGreaterThanOrEqual(0);
          entries.push(movement);
          taken.get(id)?.push(worth);
        };
        const worthTaken = () => money.add(0, ...[...taken.values()].flat());
        for (const [isBack, id] of verbs) {
          const worth = isBack ? taken.get(id)?.shift() : undefined;
          if (worth !== undefined) entries.push(...made.giveBack(id, VISIT, worth));
          else if (!isBack && refusal(() => take(id))[0] !== 'done')
            expect(made.sessions.find((s) => s.service_id === id)?.remaining).toBe(0);
          expect(made.redeemed_amount).toBe(worthTaken());
          expect(made.redeemed_amount).toBeLessThanOrEqual(made.price);
        }
        for (const { service_id, total, remaining } of made.sessions) {
          const moved = entries.filter((e) => e.service_id === service_id);
          expect(moved.reduce((n, e) => n + e.sessions_changed, 0)).toBe(remaining);
          expect(remaining >= 0 && remaining <= total).toBe(true);
        }
        expect(entries.map(({ position }) => position)).toEqual(entries.map((_, i) => i + 1));
        for (const { service_id, remaining } of made.sessions) for (let i = 0; i < remaining; i += 1) take(service_id);
        expect(worthTaken()).toBe(made.price);
      }),
    );
  });
});

it('A-353: the SST of each refund is that of its lines: none below 0 or above its line, and of all no more than was due', () => {
  const sen = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), fc.array(sen, { maxLength: 30 }), (price, back) => {
      const services = [FACIAL, MASSAGE, 'a', 'b', 'c'].map((id) => service(id, 2));
      const bought = sold(offered({ total_price: price / 100, services }));
      const given = [...back, price].flatMap((sent) =>
        bought.rest > 0 ? [bought.refund(Math.min(sent / 100, bought.rest), null, 'x').entry] : [],
      );
      for (const { lines, tax_amount } of given) {
        const taxes = (lines ?? []).map((part) => part.tax_amount ?? 0);
        expect(money.add(0, ...taxes)).toBe(tax_amount);
        for (const part of lines ?? []) expect(part.tax_amount).toBeGreaterThanOrEqual(0);
        for (const part of lines ?? []) expect(part.tax_amount).toBeLessThanOrEqual(part.amount);
      }
      expect(bought.refunded_amount).toBe(price / 100);
      expect(bought.refunded_tax).toBeLessThanOrEqual(bought.tax_amount);
    }),
  );
});

it('A-353: a void package says so where a session of it is asked for', () => {
  const bought = sold();
  bought.void('x', new Date(0));
  expect(refusal(() => bought.redeem(FACIAL, VISIT, TODAY))).toEqual(['conflict', 'voided_at']);
});
