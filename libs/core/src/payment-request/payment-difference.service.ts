import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import type { PaymentDifference } from './payment-difference.entity.js';
import { PaymentDifferenceRepository, type PaymentDifferenceQuery } from './payment-difference.repository.js';

/** The differences of the context's tenant, for people who settle them. */
@Injectable()
export class PaymentDifferenceService {
  constructor(private readonly differences: PaymentDifferenceRepository) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<PaymentDifference> {
    return this.differences.get(ctx, id);
  }

  /** One page, newest first. */
  list(ctx: Context, query: PaymentDifferenceQuery, page: PageRequest): Promise<Page<PaymentDifference>> {
    return this.differences.list(ctx, query, page);
  }

  /** @throws not_found; conflict where it is resolved already */
  async resolve(ctx: Context, id: string, note: string): Promise<PaymentDifference> {
    const difference = await this.differences.lock(ctx, id);
    difference.resolve(note, ctx.now);
    return this.differences.save(ctx, difference, 'resolve');
  }
}
