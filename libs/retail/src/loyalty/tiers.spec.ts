import { loyaltyTiers, tierOf, tierTable } from './tiers.js';

describe('the loyalty tiers (A-103)', () => {
  it.each([
    [0, 'bronze'],
    [999, 'bronze'],
    [1_000, 'silver'],
    [4_999, 'silver'],
    [5_000, 'gold'],
    [9_999, 'gold'],
    [10_000, 'platinum'],
    [2 ** 31 - 1, 'platinum'],
  ])('%i points are %s', (points, tier) => {
    expect(tierOf(points)).toBe(tier);
  });

  it('are those of the specification', () => {
    expect(
      tierTable.map(({ name, min_points, max_points, discount_rate }) => [name, min_points, max_points, discount_rate]),
    ).toEqual([
      ['Bronze', 0, 999, 0],
      ['Silver', 1_000, 4_999, 5],
      ['Gold', 5_000, 9_999, 10],
      ['Platinum', 10_000, null, 15],
    ]);
  });

  it('say what they bring: points to redeem, and the discount of the tier', () => {
    for (const { discount_rate, benefits } of tierTable)
      expect(benefits).toEqual([
        { en: 'Points that can be redeemed for rewards', ms: 'Mata yang boleh ditebus untuk ganjaran' },
        ...(discount_rate > 0
          ? [{ en: `${discount_rate} percent discount`, ms: `Diskaun ${discount_rate} peratus` }]
          : []),
      ]);
  });

  it('leave no balance between two of them, and name customers’ tiers in lower case', () => {
    tierTable.forEach(({ name, min_points, max_points }, i) => {
      expect(name.toLowerCase()).toBe(loyaltyTiers[i]);
      expect(max_points).toBe(i + 1 < tierTable.length ? tierTable[i + 1]!.min_points - 1 : null);
      expect(tierOf(min_points)).toBe(loyaltyTiers[i]);
    });
  });
});
