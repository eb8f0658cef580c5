import type { MigrationInterface } from 'typeorm';
import { Logistics1764100000000 } from './migrations/1764100000000-logistics.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const logisticsEntities: (new () => object)[] = [];
export const logisticsMigrations: (new () => MigrationInterface)[] = [Logistics1764100000000];
