import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '@usaha/shared';

export interface RetailSettings {
  /** Over an initialised DataSource: see `Database.over`. */
  database: Database;
}

/** The retail context as a Nest module. It has no services yet. */
@Module({})
export class RetailModule {
  static forRoot(_settings: RetailSettings): DynamicModule {
    return { module: RetailModule };
  }
}
