import type { Address } from '@usaha/core';
import { DeliveryRoute } from '@usaha/logistics';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textOrAddress } from '../../../wire/text-or-address.js';
import { textOrNumber } from '../../../wire/text-or-number.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { latitude, longitude } from './coordinates.js';
import { RecordList } from '../reference.js';

const HUB = 'Hab Shah Alam, Seksyen 15, Selangor';
const LONG = 10_000;
/** A year, and more than twice around the earth. */
const MINUTES = { min: 0, max: 527_040 };
const KILOMETRES = { min: 0, max: 100_000 };

@field.record('A place on a route in a request; absent fields are null')
export class RoutePointBody {
  @textOrAddress('The place in words or as an address', HUB, {
    optional: true,
    view: 'The place in words or as an address, as sent',
  })
  address: string | Address | null = null;
  @latitude('Latitude in degrees, with a longitude (A-304)', { optional: true, view: 'Latitude in degrees, as sent' })
  latitude: number | null = null;
  @longitude('Longitude in degrees, with a latitude', { optional: true, view: 'Longitude in degrees, as sent' })
  longitude: number | null = null;
}

@field.record('A place in a request at which a route halts')
export class WaypointBody extends RoutePointBody {
  @field.number('How long it halts there, in minutes; 0 unless given', 15, {
    ...MINUTES,
    unset: true,
    view: { description: 'How long it halts there, in minutes', ...MINUTES },
  })
  stop_duration_minutes = 0;
}

@field.record('Hours of operation in a request; an end before the start lies on the next day')
export class OperatingHoursBody {
  @field.time('From', '08:00:00', { optional: true }) start: string | null = null;
  @field.time('To', '18:00:00', { optional: true }) end: string | null = null;
}

/** POST /api/v1/logistics/routes/. */
export class DeliveryRouteBody {
  @field.text('Name', 'Laluan utara', { max: 200 }) name!: string;
  @field.text('Description', 'Shah Alam ke Ipoh', { optional: true, max: LONG }) description?: string | null;
  @field.nested('Where it begins', RoutePointBody, { optional: true }) origin?: RoutePointBody | null;
  @field.nested('Where it ends', RoutePointBody, { optional: true }) destination?: RoutePointBody | null;
  @field.nestedList('Where it halts, in this order; at most 200, replaced whole', WaypointBody, {
    unset: true,
    view: 'Where it halts, in this order',
  })
  waypoints?: WaypointBody[];
  @field.number('Estimated distance in kilometres, as sent', 205.5, {
    ...KILOMETRES,
    optional: true,
    view: KILOMETRES,
  })
  estimated_distance_km?: number | null;
  @field.number('Estimated duration in minutes, as sent', 180, {
    ...MINUTES,
    optional: true,
    view: MINUTES,
  })
  estimated_duration_minutes?: number | null;
  @field.text('Type of vehicle; any text (A-299)', 'van', { optional: true, max: 100, view: 'Type of vehicle' })
  vehicle_type?: string | null;
  @field.texts('What a driver needs', ['GDL'], { unset: true }) driver_requirements?: string[];
  @field.nested('Hours of operation', OperatingHoursBody, { optional: true })
  operating_hours?: OperatingHoursBody | null;
  @textOrNumber('How often it is driven; a text or a number, as sent', 'daily', {
    optional: true,
    view: 'How often it is driven, as sent',
  })
  frequency?: string | number | null;
  @field.texts('Weekdays on which it is driven; any text', ['monday', 'thursday'], {
    unset: true,
    view: 'Weekdays on which it is driven',
  })
  active_days?: string[];
  @textOrNumber('Priority; a text or a number, as sent', 'high', { optional: true, view: 'Priority, as sent' })
  priority?: string | number | null;
  @field.text('Notes', 'Elak tol pada waktu puncak', { optional: true, max: LONG }) notes?: string | null;
}

/** PUT /api/v1/logistics/routes/{route_id}/: the same fields, all optional. */
export class DeliveryRoutePatch extends PartialType(DeliveryRouteBody) {}

/** GET /api/v1/logistics/routes/. */
export class RouteListQuery extends RecordList('name') {
  @param.text('State of the origin, in any known spelling, or a word of its address (A-144, A-293)', 'selangor')
  origin_state?: string;
  @param.text('State of the destination, in any known spelling, or a word of its address', 'perak')
  destination_state?: string;
  @param.text('Type of vehicle, ignoring case (A-173)', 'van') vehicle_type?: string;
  @param.text('Priority, ignoring case', 'high') priority?: string;
  @param.text('How often it is driven, ignoring case', 'daily') frequency?: string;
}

@field.record('A place on a route')
export class RoutePointView extends ViewType(RoutePointBody) {}

@field.record('A place at which a route halts')
export class WaypointView extends ViewType(WaypointBody, { extends: RoutePointView }) {}

@field.record('Hours of operation; an end before the start lies on the next day')
export class OperatingHoursView extends ViewType(OperatingHoursBody) {}

@field.record('A route')
export class DeliveryRouteView extends ViewType(DeliveryRouteBody, {
  within: {
    origin: RoutePointView,
    destination: RoutePointView,
    waypoints: WaypointView,
    operating_hours: OperatingHoursView,
  },
}) {
  @field.id('Id of the route') id!: string;
  @field.instant('When the route was created (UTC)') created_at!: Date;
  @field.instant('When the route was last changed (UTC)') updated_at!: Date;
}

export const routeView = viewOf(DeliveryRoute, DeliveryRouteView, {
  revision: 1,
  personal: ['origin', 'destination', 'waypoints'],
});
