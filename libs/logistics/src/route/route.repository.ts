import { Injectable } from '@nestjs/common';
import { Database, Repository, amongIds, declareReferences, equalsKey, type Filter, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { stateKeyOf } from './address-keys.js';
import { DeliveryRoute } from './delivery-route.entity.js';
import { routeEvents } from './delivery-route.events.js';

/** Filters of a list of routes. Texts are compared whole, in any case. */
export interface RouteQuery {
  /** Regardless of spelling; of an address that is a mere text, words that stand in it. */
  origin_state?: string;
  destination_state?: string;
  vehicle_type?: string;
  priority?: string;
  frequency?: string;
}

/** By a function of the table's owner: an index of lists is not used under row level security. */
const leads = (end: 'origin' | 'destination'): Filter<string> =>
  amongIds((state, bind) => `select logistics.routes_with_${end}($1, ${bind(stateKeyOf(state))})`);

const filters: Filters<RouteQuery> = {
  origin_state: leads('origin'),
  destination_state: leads('destination'),
  vehicle_type: equalsKey('vehicle_type_key'),
  priority: equalsKey('priority_key'),
  frequency: equalsKey('frequency_key'),
};

declareReferences({ routes_tenant: 'tenant_id' });

/** The routes of a tenant. */
@Injectable()
export class RouteRepository extends Repository<DeliveryRoute, RouteQuery> {
  constructor(database: Database) {
    super(database, DeliveryRoute, { noun: nouns.route, filters, events: routeEvents });
  }
}
