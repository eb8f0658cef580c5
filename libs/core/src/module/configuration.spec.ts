import type { Context } from '@usaha/shared';
import { Configurations, configurationOf, setting, type ConfigurationOf } from './configuration.js';
import type { ModuleService } from './module.service.js';

const declared = configurationOf('beauty', {
  prevent_double_booking: setting.flag(false),
  default_tax_rate: setting.number({ from: 0, to: 100, fallback: 8 }),
  hours_before: setting.number({ above: 0, to: 720, fallback: 24 }),
  doctors: setting.object(),
});
const UNSET = { prevent_double_booking: false, default_tax_rate: 8, hours_before: 24, doctors: {} };

it('what is not set has its default', () => expect(declared.read({})).toEqual(UNSET));

it('what is set is taken, and keys that are not declared are left out', () => {
  const given = { prevent_double_booking: true, default_tax_rate: 0, hours_before: 720, doctors: { a: 1 } };
  expect(declared.read({ ...given, colour: 'red' })).toEqual(given);
});

it.each([null, 'true', 1, {}, []])('%j counts as not set where a flag is declared', (prevent_double_booking) =>
  expect(declared.read({ prevent_double_booking })).toEqual(UNSET),
);

it.each([null, '8', true, Number.NaN, -0.1, 100.1])('%s counts as not set where 0 to 100 is declared', (given) =>
  expect(declared.read({ default_tax_rate: given })).toEqual(UNSET),
);

it.each([0, -1, 720.5])('%s counts as not set where more than 0 is declared', (hours_before) =>
  expect(declared.read({ hours_before })).toEqual(UNSET),
);

it.each([null, 'x', ['x'], 5])('%j counts as not set where an object is declared', (doctors) =>
  expect(declared.read({ doctors })).toEqual(UNSET),
);

it('nothing is set by inheritance', () =>
  expect(declared.read(Object.create({ default_tax_rate: 5 }) as Record<string, unknown>)).toEqual(UNSET));

it('a context reads those of its module', async () => {
  class BeautyConfigurations extends Configurations<ConfigurationOf<typeof declared>> {
    constructor(modules: ModuleService) {
      super(modules, declared);
    }
  }
  const sent: Record<string, unknown> = { beauty: { default_tax_rate: 6 }, retail: { default_tax_rate: 5 } };
  const modules = { configuration: (_: Context, key: string) => Promise.resolve(sent[key]) };
  const own = new BeautyConfigurations(modules as unknown as ModuleService);
  expect(await own.of({} as Context)).toEqual({ ...UNSET, default_tax_rate: 6 });
});
