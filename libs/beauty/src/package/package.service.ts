import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { namedServices } from '../service/named-services.js';
import { SalonServiceRepository } from '../service/salon-service.repository.js';
import { ServicePackage, type ServicePackageDetails, type ServicePackagePricing } from './package.entity.js';
import { ServicePackageRepository, type ServicePackageQuery } from './package.repository.js';

/** What may be changed of a package; what is absent stays, null clears an optional field. */
export type ServicePackageChanges = Partial<ServicePackageDetails & ServicePackagePricing>;

/** What a package is created from. */
export type NewServicePackage = ServicePackageChanges & Pick<ServicePackage, 'name'>;

/** The packages of the context's tenant. */
@Injectable()
export class ServicePackageService {
  constructor(
    private readonly packages: ServicePackageRepository,
    private readonly services: SalonServiceRepository,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<ServicePackage> {
    return this.packages.get(ctx, id);
  }

  list(ctx: Context, query: ServicePackageQuery, page: PageRequest): Promise<Page<ServicePackage>> {
    return this.packages.list(ctx, query, page);
  }

  /** Services may be inactive. @throws invalid (an unknown or deleted service) */
  async create(ctx: Context, data: NewServicePackage): Promise<ServicePackage> {
    const made = new ServicePackage();
    await this.apply(ctx, made, data);
    return this.packages.insert(ctx, made);
  }

  /** Sold packages stay as they were sold. @throws not_found, invalid (a service that it had not, and that is not there) */
  async update(ctx: Context, id: string, changes: ServicePackageChanges): Promise<ServicePackage> {
    const held = await this.packages.lock(ctx, id);
    await this.apply(ctx, held, changes);
    return this.packages.save(ctx, held);
  }

  private async apply(ctx: Context, target: ServicePackage, changes: ServicePackageChanges): Promise<void> {
    const { total_price, original_price, discount_percentage, membership_discount, ...details } = changes;
    const services = await namedServices(ctx, this.services, 'services', details.services, target.services);
    target.describe({ ...details, services });
    target.charge({ total_price, original_price, discount_percentage, membership_discount });
  }
}
