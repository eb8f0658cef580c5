import { Injectable } from '@nestjs/common';
import { Bin } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { Fee, type FeeDetails } from './fee.entity.js';
import { FeeRepository, type FeeQuery } from './fee.repository.js';

/** What may be changed of a fee; what is absent stays, null clears an optional field. */
export type FeeChanges = Partial<FeeDetails>;

/** What a fee is created from. */
export type NewFee = FeeChanges & Pick<Fee, 'fee_type' | 'amount'>;

/** The fees of the context's tenant. Payments and invoices keep what they were made with when a fee changes. */
@Injectable()
export class FeeService {
  constructor(
    private readonly fees: FeeRepository,
    private readonly bin: Bin,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Fee> {
    return this.fees.get(ctx, id);
  }

  list(ctx: Context, query: FeeQuery, page: PageRequest): Promise<Page<Fee>> {
    return this.fees.list(ctx, query, page);
  }

  /** Equal fees may be entered twice. @throws invalid */
  async create(ctx: Context, data: NewFee): Promise<Fee> {
    const fee = new Fee();
    fee.describe(data);
    return this.fees.insert(ctx, fee);
  }

  /** @throws not_found, invalid */
  async update(ctx: Context, id: string, changes: FeeChanges): Promise<Fee> {
    const fee = await this.fees.lock(ctx, id);
    fee.describe(changes);
    return this.fees.save(ctx, fee);
  }

  /** Nothing new names it; what was paid and asked for stays. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Fee> {
    const fee = await this.fees.lock(ctx, id);
    this.fees.remove(ctx, fee);
    return fee;
  }

  /** Undoes the deletion. @throws not_found */
  restore(ctx: Context, id: string): Promise<Fee> {
    return this.bin.restore(ctx, this.fees, id);
  }
}
