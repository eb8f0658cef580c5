import { DomainError } from '@usaha/shared';
import { Membership, type MembershipBenefit, type MembershipDetails } from './membership.entity.js';

const TODAY = '2026-03-10';
const membership = (details: Partial<MembershipDetails> = {}): Membership => {
  const made = new Membership();
  made.describe({ membership_type: 'Gold', ...details });
  return made;
};
const benefit = (more: Partial<MembershipBenefit>): MembershipBenefit => ({
  benefit: null,
  type: null,
  value: null,
  service_id: null,
  ...more,
});

/** The field that a refusal names. */
function refusedFor(details: Partial<MembershipDetails>): string | undefined {
  try {
    membership(details);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
  return undefined;
}

describe('A-263: a membership is current', () => {
  it.each<[string, Partial<MembershipDetails>]>([
    ['without dates', {}],
    ['on its first day', { start_date: TODAY }],
    ['on its last day', { end_date: TODAY }],
    ['that is active in capitals, with spaces', { status: ' ACTIVE ' }],
    ['whose status was taken back', { status: null }],
  ])('%s', (_, details) => expect(membership(details).isCurrentOn(TODAY)).toBe(true));

  it.each<[string, Partial<MembershipDetails>]>([
    ['that begins tomorrow', { start_date: '2026-03-11' }],
    ['that ended yesterday', { end_date: '2026-03-09' }],
    ['that is frozen', { status: 'frozen' }],
    ['whose status says nothing', { status: '' }],
  ])('not one %s', (_, details) => expect(membership(details).isCurrentOn(TODAY)).toBe(false));
});

it('A-114: an end before the start is refused, whichever is sent later; one day is enough', () => {
  expect(refusedFor({ start_date: TODAY, end_date: '2026-03-09' })).toBe('end_date');
  expect(refusedFor({ start_date: TODAY, end_date: TODAY })).toBeUndefined();
  const made = membership({ end_date: TODAY });
  expect(() => made.describe({ start_date: '2026-03-11' })).toThrow('end_date must not be before start_date');
});

it('A-263: only a discount is a percentage', () => {
  const of = (type: MembershipBenefit['type'], value: number) => ({
    benefits: [benefit({}), benefit({ type, value })],
  });
  expect(refusedFor(of('percentage_discount', 100.01))).toBe('benefits.1.value');
  expect(refusedFor(of('percentage_discount', -1))).toBe('benefits.1.value');
  expect(refusedFor(of('percentage_discount', 100))).toBeUndefined();
  expect(refusedFor(of('free_service', 150))).toBeUndefined();
  expect(refusedFor(of('priority', 150))).toBeUndefined();
});

it('A-22: the fee is kept to the sen, and not below 0', () => {
  expect(membership({ annual_fee: 199.005 }).annual_fee).toBe(199.01);
  expect(refusedFor({ annual_fee: -0.01 })).toBe('annual_fee');
});
