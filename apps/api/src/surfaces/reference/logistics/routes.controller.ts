import { Body, Controller, Param, Query } from '@nestjs/common';
import { OptimizationService, RouteService } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { OptimizeBody, ProposalView, proposalView } from './optimization.wire.js';
import { DeliveryRouteBody, RouteListQuery, DeliveryRoutePatch, DeliveryRouteView, routeView } from './routes.wire.js';

@ApiTags('routes')
@OfModule('logistics')
@Records({ route_id: RouteService })
@Controller('api/v1/logistics/routes')
export class ReferenceRoutesController {
  constructor(
    private readonly routes: RouteService,
    private readonly optimizations: OptimizationService,
  ) {}

  @Creates('', DeliveryRouteView, {
    summary: 'Create a route',
    description: 'Only the name is required. Addresses are texts or addresses, kept as sent (A-304).',
  })
  async create(@Ctx() ctx: Context, @Body() body: DeliveryRouteBody) {
    return routeView(await this.routes.create(ctx, body));
  }

  @Lists('', 'routes', DeliveryRouteView, {
    summary: 'List routes',
    description: 'Newest first. Texts are compared whole, ignoring case; states in any known spelling (A-293).',
  })
  async list(@Ctx() ctx: Context, @Query() query: RouteListQuery) {
    return (await this.routes.list(ctx, query, pageOf(query))).map(routeView);
  }

  @Reads(':route_id', DeliveryRouteView, { summary: 'Read a route', description: 'As it is now.' })
  async get(@Ctx() ctx: Context, @Param('route_id') id: string) {
    return routeView(await this.routes.get(ctx, id));
  }

  @Changes(':route_id', DeliveryRouteView, {
    summary: 'Change a route',
    description: 'Absent fields are unchanged (A-18); points, hours and waypoints are replaced whole.',
  })
  async update(@Ctx() ctx: Context, @Param('route_id') id: string, @Body() body: DeliveryRoutePatch) {
    return routeView(await this.routes.update(ctx, id, body));
  }

  @Acts(':route_id/optimize', ProposalView, {
    summary: 'Propose an order of stops',
    description:
      "Every shipment is a stop at its destination, every waypoint of the route another one; from the route's origin, else the first shipment's, to its destination, else back. Up to 12 stops the order is proved to be the best, up to 200 the best that was found, and never worse than the order sent. Capacity, windows and hours only warn. Nothing is changed (A-307, A-308, A-309, A-310).",
  })
  async optimize(@Ctx() ctx: Context, @Param('route_id') id: string, @Body() body: OptimizeBody) {
    const { optimization_criteria, ...wish } = body;
    return proposalView(
      await this.optimizations.propose(ctx, id, { ...wish, optimization_criteria: optimization_criteria ?? [] }),
    );
  }
}
