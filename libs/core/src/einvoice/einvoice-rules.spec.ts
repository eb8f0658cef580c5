import { groupRules, limitRules, obligationOf, turnoverGroups } from './einvoice-rules.js';

describe('who has to issue e-invoices, and when (A-511)', () => {
  it('is told of every group, in the order of the phases', () => {
    expect(groupRules.map(({ turnover_group }) => turnover_group)).toEqual([...turnoverGroups]);
    expect(groupRules.find(({ turnover_group }) => turnover_group === 'up_to_5m')).toMatchObject({
      mandatory_from: '2026-01-01',
      relaxation_until: '2027-12-31',
    });
  });

  it('has the limits of transactions, cancellations and consolidations', () => {
    expect(limitRules.map(({ rule, value, from }) => [rule, value, from])).toEqual([
      ['individual_over', 10_000, '2026-01-01'],
      ['cancel_hours', 72, '2024-08-01'],
      ['consolidate_days', 7, '2024-08-01'],
    ]);
  });

  it.each([
    ['up_to_5m', '2025-12-31', false],
    ['up_to_5m', '2026-01-01', true],
    ['up_to_5m', '2027-12-31', true],
    ['up_to_5m', '2028-01-01', false],
    ['over_5m', '2026-01-01', false],
    ['begun_since_2023', '2026-06-30', false],
    ['begun_since_2023', '2026-07-01', true],
    ['below_1m', '2026-07-01', false],
    [null, '2026-07-01', false],
  ] as const)('%s on %s: in relaxation %s', (group, day, in_relaxation) =>
    expect(obligationOf(group, day).in_relaxation).toBe(in_relaxation),
  );
});
