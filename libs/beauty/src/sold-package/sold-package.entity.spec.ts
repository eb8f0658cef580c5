import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
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

const sold = (of = offered(), payment_method: string | null = null): SoldPackage =>
  SoldPackage.of('client', of, (id) => (id === FACIAL ? 'Facial' : 'Urutan'), { payment_method, purchase_date: TODAY });

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
        { service_id: FACIAL, service_name: 'Facial', total: 5, remaining: 5 },
        { service_id: MASSAGE, service_name: 'Urutan', total: 1, remaining: 1 },
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
    expect(made.redeem(FACIAL, VISIT, TODAY)).toMatchObject({ kind: 'redeemed', sessions_changed: -1, balance: 1 });
    expect(made.giveBack(FACIAL, VISIT)).toMatchObject([{ kind: 'returned', sessions_changed: 1, balance: 2 }]);
    expect(made.giveBack(MASSAGE, VISIT)).toEqual([]);
  });

  it('is refused of what it does not bring, after its last day, and where none is left', () => {
    const made = sold(offered({ validity_months: 1 }));
    expect(refusal(() => made.redeem(MASSAGE, VISIT, TODAY))).toEqual(['invalid', 'service_id']);
    expect(refusal(() => made.redeem(FACIAL, VISIT, '2026-04-11'))).toEqual(['conflict', 'expires_on']);
    for (let i = 0; i < 2; i++) made.redeem(FACIAL, VISIT, '2026-04-10');
    expect(refusal(() => made.redeem(FACIAL, VISIT, TODAY))).toEqual(['conflict', 'service_id']);
  });

  it('leaves as many as the movements add up to, whatever happens', () => {
    const verb = fc.tuple(fc.boolean(), fc.constantFrom(FACIAL, MASSAGE));
    fc.assert(
      fc.property(fc.array(verb, { maxLength: 40 }), (verbs) => {
        const made = sold(offered({ services: [service(FACIAL, 3), service(MASSAGE, 0)] }));
        const entries: SessionMovement[] = made.opened();
        for (const [isBack, id] of verbs) {
          const taken = -entries
            .filter((e) => e.service_id === id && e.kind !== 'sold')
            .reduce((n, e) => n + e.sessions_changed, 0);
          if (isBack && taken > 0) entries.push(...made.giveBack(id, VISIT));
          else if (!isBack && refusal(() => entries.push(made.redeem(id, VISIT, TODAY)))[0] !== 'done')
            expect(made.sessions.find((s) => s.service_id === id)?.remaining).toBe(0);
        }
        for (const { service_id, total, remaining } of made.sessions) {
          const moved = entries.filter((e) => e.service_id === service_id);
          expect(moved.reduce((n, e) => n + e.sessions_changed, 0)).toBe(remaining);
          expect(remaining >= 0 && remaining <= total).toBe(true);
        }
        expect(entries.map(({ position }) => position)).toEqual(entries.map((_, i) => i + 1));
      }),
    );
  });
});
