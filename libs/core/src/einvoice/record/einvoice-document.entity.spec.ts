import { DomainError } from '@usaha/shared';
import type { EinvoiceError } from './einvoice-error.js';
import { EinvoiceDocument, type BuiltEinvoice, type EinvoiceIdentity } from './einvoice-document.entity.js';
import { einvoiceLifecycle, einvoiceStatuses, type EinvoiceStatus } from './einvoice-lifecycle.js';

const now = new Date('2026-11-02T03:04:05.678Z');
const later = new Date('2026-11-02T03:05:05.678Z');
const identity: EinvoiceIdentity = {
  kind: 'invoice',
  number: 'INV-2026-000001',
  environment: 'simulator',
  module: 'retail',
  source: { module: 'retail', kind: 'sale', id: 'a' },
  consolidated: false,
  month: '2026-10',
  sources: 1,
  person_id: null,
  refers_to: [],
};
const built: BuiltEinvoice = {
  ubl_version: '1.0',
  currency: 'MYR',
  exchange_rate: null,
  totals: { excluding_tax: 100, tax_amount: 6, including_tax: 106, rounding: -0.01, payable: 105.99 },
  buyer: null,
  errors: [],
};
const error: EinvoiceError = {
  code: 'BUYER_REQUIRED',
  path: 'buyer',
  message: { en: 'missing', ms: 'tiada' },
  source: 'local',
};
const blocked = { ...built, errors: [error] };
const reference = { einvoice_id: 'b', number: 'INV-2026-000001', uuid: null };

const documentIn = (status: EinvoiceStatus): EinvoiceDocument =>
  Object.assign(EinvoiceDocument.of(identity, built, now), { status });
const codeOf = (act: () => void): string | undefined => {
  try {
    act();
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal.code;
    throw refusal;
  }
  return undefined;
};

describe('A-520: a document', () => {
  it('waits to be sent, with the time of its text', () => {
    const document = EinvoiceDocument.of(identity, built, now);
    expect(document).toMatchObject({
      status: 'queued',
      issued_at: now,
      next_attempt_at: now,
      source: identity.source,
      type_code: '01',
      total_including_tax: 106,
      rounding: -0.01,
      payable: 105.99,
      errors: [],
    });
  });

  it('is blocked where something is in the way, and a draft where its original is not valid', () => {
    const document = EinvoiceDocument.of(identity, blocked, now);
    expect([document.status, document.errors, document.issued_at, document.due_at]).toEqual([
      'blocked',
      [error],
      null,
      null,
    ]);
    const note = EinvoiceDocument.of({ ...identity, kind: 'refund_note', refers_to: [reference] }, blocked, now);
    expect([note.status, note.original_id, note.type_code]).toEqual(['draft', 'b', '04']);
    note.settle([{ ...reference, uuid: 'U' }], built, later);
    expect([note.status, note.issued_at, note.refers_to[0]?.uuid]).toEqual(['queued', later, 'U']);
  });

  it('is queued by a retry, or stays with other errors', () => {
    const document = EinvoiceDocument.of(identity, blocked, now);
    const other = { ...error, code: 'BUYER_INCOMPLETE' };
    document.rebuild({ ...blocked, errors: [other] }, later);
    expect([document.status, document.errors, document.due_at]).toEqual(['blocked', [other], null]);
    document.rebuild(built, later);
    expect([document.status, document.errors, document.issued_at]).toEqual(['queued', [], later]);
  });

  it('forgets at a retry what the service said of the document before', () => {
    const document = EinvoiceDocument.of(identity, built, now);
    document.send('s');
    document.submit('U', 'SU', later);
    document.invalidate([{ ...error, source: 'service' }]);
    expect([document.status, document.uuid, document.attempts]).toEqual(['invalid', 'U', 1]);
    document.rebuild(built, later);
    expect(document).toMatchObject({
      status: 'queued',
      uuid: null,
      submission_uid: null,
      submitted_at: null,
      submission_id: null,
      number: identity.number,
    });
  });

  it('goes on waiting where it was certainly not received, with the same text', () => {
    const document = EinvoiceDocument.of(identity, built, now);
    document.send('s');
    expect([document.status, document.due_at, document.submission_id]).toEqual(['sending', null, 's']);
    document.requeue(later);
    expect([document.status, document.next_attempt_at, document.issued_at, document.submission_id]).toEqual([
      'queued',
      later,
      now,
      null,
    ]);
  });

  it('is cancelled with a reason once it is valid, and no warning of it remains', () => {
    const document = documentIn('submitted');
    document.validate(
      { long_id: 'L', validated_at: now, cancel_until: later, validation_url: 'https://x/U/share/L' },
      later,
    );
    expect([document.status, document.due_at, document.next_attempt_at]).toEqual(['valid', later, null]);
    document.warn('cancel_pending');
    document.warn('source_cancelled');
    document.warn('source_cancelled');
    document.cancel('Wrong buyer', later);
    expect(document).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'Wrong buyer',
      cancelled_at: later,
      due_at: null,
      warnings: [],
    });
  });
});

describe('A-520: the transitions', () => {
  const verbs: Record<string, (document: EinvoiceDocument) => void> = {
    queue: (document) => document.queue(later),
    requeue: (document) => document.requeue(later),
    block: (document) => document.block([error]),
    send: (document) => document.send('s'),
    submit: (document) => document.submit('U', 'SU', later),
    validate: (document) =>
      document.validate({ long_id: 'L', validated_at: now, cancel_until: later, validation_url: 'x' }, null),
    invalidate: (document) => document.invalidate([error]),
    cancel: (document) => document.cancel(null, later),
    discard: (document) => document.discard(null),
    retry: (document) => document.rebuild(built, later),
  };
  const stated: Partial<Record<EinvoiceStatus, EinvoiceStatus[]>> = {
    draft: ['queued', 'blocked'],
    queued: ['sending', 'discarded'],
    sending: ['submitted', 'invalid', 'queued', 'blocked'],
    submitted: ['valid', 'invalid'],
    valid: ['cancelled'],
    blocked: ['queued', 'discarded'],
    invalid: ['queued', 'discarded'],
  };

  it('are those that are stated, and no other', () => {
    for (const status of einvoiceStatuses) {
      const reached = Object.values(verbs).flatMap((verb) => {
        const document = documentIn(status);
        return codeOf(() => verb(document)) === undefined ? [document.status] : [];
      });
      expect([status, [...new Set(reached)].sort()]).toEqual([status, [...(stated[status] ?? [])].sort()]);
    }
  });

  it('refuse all else with WRONG_STATUS, and change nothing', () => {
    for (const status of ['cancelled', 'discarded'] as const)
      for (const verb of Object.values(verbs)) {
        const document = documentIn(status);
        const before = JSON.stringify(document);
        expect([codeOf(() => verb(document)), JSON.stringify(document)]).toEqual(['WRONG_STATUS', before]);
      }
  });

  it('lead from the first status to each other but a draft', () => {
    expect(einvoiceLifecycle.reachableFrom('draft')).toEqual([...einvoiceStatuses]);
  });
});
