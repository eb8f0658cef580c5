export { LogisticsModule, type LogisticsSettings } from './logistics.module.js';
export { logisticsEntities, logisticsMigrations } from './persistence.js';
