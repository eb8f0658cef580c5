import { Module } from '@nestjs/common';
import { LogisticsConfigurations } from './settings.js';

const providers = [LogisticsConfigurations];

/**
 * Shipments, vehicles, drivers, routes, delivery schedules and reports of couriers and hauliers.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class LogisticsModule {}
