import { Module } from '@nestjs/common';
import { BeautyConfigurations } from './settings.js';

const providers = [BeautyConfigurations];

/**
 * Clients, services, staff, appointments, products, packages, memberships and reports of salons and spas.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class BeautyModule {}
