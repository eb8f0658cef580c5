import { DomainError, isUuid } from '@usaha/shared';
import { catalogue, findModule, moduleKeys } from './catalogue.js';
import { modulesNamed } from './module-names.js';

describe('the catalogue (A-69)', () => {
  it('has exactly the five modules, each with its industry and id', () => {
    expect(catalogue.map(({ key }) => key)).toEqual([...moduleKeys]);
    expect(catalogue.map(({ industry }) => industry)).toEqual([...moduleKeys]);
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(5);
    expect(catalogue.every(({ id, status }) => isUuid(id) && status === 'active')).toBe(true);
  });

  it('has features and prices for each', () => {
    for (const { features, pricing } of catalogue) {
      expect(Object.keys(features).length).toBeGreaterThan(0);
      expect(pricing.yearly).toBeGreaterThan(pricing.monthly);
      expect(pricing.monthly).toBeGreaterThan(0);
    }
  });

  it('is searched by key and uuid in any case', () => {
    const [retail] = catalogue;
    expect(findModule('retail')).toBe(retail);
    expect(findModule('RETAIL')).toBe(retail);
    expect(findModule((retail?.id ?? '').toUpperCase())).toBe(retail);
    expect(findModule('nope')).toBeUndefined();
    expect(findModule('')).toBeUndefined();
  });
});

describe('modulesNamed (A-74)', () => {
  it('gives keys, each once', () => {
    expect(modulesNamed('module_ids', ['beauty', catalogue[0]?.id ?? '', 'Retail'])).toEqual(['beauty', 'retail']);
    expect(modulesNamed('module_ids', [])).toEqual([]);
  });

  it('refuses an unknown one, naming the field', () => {
    expect(() => modulesNamed('modules', ['retail', 'nope'])).toThrow(DomainError);
    expect(() => modulesNamed('modules', ['nope'])).toThrow(/^modules names a module that does not exist: nope/);
  });
});
