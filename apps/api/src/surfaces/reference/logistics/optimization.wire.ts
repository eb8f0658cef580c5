import type { Address } from '@usaha/core';
import {
  criteria,
  methods,
  tourWarningCodes,
  type Criterion,
  type DistanceSource,
  type Method,
  type Proposal,
  type TourWarning,
} from '@usaha/logistics';
import { choiceList } from '../../../wire/choice-list.js';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { textOrAddress } from '../../../wire/text-or-address.js';
import { plainView } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { distanceSourceChoices } from './shipments.wire.js';

const criterionChoices = choices('OptimizationCriterion', criteria);
const methodChoices = choices('OptimizationMethod', methods);
const warningChoices = choices('TourWarningCode', tourWarningCodes);
const stopTypes = choices('StopType', ['shipment', 'waypoint'] as const);

const SHIPMENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6b';
const VEHICLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8d';
const ROUTE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6e';

/** POST /api/v1/logistics/routes/{route_id}/optimize/. */
export class OptimizeBody {
  @field.texts(
    'Ids of shipments that are on board, each delivered at its destination; one that is sent twice counts once. With the waypoints of the route at most 200',
    [SHIPMENT],
    { min: 1 },
  )
  shipments!: string[];
  @field.reference('Id of the vehicle, whose capacity counts for fuel', VEHICLE, {
    optional: true,
    max: MAX_TEXT,
    view: 'Id of the vehicle',
  })
  vehicle_id?: string | null;
  @choiceList('The quantity to minimise; the next ones break ties. Distance unless given (A-308)', criterionChoices, {
    optional: true,
    view: 'The minimised quantities, in this order',
  })
  optimization_criteria?: readonly Criterion[] | null;
}

@field.record('A stop of a proposed order; what depends on its place is null if that is not known')
export class PlannedStopView {
  @field.count('Place in the order, from 1', 1, { min: 1 }) sequence!: number;
  @field.choice('Reason of the stop', stopTypes) type!: (typeof stopTypes)[number];
  @field.id('Id of the shipment', SHIPMENT, { nullable: true }) shipment_id!: string | null;
  @field.count("Place among the route's waypoints, from 0", 0, { nullable: true }) waypoint!: number | null;
  @textOrAddress("The receiver's or the waypoint's address", 'Jalan Ampang, Kuala Lumpur') address!:
    string | Address | null;
  @field.number('Latitude in degrees', 3.139, { min: -90, max: 90, nullable: true }) latitude!: number | null;
  @field.number('Longitude in degrees', 101.6869, { min: -180, max: 180, nullable: true }) longitude!: number | null;
  @field.choice('What its place is known by (A-287)', distanceSourceChoices) location_source!: DistanceSource;
  @field.number('Way to it in kilometres', 12.345, { min: 0, nullable: true }) leg_distance_km!: number | null;
  @field.number('Driving to it, in minutes', 24.7, { min: 0, nullable: true }) leg_duration_minutes!: number | null;
  @field.number('Minutes from departure to arrival, earlier stops included', 24.7, { min: 0, nullable: true })
  arrival_minutes!: number | null;
}

@field.record("The way back, or to the route's destination")
export class ReturnLegView {
  @field.number('Kilometres', 12.345, { min: 0 }) leg_distance_km!: number;
  @field.number('Driving, in minutes', 24.7, { min: 0 }) leg_duration_minutes!: number;
}

@field.record('What an order of stops comes to')
export class TourFiguresView {
  @field.number('Kilometres', 86.731, { min: 0 }) total_distance_km!: number;
  @field.number('Minutes, standing included', 153.4, { min: 0 }) total_duration_minutes!: number;
  @field.number('Litres of fuel', 11.07, { min: 0 }) estimated_fuel_litres!: number;
}

@field.record('What an order of stops does not meet')
export class TourWarningView {
  @field.choice('What it is', warningChoices) code!: TourWarning['code'];
  @field.texts('Ids of the shipments, and waypoints of the route, that it is about; empty where it is the tour', [
    SHIPMENT,
  ])
  stops!: string[];
}

@field.record('A proposed order of stops; nothing is changed by it (A-307)')
export class ProposalView extends ViewType(OptimizeBody, {
  filled: ['optimization_criteria'],
  except: ['shipments'],
  extends: TourFiguresView,
}) {
  @placedBefore('vehicle_id') @field.id('Id of the route', ROUTE) route_id!: string;
  @field.choice(
    'Whether it is proved to be the best order, as up to 12 stops are, or the best that was found',
    methodChoices,
  )
  method!: Method;
  @field.texts('Ids of the shipments, in the proposed order', [SHIPMENT]) shipments!: string[];
  @field.nestedList('The stops in the proposed order', PlannedStopView) stops!: PlannedStopView[];
  @field.nested('The last leg; null if it is not known where the tour begins or ends', ReturnLegView, {
    nullable: true,
  })
  return_leg!: ReturnLegView | null;
  @field.nested('The same of the shipments as sent, then the waypoints as stored', TourFiguresView)
  baseline!: TourFiguresView;
  @field.percent(
    'How much less than the baseline, by the first criterion; 0 where more than a third of the stops share a point that is not sent (A-383)',
    12.5,
  )
  saving_percent!: number;
  @field.texts(
    'Ids of shipments, and points of the route, whose place is not known: they come last, and count in no figure',
    ['waypoints.0'],
  )
  unlocated!: string[];
  @field.nestedList(
    'What the order does not meet; a tour departs when its route begins to operate (A-308). Stops that share a point are not told apart (A-383)',
    TourWarningView,
  )
  warnings!: TourWarningView[];
}

export const proposalView = plainView<Proposal, ProposalView>(ProposalView, {
  fields: { warnings: ({ warnings }) => warnings.map(({ code, stops }) => ({ code, stops: [...stops] })) },
});
