import { PaymentRequest } from './payment-request.entity.js';

const NOW = new Date('2026-03-10T08:00:00Z');
const after = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const asked = (expires_at?: Date): PaymentRequest =>
  PaymentRequest.of(
    {
      subject_type: 'healthcare.bill',
      subject_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
      subject_number: 'BILL-2026-000001',
      description: 'Bill BILL-2026-000001',
      amount: 50,
      methods: [],
      expires_at,
      created_by: null,
    },
    NOW,
  );

describe('a payment request (A-459, A-460)', () => {
  it('ends in seven days unless told, in 15 minutes to 90 days', () => {
    expect(asked().expires_at).toEqual(after(7 * 24 * 60));
    expect(asked(after(15)).statusAt(after(14))).toBe('open');
    expect(asked(after(15)).statusAt(after(15))).toBe('expired');
    for (const minutes of [-1, 14, 90 * 24 * 60 + 1]) expect(() => asked(after(minutes))).toThrow('expires_at must be');
  });

  it.each([
    [60, false, { status: 'open', amount: 50 }],
    [20, false, { status: 'open', amount: 20 }],
    [0, false, { status: 'cancelled', amount: 50, status_reason: 'settled_elsewhere' }],
    [-5, false, { status: 'cancelled', amount: 50, status_reason: 'settled_elsewhere' }],
    [0, true, { status: 'cancelled', amount: 50, status_reason: 'subject_cancelled' }],
  ])('follows what is left: %d, cancelled %p', (open, isCancelled, becomes) => {
    const request = asked();
    request.follow(open, isCancelled, NOW);
    expect(request).toMatchObject(becomes);
  });

  it('is cancelled once, and paid after all by money that came', () => {
    const request = asked();
    request.cancel('Tukar fikiran', NOW);
    expect(() => request.cancel(null, NOW)).toThrow('The payment request is cancelled');
    request.assertUnpaid();
    const booked = { payment_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6b', receipt_number: 'RCP-2026-000001' };
    request.settle({
      received: 50,
      unapplied: 20,
      means: 'duitnow_qr',
      reference: 'QR1',
      paid_at: NOW,
      is_confirmed: true,
      booked,
      now: NOW,
    });
    expect(request).toMatchObject({
      ...booked,
      status: 'paid',
      status_reason: null,
      paid_amount: 50,
      unapplied_amount: 20,
    });
    expect(() => request.assertUnpaid()).toThrow('The payment request is paid');
    // Money by a second attempt is counted, too.
    request.settle({
      received: 30,
      unapplied: 30,
      means: 'fpx',
      reference: null,
      paid_at: NOW,
      is_confirmed: false,
      booked: null,
      now: NOW,
    });
    expect(request).toMatchObject({ ...booked, paid_amount: 80, unapplied_amount: 50, reference: 'QR1' });
    // Only what a user confirmed counts as confirmed.
    expect(request).toMatchObject({ confirmed_at: NOW, confirmed_amount: 50, confirmed_unapplied: 20 });
  });

  it('leaves a waiting attempt with its end, and with an amount that falls', () => {
    const waiting = {
      method: 'fpx',
      qr: null,
      redirect_url: 'https://gateway.example/1',
      expires_at: NOW.toISOString(),
    };
    for (const change of [
      (request: PaymentRequest) => request.cancel(null, NOW),
      (request: PaymentRequest) => request.follow(20, false, NOW),
    ]) {
      const request = asked();
      request.showWaiting(waiting);
      expect(request.waiting).toEqual(waiting);
      change(request);
      expect([request.waiting, request.leaves_attempt]).toEqual([null, true]);
    }
    const other = asked();
    other.follow(60, false, NOW);
    expect(other.leaves_attempt).toBe(false);
  });

  it('A-469: gives back unapplied money first, and no more than came', () => {
    const request = asked();
    const came = { means: 'fpx', reference: null, paid_at: NOW, is_confirmed: false, now: NOW };
    const booked = { payment_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', receipt_number: 'RCP-2026-000001' };
    request.settle({ ...came, is_confirmed: false, received: 50, unapplied: 30, booked });
    expect([request.booked_amount, request.held_by_document, request.refundable]).toEqual([20, 20, 50]);
    request.reserve(25);
    request.reserve(10);
    expect(request.refundable).toBe(15);
    expect(request.giveBack(25)).toBe(0);
    expect(request.giveBack(10)).toBe(5);
    expect(request).toMatchObject({
      status: 'paid',
      paid_amount: 50,
      booked_amount: 20,
      refunded_amount: 35,
      reserved_amount: 0,
      unapplied_amount: 0,
      held_by_document: 15,
      refundable: 15,
    });
    // The document has paid the rest out: it is unapplied until it has gone back.
    request.unapply(15);
    request.reserve(15);
    request.release(15);
    expect([request.unapplied_amount, request.held_by_document, request.refundable]).toEqual([15, 0, 15]);
  });
});
