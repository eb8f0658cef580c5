import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '@usaha/shared';

export interface BeautySettings {
  /** Over an initialised DataSource: see `Database.over`. */
  database: Database;
}

/** The beauty context as a Nest module. It has no services yet. */
@Module({})
export class BeautyModule {
  static forRoot(_settings: BeautySettings): DynamicModule {
    return { module: BeautyModule };
  }
}
