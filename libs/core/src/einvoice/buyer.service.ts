import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { BuyerSubjects } from './buyer-subjects.js';
import { EinvoiceBuyer, type BuyerDetails, type BuyerSubject } from './buyer.entity.js';
import { EinvoiceBuyerRepository, type BuyerQuery } from './buyer.repository.js';

/** What a buyer is created from. */
export type NewBuyer = BuyerDetails & { subject?: BuyerSubject | null };
/** Changes of a buyer: absent fields stay, null clears an optional field. */
export type BuyerChanges = Partial<NewBuyer>;

/** The buyers whom e-invoices of the context's tenant name. */
@Injectable()
export class EinvoiceBuyerService {
  constructor(
    private readonly buyers: EinvoiceBuyerRepository,
    private readonly subjects: BuyerSubjects,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<EinvoiceBuyer> {
    return this.buyers.get(ctx, id);
  }

  list(ctx: Context, query: BuyerQuery, page: PageRequest): Promise<Page<EinvoiceBuyer>> {
    return this.buyers.list(ctx, query, page);
  }

  /** @throws invalid naming the field; duplicate naming subject where it has a buyer */
  async create(ctx: Context, { subject = null, ...details }: NewBuyer): Promise<EinvoiceBuyer> {
    const buyer = new EinvoiceBuyer();
    buyer.describe(details);
    await this.belong(ctx, buyer, subject);
    return this.buyers.insert(ctx, buyer);
  }

  /** @throws not_found, invalid naming the field; duplicate naming subject where it has a buyer */
  async update(ctx: Context, id: string, { subject, ...details }: BuyerChanges): Promise<EinvoiceBuyer> {
    const buyer = await this.buyers.lock(ctx, id);
    buyer.describe(details);
    if (subject !== undefined) await this.belong(ctx, buyer, subject);
    return this.buyers.save(ctx, buyer);
  }

  /** @throws not_found */
  async remove(ctx: Context, id: string): Promise<EinvoiceBuyer> {
    const buyer = await this.buyers.lock(ctx, id);
    this.buyers.remove(ctx, buyer);
    return buyer;
  }

  private async belong(ctx: Context, buyer: EinvoiceBuyer, subject: BuyerSubject | null): Promise<void> {
    if (subject) await this.subjects.assertExists(ctx, subject);
    buyer.belongTo(subject);
  }
}
