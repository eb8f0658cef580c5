import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  equals,
  equalsKey,
  isUuid,
  type Context,
  type Filters,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { SalonService } from './salon-service.entity.js';
import { salonServiceEvents } from './salon-service.events.js';

/** Filters of a list of services; texts are compared trimmed and in any case. */
export interface SalonServiceQuery {
  category?: string;
  subcategory?: string;
  /** MYR, both ends included. */
  min_price?: number;
  max_price?: number;
  is_active?: boolean;
  halal_certified?: boolean;
}

const filters: Filters<SalonServiceQuery> = {
  category: equalsKey('category_key'),
  subcategory: equalsKey('subcategory_key'),
  min_price: atLeast('price'),
  max_price: atMost('price'),
  is_active: equals('is_active'),
  halal_certified: equals('halal_certified'),
};

declareReferences({ services_tenant: 'tenant_id' });

const bin = { resource: 'beauty.services', label: ({ name }: SalonService) => name };

/** The services of a tenant. */
@Injectable()
export class SalonServiceRepository extends Repository<SalonService, SalonServiceQuery> {
  constructor(database: Database) {
    super(database, SalonService, { noun: nouns.beauty_service, filters, events: salonServiceEvents, bin });
  }

  /** Those that are there, by their ids (lower case), in one round trip; none is locked. */
  async byId(ctx: Context, ids: readonly string[]): Promise<Map<string, SalonService>> {
    const asked = [...new Set(ids.filter(isUuid))];
    if (asked.length === 0) return new Map();
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where ${this.mine} and r.id = any($2)`,
      [ctx.tenant_id, asked],
    );
    return new Map(rows.map((row) => this.hydrate(ctx, row)).map((service) => [service.id, service]));
  }

  /**
   * Those that fields of a body name, in one round trip; none is locked, so that bookings do not wait for each other.
   * @returns which one an id is of, invalid for its field when there is none
   */
  async allNamed(ctx: Context, ids: readonly string[]): Promise<(field: string, id: string) => SalonService> {
    const known = await this.byId(ctx, ids);
    return (field, id) => known.get(id.toLowerCase()) ?? this.refuseUnknown(field);
  }
}
