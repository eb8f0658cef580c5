import fc from 'fast-check';
import { toSen } from '@usaha/shared';
import type { BenefitType } from '../membership/membership.entity.js';
import { benefitOf, takenOff } from './membership-benefits.js';

const membership = (value: number | null, type: BenefitType = 'percentage_discount') => ({
  benefits: [{ benefit: null, type, value, service_id: null }],
});

describe('A-270: what a membership takes off', () => {
  it.each([
    ['Gold 10 %', [membership(10)], null, 10],
    ['the largest of several', [membership(10), membership(15)], null, 15],
    ['the service gives more', [membership(10)], 20, 20],
    ['the service gives less', [membership(10)], 5, 10],
    ['nothing without a membership, for any benefit of the service', [], 20, 0],
    ['what the service gives, of a membership that gives nothing', [membership(null, 'priority')], 20, 20],
    ['a free service is no discount', [membership(50, 'free_service')], null, 0],
    ['a discount without a value is none', [membership(null)], undefined, 0],
  ])('%s', (_, memberships, membership_discount, percent) =>
    expect(benefitOf(memberships, membership_discount)).toBe(percent),
  );

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
