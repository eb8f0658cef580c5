import type { CallOutcome, ServiceError, SubmissionAnswer } from '../client/index.js';
import { outcomeOfSubmission } from './submission-outcome.js';

const correlation_id = 'C-1';
const error = (code: string): ServiceError => ({ code, path: null, message: { en: code, ms: null } });
const done = (value: Partial<SubmissionAnswer>): CallOutcome<SubmissionAnswer> => ({
  outcome: 'done',
  value: { submission_uid: 'S1', accepted: [], rejected: [], ...value },
  correlation_id,
});
const refused = (status: number, code = 'X'): CallOutcome<SubmissionAnswer> => ({
  outcome: 'refused',
  status,
  errors: [error(code)],
  correlation_id,
});
const of = (call: CallOutcome<SubmissionAnswer>, ...numbers: string[]) => {
  const { documents, ...whole } = outcomeOfSubmission(numbers, call);
  return { ...whole, documents: Object.fromEntries(documents) };
};

describe('outcome of a submission (A-521, A-522)', () => {
  it('is told by document where the service answers', () => {
    const accepted = [{ number: 'A', uuid: 'U1' }];
    const rejected = [
      { number: 'B', errors: [error('Error02/CF364')] },
      { number: 'C', errors: [error('Error03/DS302')] },
    ];
    expect(of(done({ accepted, rejected }), 'A', 'B', 'C', 'D')).toEqual({
      is_split: false,
      is_forbidden: false,
      correlation_id,
      documents: {
        A: { became: 'submitted', uuid: 'U1', submission_uid: 'S1' },
        B: { became: 'invalid', errors: [error('Error02/CF364')] },
        C: { became: 'duplicate', errors: [error('Error03/DS302')] },
        D: { became: 'unsure' },
      },
    });
  });

  it('is later where surely nothing was done', () => {
    const later = { outcome: 'later', status: 429, retry_after_ms: 2_000, correlation_id } as const;
    expect(of(later, 'A', 'B').documents).toEqual({
      A: { became: 'later', retry_after_ms: 2_000 },
      B: { became: 'later', retry_after_ms: 2_000 },
    });
  });

  it('is unsure where it may have been done', () => {
    expect(of({ outcome: 'unsure', status: 500, correlation_id }, 'A').documents).toEqual({ A: { became: 'unsure' } });
  });

  it.each([400, 413])('is split in halves by %i, and invalid alone', (status) => {
    expect(of(refused(status, 'BadStructure'), 'A', 'B')).toMatchObject({
      is_split: true,
      documents: { A: { became: 'later', retry_after_ms: 0 }, B: { became: 'later', retry_after_ms: 0 } },
    });
    expect(of(refused(status, 'BadStructure'), 'A')).toMatchObject({
      is_split: false,
      documents: { A: { became: 'invalid', errors: [error('BadStructure')] } },
    });
  });

  it('rests where the credentials may not submit', () => {
    expect(of(refused(403), 'A', 'B')).toMatchObject({ is_forbidden: true, documents: { A: { became: 'later' } } });
  });

  it('is later for other refusals, which say nothing of the documents', () => {
    expect(of(refused(404), 'A')).toMatchObject({ is_forbidden: false, documents: { A: { became: 'later' } } });
  });
});
