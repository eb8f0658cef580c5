import { configurationOf, setting } from './configuration.js';
import { configurationWarnings, nearestOf } from './configuration-warnings.js';

configurationOf('retail', {
  enable_loyalty_program: setting.flag(false),
  default_tax_rate: setting.number({ from: 0, to: 100, fallback: 6 }),
});

const warningsOf = (configuration: Record<string, unknown>) =>
  configurationWarnings(configuration, 'retail').map((warning) => warning.in('en'));

describe('warnings about a configuration (A-335)', () => {
  it('name the nearest known key of an unknown one', () =>
    expect(warningsOf({ retail: { enable_loyalty_programme: true } })).toEqual([
      'retail.enable_loyalty_programme is no setting of this module and has no effect; did you mean enable_loyalty_program?',
    ]));

  it('name an unknown key that is like no known one', () =>
    expect(warningsOf({ retail: { points: 1 } })).toEqual([
      'retail.points is no setting of this module: it is stored and has no effect',
    ]));

  it.each([{ default_tax_rate: '6' }, { default_tax_rate: 101 }, { default_tax_rate: null }])(
    'name a value that counts as not set: %j',
    (settings) =>
      expect(warningsOf({ retail: settings })).toEqual([
        'retail.default_tax_rate is of another type or out of its range: it counts as not set',
      ]),
  );

  it('name the settings of another module, and unknown keys next to those of the modules', () =>
    expect(warningsOf({ beauty: {}, retial: {} })).toEqual([
      'beauty holds settings of another module than retail: enable beauty to set them',
      'retial is no setting of this module and has no effect; did you mean retail?',
    ]));

  it('are none where all is known', () =>
    expect(
      warningsOf({ retail: { default_tax_rate: 0, enable_loyalty_program: true }, audit_retention_years: 8 }),
    ).toEqual([]));

  it.each([
    ['x', ['y'], undefined],
    ['defualt_tax_rate', ['default_tax_rate', 'enable_loyalty_program'], 'default_tax_rate'],
    ['ENABLE_LOYALTY_PROGRAM', ['enable_loyalty_program'], 'enable_loyalty_program'],
    ['', ['retail'], undefined],
  ])('%j of %j is nearest to %j', (word, known, nearest) => expect(nearestOf(word, known)).toBe(nearest));
});
