import type { ServiceDocument } from '../client/index.js';
import { foundOf, type Sought } from './found-document.js';

const issued_at = new Date('2026-11-28T08:00:01.437Z');
const sought: Sought = {
  number: 'INV-2026-000001',
  type_code: '01',
  issued_at,
  currency: 'MYR',
  exchange_rate: null,
  payable: 10.1,
};
const found = (differences: Partial<ServiceDocument> = {}): ServiceDocument => ({
  uuid: 'U1',
  submission_uid: 'S1',
  long_id: null,
  number: 'INV-2026-000001',
  status: 'submitted',
  type: 'Invoice',
  total: 10.1,
  issued_at: new Date('2026-11-28T08:00:01Z'),
  validated_at: null,
  rejection_at: null,
  reason: null,
  ...differences,
});

describe('recognising a document in a search (A-522)', () => {
  it('finds it by number, type, total and issue time to the second', () => {
    expect(foundOf(sought, [found({ number: 'INV-2026-000002', uuid: 'U2' }), found()])).toMatchObject({ uuid: 'U1' });
    expect(foundOf(sought, [found({ type: '01' })])).toMatchObject({ uuid: 'U1' });
    expect(foundOf(sought, [found({ type: null })])).toMatchObject({ uuid: 'U1' });
    expect(foundOf(sought, [])).toBeNull();
  });

  const others: [what: string, differences: Partial<ServiceDocument>][] = [
    ['number', { number: 'INV-2026-00001' }],
    ['type', { type: 'credit note' }],
    ['total', { total: 10.11 }],
    ['total that is not told', { total: null }],
    ['issue time', { issued_at: new Date('2026-11-28T08:00:02Z') }],
    ['issue time that is not told', { issued_at: null }],
  ];
  it.each(others)('takes none with another %s', (_, differences) => {
    expect(foundOf(sought, [found(differences)])).toBeNull();
  });

  it('takes the valid one of several', () => {
    const two = [found({ uuid: 'U1', status: 'invalid' }), found({ uuid: 'U2', status: 'valid' })];
    expect(foundOf(sought, two)).toMatchObject({ uuid: 'U2' });
  });

  it('compares totals of another currency in MYR, to some sen', () => {
    const dollars = { ...sought, currency: 'USD', exchange_rate: 4.4523, payable: 100 };
    expect(foundOf(dollars, [found({ total: 445.23 })])).not.toBeNull();
    expect(foundOf(dollars, [found({ total: 445.3 })])).toBeNull();
  });
});
