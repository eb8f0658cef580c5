import { Injectable } from '@nestjs/common';
import { Database, Ledger } from '@usaha/shared';
import { PackageSession } from './package-session.entity.js';

/** Sessions that were sold, redeemed and given back. */
@Injectable()
export class PackageSessionLedger extends Ledger<PackageSession> {
  constructor(database: Database) {
    super(database, PackageSession, 'sold_package_id');
  }
}
