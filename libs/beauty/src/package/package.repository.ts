import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equals, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { ServicePackage } from './package.entity.js';
import { servicePackageEvents } from './package.events.js';

/** Filters of a list of packages. */
export interface ServicePackageQuery {
  is_active?: boolean;
}

const filters: Filters<ServicePackageQuery> = { is_active: equals('is_active') };

declareReferences({ packages_tenant: 'tenant_id' });

/** The packages of a tenant. */
@Injectable()
export class ServicePackageRepository extends Repository<ServicePackage, ServicePackageQuery> {
  constructor(database: Database) {
    super(database, ServicePackage, { noun: nouns.package, filters, events: servicePackageEvents });
  }
}
