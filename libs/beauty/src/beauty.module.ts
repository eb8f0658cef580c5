import { Module } from '@nestjs/common';
import { ClientRepository } from './client/client.repository.js';
import { ClientPointsLedger } from './client/points-ledger.js';
import { MembershipRepository } from './membership/membership.repository.js';
import { MembershipService } from './membership/membership.service.js';
import { ServicePackageRepository } from './package/package.repository.js';
import { ServicePackageService } from './package/package.service.js';
import { BeautyProductRepository } from './product/product.repository.js';
import { BeautyProductService } from './product/product.service.js';
import { BeautyStockKeeper } from './product/stock-keeper.js';
import { BeautyStockLedger } from './product/stock-ledger.js';
import { SalonServiceRepository } from './service/salon-service.repository.js';
import { SalonServices } from './service/salon-services.js';
import { BeautyConfigurations } from './settings.js';
import { StaffRepository } from './staff/staff.repository.js';

const providers = [
  BeautyConfigurations,
  ClientRepository,
  ClientPointsLedger,
  StaffRepository,
  SalonServiceRepository,
  SalonServices,
  BeautyProductRepository,
  BeautyProductService,
  BeautyStockKeeper,
  BeautyStockLedger,
  ServicePackageRepository,
  ServicePackageService,
  MembershipRepository,
  MembershipService,
];

/**
 * Clients, services, staff, appointments, products, packages, memberships and reports of salons and spas.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class BeautyModule {}
