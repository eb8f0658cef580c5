import fc from 'fast-check';
import { toSen } from '@usaha/shared';
import type { BenefitType } from '../membership/membership.entity.js';
import { benefitOf, takenOff } from './membership-benefits.js';

const FACIAL = 'facial';
const membership = (
  value: number | null,
  type: BenefitType = 'percentage_discount',
  service_id: string | null = null,
) => ({
  benefits: [{ benefit: null, type, value, service_id }],
});
const service = (membership_discount: number | null = null, promotion_discount: number | null = null) => ({
  ...{ id: FACIAL, membership_discount, promotion_discount },
});

describe('A-270, A-355: what is taken off a line', () => {
  it.each([
    ['Gold 10 %', [membership(10)], service(), 10],
    ['the largest of several', [membership(10), membership(15)], service(), 15],
    ['the service gives more', [membership(10)], service(20), 20],
    ['the service gives less', [membership(10)], service(5), 10],
    ['nothing without a membership of what the service gives members', [], service(20), 0],
    ['what the service gives, of a membership that gives priority', [membership(null, 'priority')], service(20), 20],
    ['a free service is free', [membership(null, 'free_service', FACIAL), membership(10)], service(20), 100],
    ['another one is not', [membership(50, 'free_service', 'cut')], service(), 0],
    ['one that names no service frees none', [membership(50, 'free_service')], service(), 0],
    ['a promotion is for all', [], service(20, 15), 15],
    ['a promotion is not added to what members get', [membership(10)], service(20, 15), 20],
    ['a promotion that is more goes before', [membership(10)], service(5, 30), 30],
    ['a discount without a value is none', [membership(null)], service(), 0],
  ])('%s', (_, memberships, of, percent) => expect(benefitOf(memberships, of)).toBe(percent));

  it('80 less 10 % is 72: 8 are taken off, half-up to the sen', () =>
    expect([takenOff(80, 10), takenOff(45.55, 10), takenOff(0, 10)]).toEqual([8, 4.56, 0]));

  it('is never more than the price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 1_000_000 }), (sen, parts) => {
        const off = toSen(takenOff(sen / 100, parts / 10_000));
        const exact = BigInt(sen) * BigInt(parts);
        expect(off).toBe((exact * 2n + 1_000_000n) / 2_000_000n);
        expect(off >= 0n && off <= BigInt(sen)).toBe(true);
      }),
    );
  });
});
