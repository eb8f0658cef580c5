import type { Address } from '@usaha/core';
import { VehiclePosition, type SentPlace, type SentReport } from '@usaha/logistics';
import { readInstant } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { textOrAddress } from '../../../wire/text-or-address.js';
import { viewOf } from '../../../wire/view.js';

const PLACE = 'Hab Shah Alam, Seksyen 15';

const latitude = (description: string, options: { optional?: boolean } = {}) =>
  field.number(description, 3.0733, { min: -90, max: 90, ...options });
const longitude = (description: string, options: { optional?: boolean } = {}) =>
  field.number(description, 101.5185, { min: -180, max: 180, ...options });

/** POST /api/v1/logistics/vehicles/{vehicle_id}/update-location/. */
export class UpdateLocationBody {
  @latitude('Latitude in degrees, stored with seven decimals') latitude!: number;
  @longitude('Longitude in degrees, stored with seven decimals') longitude!: number;
  @textOrAddress('The place in words or as an address', PLACE, { optional: true }) address?: string | Address | null;
  @field.sentInstant('When the vehicle was there; now unless given (A-146, A-301)', { optional: true })
  timestamp?: string | null;
  @field.count(
    'What the odometer shows, in kilometres; at least what it showed at or before that time (A-301)',
    48210,
    {
      optional: true,
    },
  )
  mileage?: number | null;
}

@field.record('Location of a vehicle in a request: a report like any other, without mileage (A-301)')
export class PlaceBody {
  @latitude('Latitude in degrees, with a longitude', { optional: true }) latitude?: number | null;
  @longitude('Longitude in degrees, with a latitude', { optional: true }) longitude?: number | null;
  @textOrAddress('The place in words or as an address', PLACE, { optional: true }) address?: string | Address | null;
  @field.sentInstant('When the vehicle was there; now unless given', { optional: true }) last_updated?: string | null;
}

@field.record('Where a vehicle was last reported to be')
export class PlaceView {
  @latitude('Latitude in degrees') latitude!: number;
  @longitude('Longitude in degrees') longitude!: number;
  @textOrAddress('The place in words or as an address, as sent', PLACE) address!: string | Address | null;
  @field.instant('When the vehicle was there, as reported (UTC)') last_updated!: Date;
}

@field.record('A reported position of a vehicle')
export class PositionView {
  @field.id('Id of the report') id!: string;
  @latitude('Latitude in degrees') latitude!: number;
  @longitude('Longitude in degrees') longitude!: number;
  @textOrAddress('The place in words or as an address, as sent', PLACE) address!: string | Address | null;
  @field.instant('When the vehicle was there, as reported (UTC)') timestamp!: Date;
  @field.count('What the odometer showed, in kilometres', 48210, { nullable: true }) mileage!: number | null;
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
