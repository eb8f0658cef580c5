import { reference, type Answer, type Json } from './client.js';
import { contractSurface, type Surface } from './core-surfaces.js';
import { expectKeys, INSTANT, UUID } from './core-shapes.js';
import type { TestTenant } from './people.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer about payments. */
export const paymentShapes = {
  transaction: words(
    `id tenant_id subscription_id type amount currency status payment_method transaction_id description created_at
     updated_at`,
  ),
  payment: words(
    `id tenant_id type amount currency status payment_method_id payment_method description metadata transaction_id subscription_id
     refunded_amount refunds failure_reason waiting created_at updated_at`,
  ),
  refund: words('id type amount status reason created_at'),
  method: words(
    `id type card_last_four card_brand expiry_month expiry_year cardholder_name billing_address is_active created_at`,
  ),
};

/** A card that is good for years to come; its number belongs to no person. */
export const CARD = {
  type: 'card',
  card_number: '4111 1111 1111 1111',
  expiry_month: 12,
  expiry_year: 2099,
  cvv: '987',
  cardholder_name: 'AINA BINTI ROSLI',
};

function must(answer: Answer, status: number): Json {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer.body;
}

/** A payment method of the tenant. */
export async function newMethod(tenant: TestTenant, body: Record<string, unknown> = { type: 'fpx' }): Promise<Json> {
  return must(await reference.post('/payment-methods/', body, { token: tenant.admin.token }), 201).data;
}

/** A payment on the reference surface that succeeds. */
export async function newPayment(tenant: TestTenant, amount = 100, extra: Record<string, unknown> = {}): Promise<Json> {
  const payment_method_id = extra.payment_method_id ?? (await newMethod(tenant)).id;
  const body = { amount, payment_method_id, ...extra };
  return must(await reference.post('/payments/', body, { token: tenant.admin.token }), 201).data;
}

export async function readPayment(tenant: TestTenant, id: string): Promise<Json> {
  return must(await reference.get(`/payments/${id}/`, { token: tenant.admin.token }), 200).data;
}

/** A 402 in the surface's own shape, that names the failed transaction and why. @returns the name */
export function expectPaymentFailed(on: Surface, answer: Answer, reason: string): string {
  expect([answer.status, answer.body]).toEqual([402, expect.anything()]);
  const error = on.error(answer);
  if (on === contractSurface) expectKeys(answer.body, ['code', 'message', 'details', 'timestamp']);
  else {
    expectKeys(answer.body, ['success', 'error']);
    expect(answer.body.success).toBe(false);
    expectKeys(error, ['code', 'message', 'details', 'timestamp']);
  }
  expect(error).toEqual({
    code: 'PAYMENT_FAILED',
    message: expect.stringMatching(/\S/),
    details: { transaction_id: expect.stringMatching(UUID), reason },
    timestamp: expect.stringMatching(INSTANT),
  });
  return error.details.transaction_id;
}
