import { Injectable } from '@nestjs/common';
import { invalid, type Context } from '@usaha/shared';
import { messages } from '../messages.js';
import { RouteRepository } from '../route/route.repository.js';
import { LogisticsConfigurations } from '../settings.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { VehicleRepository } from '../vehicle/vehicle.repository.js';
import type { Criterion } from './criteria.js';
import { loadMillionths } from './driving.js';
import { OptimizationHistory } from './optimization.history.js';
import { plannedStop, returnLeg, savingPercent, type Proposal } from './proposal.js';
import { SolverThread } from './solver-thread.js';
import { drive, isLocated, type Consumption, type LocatedStop } from './tour-figures.js';
import { endsOf, stopOfShipment, stopsOfRoute, type TourEnds, type TourStop } from './tour-stops.js';
import { maySave, samePointWarnings } from './shared-points.js';
import { warningsOf } from './tour-warnings.js';

/** The largest number of stops that one request puts in order. */
const MOST_STOPS = 200;

/** The stops to put in order, and the criteria. */
export interface OptimizationWish {
  /** Ids; one that is sent twice counts once. */
  shipments: readonly string[];
  vehicle_id?: string | null;
  /** The first is minimised, the next break ties; distance unless told. */
  optimization_criteria?: readonly Criterion[];
}

/** Proposes in which order a route's stops and shipments are visited (A-307 … A-310). Nothing of them is changed. */
@Injectable()
export class OptimizationService {
  constructor(
    private readonly routes: RouteRepository,
    private readonly shipments: ShipmentRepository,
    private readonly vehicles: VehicleRepository,
    private readonly configurations: LogisticsConfigurations,
    private readonly thread: SolverThread,
    private readonly history: OptimizationHistory,
  ) {}

  /** @throws not_found; invalid for an unknown shipment or vehicle, and for too many stops; unavailable when too many ask */
  async propose(ctx: Context, route_id: string, wish: OptimizationWish): Promise<Proposal> {
    const route = await this.routes.get(ctx, route_id);
    const ids = wish.shipments.map((id) => id.toLowerCase());
    const count = new Set(ids).size + route.waypoints.length;
    if (count > MOST_STOPS) throw invalid('shipments', messages.tooManyStops({ stops: count, most: MOST_STOPS }));
    const [named, vehicle, { fuel_consumption_per_100km: per_100km }] = await Promise.all([
      this.shipments.allNamed(ctx, 'shipments', ids),
      typeof wish.vehicle_id === 'string' ? this.vehicles.named(ctx, 'vehicle_id', wish.vehicle_id) : null,
      this.configurations.of(ctx),
    ]);
    const shipments = [...new Set(named)];
    const stops = [...shipments.map(stopOfShipment), ...stopsOfRoute(route)];
    const ends = endsOf(route, shipments[0]);
    const consumption = { capacity_kg: vehicle?.capacity_kg ?? null, per_100km };
    const criteria = wish.optimization_criteria?.length ? [...new Set(wish.optimization_criteria)] : DISTANCE;
    // Nothing is locked, and no connection waits, with an Idempotency-Key neither: a caller that repeats the request meanwhile gets the
    // same order, and the run is noted once. A refusal here leaves the key as it was.
    this.thread.requireRoom(ctx.db.owner, ctx.claim?.id);
    await ctx.db.commitAndContinue();
    const { tour, ...solved } = await this.order(ctx, stops, { ends, consumption, criteria });
    const proposal: Proposal = {
      route_id: route.id,
      vehicle_id: vehicle?.id ?? null,
      optimization_criteria: criteria,
      ...solved,
      unlocated: [...ends.unlocated, ...solved.unlocated],
      warnings: [
        ...warningsOf({
          load_kg: stops.reduce((sum, { weight_kg }) => sum + weight_kg, 0),
          capacity_kg: consumption.capacity_kg,
          duration_minutes: solved.total_duration_minutes,
          operating_hours: route.operating_hours,
          arrivals: tour,
        }),
        ...samePointWarnings(tour),
      ],
    };
    this.history.note(ctx, runOf(proposal));
    return proposal;
  }

  private async order(
    { db, claim }: Context,
    stops: readonly TourStop[],
    { ends, consumption, criteria }: { ends: TourEnds; consumption: Consumption; criteria: readonly Criterion[] },
  ) {
    const sent = stops.filter(isLocated);
    const lost = stops.filter((stop) => !isLocated(stop));
    const staying_kg = lost.reduce((sum, { weight_kg }) => sum + weight_kg, 0);
    const millionths = (kg: number): number => loadMillionths(kg, consumption.capacity_kg);
    const problem = {
      start: ends.start,
      end: ends.end,
      stops: sent.map(({ point }) => point),
      loads: sent.map(({ weight_kg }) => millionths(weight_kg)),
      staying: millionths(staying_kg),
      criteria,
    };
    const { order, method } = await this.thread.solve(db.owner, problem, claim?.id);
    const ordered = order.map((node) => sent[node - 1] as LocatedStop);
    const driven = drive(ordered, ends, consumption, staying_kg);
    const baseline = drive(sent, ends, consumption, staying_kg).figures;
    const all = [...ordered, ...lost];
    const tour = ordered.map((stop, i) => {
      const { window, point, source } = stop;
      return { stop: nameOf(stop), minutes: (driven.arrivals[i] ?? 0) / 10, window, point, source };
    });
    return {
      method,
      shipments: all.flatMap(({ shipment_id }) => shipment_id ?? []),
      stops: all.map((stop, i) => {
        const [leg, arrival] = [driven.legs[i], driven.arrivals[i]];
        return plannedStop(stop, i, leg && arrival !== undefined ? { leg, arrival } : null);
      }),
      return_leg: driven.back && returnLeg(driven.back),
      ...driven.figures,
      baseline,
      saving_percent: maySave(tour) ? savingPercent(criteria[0] ?? 'distance', baseline, driven.figures) : 0,
      unlocated: lost.map(nameOf),
      tour,
    };
  }
}

const DISTANCE: readonly Criterion[] = ['distance'];

const nameOf = ({ shipment_id, waypoint }: TourStop): string => shipment_id ?? `waypoints.${waypoint}`;

/** The stored facts of a run. */
function runOf({ route_id, vehicle_id, method, stops, baseline, saving_percent, ...proposal }: Proposal) {
  const { optimization_criteria, total_distance_km, total_duration_minutes, estimated_fuel_litres } = proposal;
  return {
    route_id,
    vehicle_id,
    criteria: [...optimization_criteria],
    method,
    stops: stops.length,
    baseline,
    proposal: { total_distance_km, total_duration_minutes, estimated_fuel_litres },
    saving_percent,
  };
}
