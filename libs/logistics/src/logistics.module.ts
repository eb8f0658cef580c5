import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '@usaha/shared';

export interface LogisticsSettings {
  /** Over an initialised DataSource: see `Database.over`. */
  database: Database;
}

/** The logistics context as a Nest module. It has no services yet. */
@Module({})
export class LogisticsModule {
  static forRoot(_settings: LogisticsSettings): DynamicModule {
    return { module: LogisticsModule };
  }
}
