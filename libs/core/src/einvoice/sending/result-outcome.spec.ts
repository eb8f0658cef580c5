import type { ServiceDocument, ServiceError } from '../client/index.js';
import { originalOf, outcomeOfResult } from './result-outcome.js';

const now = new Date('2026-11-28T08:00:00.000Z');
const document = (differences: Partial<ServiceDocument>): ServiceDocument => ({
  uuid: 'U1',
  submission_uid: 'S1',
  long_id: null,
  number: 'INV-1',
  status: 'submitted',
  type: null,
  total: 1,
  issued_at: now,
  validated_at: null,
  rejection_at: null,
  reason: null,
  ...differences,
});

describe('results of a submission (A-523)', () => {
  it('are waited for until the document is valid and has its long id', () => {
    expect(outcomeOfResult(undefined, now)).toEqual({ became: 'wait' });
    expect(outcomeOfResult(document({}), now)).toEqual({ became: 'wait' });
    expect(outcomeOfResult(document({ status: 'valid' }), now)).toEqual({ became: 'wait' });
    expect(outcomeOfResult(document({ long_id: 'L1' }), now)).toEqual({ became: 'wait' });
  });

  it('are valid at the time of the service, else now', () => {
    const validated_at = new Date('2026-11-28T07:59:58Z');
    expect(outcomeOfResult(document({ status: 'valid', long_id: 'L1', validated_at }), now)).toEqual({
      became: 'valid',
      long_id: 'L1',
      validated_at,
    });
    expect(outcomeOfResult(document({ status: 'cancelled', long_id: 'L1' }), now)).toMatchObject({ validated_at: now });
  });

  it('are asked for in detail where the document is invalid', () => {
    expect(outcomeOfResult(document({ status: 'invalid' }), now)).toEqual({ became: 'ask' });
  });

  const error = (code: string, en: string): ServiceError => ({ code, path: null, message: { en, ms: null } });
  const said =
    'Duplicated submitted document with UUID 132YBP1HE6GHJ0XSVNW0141J10 where the values of configured attributes match with values for the document with UUID: GJCGP9RWJF7961J8XNW0141J10”,';

  it('name the first of two equal documents', () => {
    expect(originalOf([error('Error02/CF364', ''), error('Error03/DS302', said)])).toBe('GJCGP9RWJF7961J8XNW0141J10');
  });

  it('name none for other errors, or words', () => {
    expect(originalOf([error('Error02/CF364', said)])).toBeNull();
    expect(originalOf([error('Error03/DS302', 'Twice')])).toBeNull();
    expect(originalOf([])).toBeNull();
  });
});
