import type { Address } from '@usaha/core';
import { VehiclePosition, type SentPlace, type SentReport } from '@usaha/logistics';
import { readInstant } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { textOrAddress } from '../../../wire/text-or-address.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { latitude, longitude } from './coordinates.js';

const PLACE = 'Hab Shah Alam, Seksyen 15';

/** POST /api/v1/logistics/vehicles/{vehicle_id}/update-location/. */
export class UpdateLocationBody {
  @latitude('Latitude in degrees, stored with seven decimals', { view: 'Latitude in degrees' }) latitude!: number;
  @longitude('Longitude in degrees, stored with seven decimals', { view: 'Longitude in degrees' }) longitude!: number;
  @textOrAddress('The place in words or as an address', PLACE, {
    optional: true,
    view: 'The place in words or as an address, as sent',
  })
  address?: string | Address | null;
  @field.sentInstant('When the vehicle was there; now unless given (A-146, A-301)', { optional: true })
  timestamp?: string | null;
  @field.count(
    'What the odometer shows, in kilometres; at least what it showed at or before that time (A-301)',
    48210,
    {
      optional: true,
      view: 'What the odometer showed, in kilometres',
    },
  )
  mileage?: number | null;
}

@field.record('Location of a vehicle in a request: a report like any other, without mileage (A-301)')
export class PlaceBody {
  @latitude('Latitude in degrees, with a longitude', { optional: true, view: 'Latitude in degrees' }) latitude?:
    number | null;
  @longitude('Longitude in degrees, with a latitude', { optional: true, view: 'Longitude in degrees' }) longitude?:
    number | null;
  @textOrAddress('The place in words or as an address', PLACE, {
    optional: true,
    view: 'The place in words or as an address, as sent',
  })
  address?: string | Address | null;
  @field.sentInstant('When the vehicle was there; now unless given', { optional: true }) last_updated?: string | null;
}

@field.record('Where a vehicle was last reported to be')
export class PlaceView extends ViewType(PlaceBody, { filled: ['latitude', 'longitude'], except: ['last_updated'] }) {
  @field.instant('When the vehicle was there, as reported (UTC)') last_updated!: Date;
}

@field.record('A reported position of a vehicle')
export class PositionView extends ViewType(UpdateLocationBody, { except: ['timestamp'] }) {
  @field.id('Id of the report') id!: string;
  @placedBefore('mileage') @field.instant('When the vehicle was there, as reported (UTC)') timestamp!: Date;
  @field.instant('When it was recorded (UTC)') recorded_at!: Date;
  @field.id('Id of the user who reported it; null for the service itself', undefined, { nullable: true })
  recorded_by!: string | null;
}

export const positionView = viewOf(VehiclePosition, PositionView, {
  personal: ['address'],
  fields: {
    latitude: ({ latitude: degrees }) => degrees as number,
    longitude: ({ longitude: degrees }) => degrees as number,
    timestamp: ({ reported_for }) => reported_for,
    recorded_at: ({ created_at }) => created_at,
    recorded_by: ({ actor_id }) => actor_id,
  },
});

const instantOf = (text: string | null | undefined): Date | null => (text ? readInstant(text) : null);

export const sentReport = ({ timestamp, ...report }: UpdateLocationBody): SentReport => ({
  ...report,
  timestamp: instantOf(timestamp),
});

export const sentPlace = ({ last_updated, ...place }: PlaceBody): SentPlace => ({
  ...place,
  timestamp: instantOf(last_updated),
});
