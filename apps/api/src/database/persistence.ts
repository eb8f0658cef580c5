import { beautyEntities, beautyMigrations } from '@usaha/beauty';
import { coreEntities, coreMigrations } from '@usaha/core';
import { educationEntities, educationMigrations } from '@usaha/education';
import { healthcareEntities, healthcareMigrations } from '@usaha/healthcare';
import { logisticsEntities, logisticsMigrations } from '@usaha/logistics';
import { retailEntities, retailMigrations } from '@usaha/retail';
import { sharedEntities, sharedMigrations } from '@usaha/shared';
import type { MigrationClass } from '@usaha/shared/operation';

/** All contexts' entities. */
export const entities: (new () => object)[] = [
  ...sharedEntities,
  ...coreEntities,
  ...retailEntities,
  ...healthcareEntities,
  ...educationEntities,
  ...logisticsEntities,
  ...beautyEntities,
];

/** All contexts' migrations; they run in the order of their time stamps. */
export const migrations: MigrationClass[] = [
  ...sharedMigrations,
  ...coreMigrations,
  ...retailMigrations,
  ...healthcareMigrations,
  ...educationMigrations,
  ...logisticsMigrations,
  ...beautyMigrations,
];
