import { Injectable } from '@nestjs/common';
import { Database, Ledger } from '@usaha/shared';
import { Assignment } from './assignment.entity.js';

/** Who was given which vehicle of a tenant, and when it was taken back. */
@Injectable()
export class AssignmentLedger extends Ledger<Assignment> {
  constructor(database: Database) {
    super(database, Assignment, 'vehicle_id');
  }
}
