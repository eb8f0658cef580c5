import { Injectable } from '@nestjs/common';
import { Database, Ledger } from '@usaha/shared';
import { MaintenanceEntry } from './maintenance-entry.entity.js';

/** What was done to the vehicles of a tenant. */
@Injectable()
export class MaintenanceLedger extends Ledger<MaintenanceEntry> {
  constructor(database: Database) {
    super(database, MaintenanceEntry, 'vehicle_id');
  }
}
