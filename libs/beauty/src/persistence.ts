import type { MigrationInterface } from 'typeorm';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const beautyEntities: (new () => object)[] = [];
export const beautyMigrations: (new () => MigrationInterface)[] = [];
