import { readSettings } from './settings.js';

const UNSET = {
  enable_inventory_alerts: false,
  loyalty_points_per_ringgit: 0,
  apply_tier_discounts: false,
  offline_sale_days: 31,
  default_tax_rate: 6,
};

it('what is not set is off, and taxed at 6 percent (A-91)', () => expect(readSettings({})).toEqual(UNSET));

it('what is set is taken', () =>
  expect(
    readSettings({
      enable_inventory_alerts: true,
      enable_loyalty_program: true,
      loyalty_points_per_ringgit: 1.5,
      apply_tier_discounts: true,
      offline_sale_days: 7,
      default_tax_rate: 8,
      color: 'red',
    }),
  ).toEqual({
    enable_inventory_alerts: true,
    loyalty_points_per_ringgit: 1.5,
    apply_tier_discounts: true,
    offline_sale_days: 7,
    default_tax_rate: 8,
  }));

it.each([
  [{ loyalty_points_per_ringgit: 2 }, 0],
  [{ enable_loyalty_program: false, loyalty_points_per_ringgit: 2 }, 0],
  [{ enable_loyalty_program: true }, 0],
  [{ enable_loyalty_program: true, loyalty_points_per_ringgit: 2 }, 2],
  [{ enable_loyalty_program: true, loyalty_points_per_ringgit: '2' }, 0],
  [{ enable_loyalty_program: true, loyalty_points_per_ringgit: -1 }, 0],
  [{ enable_loyalty_program: true, loyalty_points_per_ringgit: Number.NaN }, 0],
])('A-95: points take the flag and a rate together: %j earns %d', (configuration, points) =>
  expect(readSettings(configuration).loyalty_points_per_ringgit).toBe(points),
);

it.each([
  [0, 0],
  [5, 5],
  [100, 100],
  [-1, 6],
  [101, 6],
  ['8', 6],
  [null, 6],
])('A-91: a default rate of %j is %d percent; 0 stays 0', (default_tax_rate, rate) =>
  expect(readSettings({ default_tax_rate }).default_tax_rate).toBe(rate),
);

it.each(['true', 1, null, {}])('an alert flag of %j counts as not set', (enable_inventory_alerts) =>
  expect(readSettings({ enable_inventory_alerts }).enable_inventory_alerts).toBe(false),
);
