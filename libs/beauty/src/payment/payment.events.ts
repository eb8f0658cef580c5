import type { Context } from '@usaha/shared';
import { eventType, oneOf, tell } from '@usaha/shared/events';
import { paymentKinds, type AppointmentPayment } from './appointment-payment.entity.js';

const paymentCreated = eventType('beauty.payment.created', {
  said: {
    en: 'A payment, a refund or a tip of an appointment was recorded.',
    ms: 'Bayaran, bayaran balik atau tip satu temu janji telah direkodkan.',
  },
  path: '/api/v1/beauty/appointments/{appointment_id}/',
  contract_path: null,
  data: { appointment_id: 'id', kind: oneOf(paymentKinds), amount: 'money', amount_paid: 'money' },
  versioned: false,
});

/** Tells entries of the ledger of payments of an appointment. @param appointment with what was received or given back taken in */
export function tellPayments(
  ctx: Context,
  { id: appointment_id, amount_paid }: { id: string; amount_paid: number },
  entries: readonly Pick<AppointmentPayment, 'id' | 'kind' | 'amount'>[],
): void {
  for (const { id, kind, amount } of entries)
    tell(ctx, paymentCreated, () => ({ id, appointment_id, kind, amount, amount_paid }));
}
