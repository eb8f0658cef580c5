import { Injectable } from '@nestjs/common';
import { ErasableRepository } from '@usaha/core';
import { Database, declareReferences, equalsId, type Context, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { SoldPackage } from './sold-package.entity.js';
import { soldPackageEvents } from './sold-package.events.js';

/** Filters of a list of packages that were sold. */
export interface SoldPackageQuery {
  client_id?: string;
}

const filters: Filters<SoldPackageQuery> = { client_id: equalsId('client_id') };

declareReferences({ sold_packages_client: 'client_id', sold_packages_package: 'package_id' });

/** The packages that the clients of a tenant bought. */
@Injectable()
export class SoldPackageRepository extends ErasableRepository<SoldPackage, SoldPackageQuery> {
  protected readonly person = { noun: nouns.client, field: 'client_id' };

  constructor(database: Database) {
    super(database, SoldPackage, { noun: nouns.sold_package, filters, events: soldPackageEvents });
  }

  /** Numbers of the receipts of packages, by id. */
  async numbersOf(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await ctx.db.read(
      `select r.id, r.receipt_number from ${this.table.path} r where ${this.mine} and r.id = any($2)`,
      [ctx.tenant_id, ids],
    );
    return new Map(rows.map(([id, number]) => [id as string, number as string]));
  }
}
