import { Module } from '@nestjs/common';
import { ClientRepository } from './client/client.repository.js';
import { ClientPointsLedger } from './client/points-ledger.js';
import { MembershipRepository } from './membership/membership.repository.js';
import { ServicePackageRepository } from './package/package.repository.js';
import { BeautyProductRepository } from './product/product.repository.js';
import { BeautyStockLedger } from './product/stock-ledger.js';
import { SalonServiceRepository } from './service/salon-service.repository.js';
import { BeautyConfigurations } from './settings.js';
import { StaffRepository } from './staff/staff.repository.js';

const providers = [
  BeautyConfigurations,
  ClientRepository,
  ClientPointsLedger,
  StaffRepository,
  SalonServiceRepository,
  BeautyProductRepository,
  BeautyStockLedger,
  ServicePackageRepository,
  MembershipRepository,
];

/**
 * Clients, services, staff, appointments, products, packages, memberships and reports of salons and spas.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class BeautyModule {}
