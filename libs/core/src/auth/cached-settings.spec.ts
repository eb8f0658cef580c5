import { CachedSettings } from './cached-settings.js';

const text = (rate: number): string => JSON.stringify({ retail: { default_tax_rate: rate } });

it('settings are cached for a second after they were asked for', () => {
  let now = 5_000;
  const settings = new CachedSettings(1_000, () => now);
  settings.keep('a', text(6), 4_500);
  expect(settings.of('a')).toEqual({ retail: { default_tax_rate: 6 } });
  expect(settings.of('b')).toBeUndefined();
  now = 5_500;
  expect(settings.of('a')).toBeUndefined();
});

it('all requests of a tenant see one object for as long as nothing changed', () => {
  const settings = new CachedSettings(1_000, () => 0);
  settings.keep('a', text(6), 0);
  const first = settings.of('a');
  settings.keep('a', text(6), 0);
  expect(settings.of('a')).toBe(first);
  settings.keep('a', text(8), 0);
  expect(settings.of('a')).toEqual({ retail: { default_tax_rate: 8 } });
});

it('no more than a given number of characters are kept, and those that were read last', () => {
  const { length } = text(6);
  const settings = new CachedSettings(3 * length, () => 0);
  for (const tenant of ['a', 'b', 'c', 'a', 'd']) settings.keep(tenant, text(6), 0);
  expect(['a', 'b', 'c', 'd'].filter((tenant) => settings.of(tenant))).toEqual(['a', 'c', 'd']);
  settings.forget('a');
  settings.forget('unknown');
  settings.keep('e', text(6), 0);
  expect(['c', 'd', 'e'].filter((tenant) => settings.of(tenant))).toEqual(['c', 'd', 'e']);
  settings.forgetAll();
  settings.keep('f', JSON.stringify({ long: 'x'.repeat(4 * length) }), 0);
  expect(settings.of('f')).toBeUndefined();
});

it('patterns of awaited events are kept and counted with the settings (A-436)', () => {
  const settings = new CachedSettings(100, () => 0);
  settings.keep('a', '{}', 0, ['retail.sale.*']);
  expect([settings.awaitedBy('a'), settings.awaitedBy('b')]).toEqual([['retail.sale.*'], undefined]);
  settings.keep('b', '{}', 0, ['x'.repeat(90)]);
  expect([settings.awaitedBy('a'), settings.awaitedBy('b')?.length]).toEqual([undefined, 1]);
});
