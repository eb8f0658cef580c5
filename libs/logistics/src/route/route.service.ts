import { Injectable } from '@nestjs/common';
import { invalid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { messages } from '../messages.js';
import { requireBoth } from '../shipment/party.js';
import { DeliveryRoute, type RouteDetails, type RoutePoints } from './delivery-route.entity.js';
import { measureOf } from './measure.js';
import { RouteRepository, type RouteQuery } from './route.repository.js';

/** How many places a route halts at. */
const MOST_WAYPOINTS = 200;

/** What may be changed of a route; absent fields stay, null clears an optional field. */
export type RouteChanges = Partial<RouteDetails & RoutePoints>;

/** What a route is created from. */
export type NewRoute = RouteChanges & Pick<DeliveryRoute, 'name'>;

/** The routes of the context's tenant. None is ever deleted. */
@Injectable()
export class RouteService {
  constructor(private readonly routes: RouteRepository) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<DeliveryRoute> {
    return this.routes.get(ctx, id);
  }

  list(ctx: Context, query: RouteQuery, page: PageRequest): Promise<Page<DeliveryRoute>> {
    return this.routes.list(ctx, query, page);
  }

  /** @throws invalid for one coordinate without the other, and for too many waypoints */
  async create(ctx: Context, data: NewRoute): Promise<DeliveryRoute> {
    const route = new DeliveryRoute();
    describe(route, data);
    return this.routes.insert(ctx, route);
  }

  /** @throws not_found, invalid as at its creation */
  async update(ctx: Context, id: string, changes: RouteChanges): Promise<DeliveryRoute> {
    const route = await this.routes.lock(ctx, id);
    describe(route, changes);
    return this.routes.save(ctx, route);
  }
}

function describe(route: DeliveryRoute, { origin, destination, waypoints, ...details }: RouteChanges): void {
  if (origin) requireBoth('origin', origin);
  if (destination) requireBoth('destination', destination);
  waypoints?.forEach((waypoint, i) => requireBoth(`waypoints.${i}`, waypoint));
  if (waypoints && waypoints.length > MOST_WAYPOINTS)
    throw invalid('waypoints', messages.tooManyWaypoints({ most: MOST_WAYPOINTS }));
  route.describe(details);
  route.lead({ origin, destination, waypoints });
  if (origin !== undefined || destination !== undefined || waypoints !== undefined) route.measure(measureOf(route));
}
