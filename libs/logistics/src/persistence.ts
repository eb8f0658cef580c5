import type { MigrationInterface } from 'typeorm';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const logisticsEntities: (new () => object)[] = [];
export const logisticsMigrations: (new () => MigrationInterface)[] = [];
