export { LogisticsModule } from './logistics.module.js';
export { logisticsEntities, logisticsMigrations } from './persistence.js';
