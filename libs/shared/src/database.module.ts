import { Module, type DynamicModule } from '@nestjs/common';
import { AuditTrail } from './audit/audit-trail.js';
import { Database } from './database/database.js';

/** The database that all contexts of an application work on, and the audit trail in it. */
@Module({})
export class DatabaseModule {
  /** @param database over an initialised DataSource: see `Database.over`; the code that opened it closes it */
  static forRoot(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: Database, useValue: database }, AuditTrail],
      exports: [Database, AuditTrail],
    };
  }
}
