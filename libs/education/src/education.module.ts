import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '@usaha/shared';

export interface EducationSettings {
  /** Over an initialised DataSource: see `Database.over`. */
  database: Database;
}

/** The education context as a Nest module. It has no services yet. */
@Module({})
export class EducationModule {
  static forRoot(_settings: EducationSettings): DynamicModule {
    return { module: EducationModule };
  }
}
