import { Module } from '@nestjs/common';
import { ClientRepository } from './client/client.repository.js';
import { ClientPointsLedger } from './client/points-ledger.js';
import { BeautyConfigurations } from './settings.js';
import { StaffRepository } from './staff/staff.repository.js';

const providers = [BeautyConfigurations, ClientRepository, ClientPointsLedger, StaffRepository];

/**
 * Clients, services, staff, appointments, products, packages, memberships and reports of salons and spas.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class BeautyModule {}
