import { auditCutoff, auditYears } from './audit-retention.js';

describe('how long the audit trail is kept', () => {
  it.each<[why: string, configurations: unknown[], years: number]>([
    ['nothing is configured', [], 7],
    ['no configuration was sent', [null], 7],
    ['it is not among the keys', [{ retail: { enable_inventory_alerts: true } }], 7],
    ['it is longer', [{ audit_retention_years: 10, retail: {} }], 10],
    ['it is shorter than the law asks', [{ audit_retention_years: 1 }], 7],
    ['it is none', [{ audit_retention_years: 0 }], 7],
    ['it is negative', [{ audit_retention_years: -5 }], 7],
    ['it is a text', [{ audit_retention_years: '10' }], 10],
    ['it cannot be read', [{ audit_retention_years: 'ten' }], 1_000],
    ['it is empty', [{ audit_retention_years: '' }], 1_000],
    ['it is not its own value', [{ audit_retention_years: [8] }], 1_000],
    ['it is null', [{ audit_retention_years: null }], 7],
    ['it is a part of a year more', [{ audit_retention_years: 7.5 }], 8],
    ['modules differ', [{ audit_retention_years: 8 }, { audit_retention_years: 12 }, {}], 12],
    ['it stands under the key of a module', [{ retail: { audit_retention_years: 10 } }], 10],
  ])('where %s', (_, configurations, years) => expect(auditYears(configurations)).toBe(years));

  it.each([
    ['2026-11-23T00:00:00Z', 7, '2018-12-31T16:00:00Z'],
    ['2026-12-31T15:59:59Z', 7, '2018-12-31T16:00:00Z'],
    // New Year in Malaysia.
    ['2026-12-31T16:00:00Z', 7, '2019-12-31T16:00:00Z'],
    ['2026-11-23T00:00:00Z', 10, '2015-12-31T16:00:00Z'],
    ['2026-11-23T00:00:00Z', 1_000_000, '1970-12-31T16:00:00Z'],
  ])('counts from the end of the year: at %s, %d years, from %s', (now, years, cutoff) =>
    expect(auditCutoff(new Date(now), years)).toEqual(new Date(cutoff)),
  );
});
