import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '@usaha/shared';

export interface HealthcareSettings {
  /** Over an initialised DataSource: see `Database.over`. */
  database: Database;
}

/** The healthcare context as a Nest module. It has no services yet. */
@Module({})
export class HealthcareModule {
  static forRoot(_settings: HealthcareSettings): DynamicModule {
    return { module: HealthcareModule };
  }
}
