import { Injectable } from '@nestjs/common';
import { Bin } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { BeautyConfigurations } from '../settings.js';
import {
  SalonService,
  USUAL_MINUTES,
  type SalonServiceDetails,
  type SalonServicePricing,
} from './salon-service.entity.js';
import { SalonServiceRepository, type SalonServiceQuery } from './salon-service.repository.js';

/** What may be changed of a service; what is absent stays, null clears an optional field or brings its usual value back. */
export type SalonServiceChanges = Partial<
  Omit<SalonServiceDetails, 'duration_minutes'> &
    Omit<SalonServicePricing, 'tax_rate'> & {
      /** Minutes, above 0; 30 unless given. */
      duration_minutes: number | null;
      /** Percent; the tenant's default unless given. */
      tax_rate: number | null;
    }
>;

/** What a service is created from. */
export type NewSalonService = SalonServiceChanges & Pick<SalonService, 'name' | 'price'>;

/** The services of the context's tenant. Appointments, packages and memberships keep what they name. */
@Injectable()
export class SalonServices {
  constructor(
    private readonly services: SalonServiceRepository,
    private readonly configurations: BeautyConfigurations,
    private readonly bin: Bin,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<SalonService> {
    return this.services.get(ctx, id);
  }

  list(ctx: Context, query: SalonServiceQuery, page: PageRequest): Promise<Page<SalonService>> {
    return this.services.list(ctx, query, page);
  }

  /** @throws invalid */
  async create(ctx: Context, data: NewSalonService): Promise<SalonService> {
    const service = new SalonService();
    await this.apply(ctx, service, { ...data, tax_rate: data.tax_rate ?? null });
    return this.services.insert(ctx, service);
  }

  /** Appointments that are booked keep their price. @throws not_found, invalid */
  async update(ctx: Context, id: string, changes: SalonServiceChanges): Promise<SalonService> {
    const service = await this.services.lock(ctx, id);
    await this.apply(ctx, service, changes);
    return this.services.save(ctx, service);
  }

  /** Nothing new can name it; what was booked with it goes on. @throws not_found */
  async remove(ctx: Context, id: string): Promise<SalonService> {
    const service = await this.services.lock(ctx, id);
    this.services.remove(ctx, service);
    return service;
  }

  /** Undoes the deletion. @throws not_found */
  restore(ctx: Context, id: string): Promise<SalonService> {
    return this.bin.restore(ctx, this.services, id);
  }

  private async apply(ctx: Context, service: SalonService, changes: SalonServiceChanges): Promise<void> {
    const { duration_minutes, price, tax_rate, membership_discount, promotion_discount, ...details } = changes;
    service.describe({ ...details, duration_minutes: duration_minutes === null ? USUAL_MINUTES : duration_minutes });
    service.charge({
      price,
      tax_rate: tax_rate === null ? (await this.configurations.of(ctx)).default_tax_rate : tax_rate,
      membership_discount,
      promotion_discount,
    });
  }
}
