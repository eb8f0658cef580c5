import { PaymentRequestRefund } from './payment-request-refund.entity.js';

const NOW = new Date('2026-03-10T08:00:00Z');
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
const made = (): PaymentRequestRefund =>
  PaymentRequestRefund.of(
    {
      request_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
      attempt_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6b',
      amount: 20,
      by: 'gateway',
      reason: 'Dibatalkan',
      created_by: null,
    },
    NOW,
  );

describe('a refund of a payment request (A-469)', () => {
  it('is begun once a minute at most, and only while it is pending', () => {
    const refund = made();
    expect([refund.status, refund.ask_at, refund.mayBegin(NOW)]).toEqual(['pending', NOW, true]);
    refund.begun_at = NOW;
    expect([refund.mayBegin(after(59)), refund.mayBegin(after(60))]).toEqual([false, true]);
    refund.complete('R-1', null);
    expect(refund).toMatchObject({ status: 'completed', reference: 'R-1', entry_id: null, ask_at: null });
    expect(refund.mayBegin(after(120))).toBe(false);
  });

  it('keeps why it failed, and the reference that it was given', () => {
    const failed = made();
    failed.fail('refund_differs');
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'refund_differs', ask_at: null, reference: null });
    const transfer = made();
    transfer.reference = 'IBG1';
    transfer.complete(null, '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c');
    expect(transfer).toMatchObject({ reference: 'IBG1', entry_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c' });
  });
});
