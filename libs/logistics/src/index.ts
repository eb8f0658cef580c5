export { LogisticsModule } from './logistics.module.js';
export { logisticsEntities, logisticsMigrations } from './persistence.js';
export { LogisticsConfigurations, logisticsConfiguration, type LogisticsConfiguration } from './settings.js';
