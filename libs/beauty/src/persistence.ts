import type { MigrationInterface } from 'typeorm';
import { Beauty1764000000000 } from './migrations/1764000000000-beauty.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const beautyEntities: (new () => object)[] = [];
export const beautyMigrations: (new () => MigrationInterface)[] = [Beauty1764000000000];
