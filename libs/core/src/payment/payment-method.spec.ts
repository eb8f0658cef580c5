import type { Context } from '@usaha/shared';
import type { PaymentMethodRepository } from './payment-method.repository.js';
import { PaymentMethodService } from './payment-method.service.js';
import type { SubscriptionService } from '../subscription/subscription.service.js';
import { SandboxGateway } from './sandbox-gateway.js';

describe('how many means of payment a business keeps', () => {
  const ctx = { now: new Date('2026-03-10T08:30:00Z') } as Context;
  const inserted: unknown[] = [];
  const keeping = (count: number) =>
    new PaymentMethodService(
      {
        count: async () => count,
        insert: async (_: Context, method: unknown) => (inserted.push(method), method),
      } as unknown as PaymentMethodRepository,
      undefined as unknown as SandboxGateway,
      undefined as unknown as SubscriptionService,
    );

  it('is at most a thousand, since they are listed without pages', async () => {
    await keeping(999).create(ctx, { type: 'fpx' });
    await expect(keeping(1_000).create(ctx, { type: 'fpx' })).rejects.toMatchObject({ kind: 'conflict' });
    expect(inserted).toHaveLength(1);
  });
});
