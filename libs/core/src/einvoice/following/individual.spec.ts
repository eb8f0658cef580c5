import type { TurnoverGroup } from '../einvoice-rules.js';
import type { SourceDocument } from '../source/index.js';
import { placingOf } from './individual.js';

const settings = { individual: 'known_buyer', start_date: '2026-10-01', turnover_group: 'over_5m' } as const;
const source = (told: Partial<SourceDocument> = {}): SourceDocument => ({
  ...{ module: 'retail', kind: 'sale', id: 's1', number: 'INV-2026-000001', currency: 'MYR', changes: null },
  ...{ dated_at: new Date('2026-10-31T15:59:59Z'), has_returned_money: false, subject: null, lines: [] },
  ...{ taxes_within: false, total: 100, rounding: 0, payment_method: null, is_cancelled: false },
  ...told,
});

describe('A-515: individual or pooled', () => {
  it.each<[string, number, TurnoverGroup | null, boolean, string]>([
    ['without a buyer is pooled', 100, 'over_5m', false, 'pooled'],
    ['with a buyer has its own', 100, 'over_5m', true, 'individual'],
    ['of 12,000.00 in over_5m has its own', 12_000, 'over_5m', false, 'individual'],
    ['of 10,000.00 is not over it', 10_000, 'over_5m', false, 'pooled'],
    ['of 10,000.01 is', 10_000.01, 'over_5m', false, 'individual'],
    ['of 12,000.00 in up_to_5m is in the relaxation', 12_000, 'up_to_5m', false, 'pooled'],
    ['of 12,000.00 of no group has its own', 12_000, null, false, 'individual'],
  ])('a sale %s', (_, total, turnover_group, hasBuyer, expected) =>
    expect(placingOf(source({ total }), { ...settings, turnover_group }, hasBuyer)).toBe(expected),
  );

  it('a sale with a buyer is pooled where e-invoices are on request, unless it is over the limit', () => {
    const onRequest = { ...settings, individual: 'on_request' } as const;
    expect(placingOf(source(), onRequest, true)).toBe('pooled');
    expect(placingOf(source({ total: 12_000 }), onRequest, true)).toBe('individual');
  });

  it.each<[string, Partial<SourceDocument>, string]>([
    ['of 0', { total: 0 }, 'left'],
    ['that is cancelled', { is_cancelled: true }, 'left'],
    ['that changes another', { changes: { module: 'retail', kind: 'sale', id: 's0' } }, 'left'],
    ['of the day before the start', { dated_at: new Date('2026-09-30T15:59:59Z') }, 'left'],
    ['of the first minute of the start in Malaysia', { dated_at: new Date('2026-09-30T16:00:00Z') }, 'individual'],
  ])('a document %s', (_, told, expected) => expect(placingOf(source(told), settings, true)).toBe(expected));

  it('a sale of 12,000.00 in 2025 is pooled: the limit is from 2026 on', () => {
    const early = { ...settings, start_date: '2025-01-01', turnover_group: null };
    const dated_at = new Date('2025-12-31T15:00:00Z');
    expect(placingOf(source({ total: 12_000, dated_at }), early, false)).toBe('pooled');
  });
});
