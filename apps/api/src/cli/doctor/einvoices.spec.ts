import { clockFinding, faultsOf, rulesKnown } from './einvoices.js';

const now = new Date('2027-01-01T00:00:00Z');
const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000);
const sender = {
  tenant_id: 't-1',
  environment: 'production',
  credentials: 'own',
  has_credentials: true,
  certificate_until: null,
  rest: null,
} as const;
const operator = { einvoiceIntermediary: { client_id: 'a', client_secret: 'b' } };
const none = { einvoiceIntermediary: null };

describe('doctor on e-invoices (A-532)', () => {
  it('finds rules that were compared more than 180 days ago', () => {
    expect(rulesKnown(now, '2026-07-05').mark).toBe('✓');
    expect(rulesKnown(now, '2026-07-04')).toMatchObject({ mark: '✗', text: expect.stringContaining('181 days') });
  });

  it('finds what keeps a business from sending', () => {
    const texts = (changes: object, config: typeof operator | typeof none = operator): string[] =>
      faultsOf({ ...sender, ...changes }, config, now).map(({ mark, text }) => `${mark} ${text}`);
    expect(texts({})).toEqual([]);
    expect(texts({ has_credentials: false })).toEqual(['✗ tenant t-1 has no client_id and client_secret']);
    const through = { credentials: 'intermediary', has_credentials: false };
    expect([texts(through), texts(through, none)]).toEqual([[], [expect.stringContaining('EINVOICE_CLIENT_ID')]]);
    expect(texts({ rest: 'refused' })).toEqual([expect.stringContaining('refuses')]);
    expect(texts({ rest: 'forbidden' })).toEqual([expect.stringContaining('does not let submit')]);
    expect([texts({ certificate_until: days(8) }), texts({ certificate_until: days(7) })]).toEqual([
      [],
      [expect.stringContaining('2027-01-08')],
    ]);
  });

  it('compares the clock with that of MyInvois', () => {
    const at = (seconds: number) => clockFinding('production', now.toUTCString(), now.getTime() + seconds * 1_000);
    expect([at(60).mark, at(-60).mark]).toEqual(['✓', '✓']);
    expect(at(61).text).toContain('61 seconds ahead of');
    expect(at(-90).text).toContain('90 seconds behind');
    expect(clockFinding('sandbox', null, now.getTime()).mark).toBe('–');
  });
});
