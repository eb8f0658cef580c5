import type { Address } from '@usaha/core';
import {
  Shipment,
  ShipmentEvent,
  type DocumentWarning,
  type ReportedLocation,
  type ShipmentStatus,
  type StatusReport,
  type StatusReported,
  type Tracked,
} from '@usaha/logistics';
import { readInstant } from '@usaha/shared';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { textOrAddress } from '../../../wire/text-or-address.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { latitude, longitude } from './coordinates.js';
import { ShipmentView, shipmentFields, shipmentStatusChoices, shownParties } from './shipments.wire.js';
import { documentWarningChoices, warningsOf } from './warnings.wire.js';

const PLACE = 'Hab Shah Alam, Seksyen 15';
const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const VEHICLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6d';
const LONG = 10_000;

@field.record('Where and when something happened; absent fields are null')
export class LocationBody {
  @latitude('Latitude in degrees, with a longitude', { optional: true, view: 'Latitude in degrees' })
  latitude: number | null = null;
  @longitude('Longitude in degrees, with a latitude', { optional: true, view: 'Longitude in degrees' })
  longitude: number | null = null;
  @textOrAddress('The place in words or as an address', PLACE, {
    optional: true,
    view: 'The place in words or as an address, as sent',
  })
  address: string | Address | null = null;
  @field.sentInstant('When it happened; now unless given. Past and future are accepted (A-284)', { optional: true })
  timestamp: string | null = null;
}

@field.record('Where and when something happened, as reported')
export class LocationView extends ViewType(LocationBody, { except: ['timestamp'] }) {
  @field.instant('When it happened, as reported (UTC)', { nullable: true }) timestamp!: string | null;
}

/** POST /api/v1/logistics/shipments/{shipment_id}/update-status/. */
export class UpdateStatusBody {
  @field.choice('Any status, after any other; the same again is a scan at another place', shipmentStatusChoices, {
    view: 'Status',
  })
  status!: ShipmentStatus;
  @field.nested('Where and when', LocationBody, { optional: true, view: 'Where it happened' })
  location?: LocationBody | null;
  @field.text('Notes on this entry of the history', 'Diterima di hab', { optional: true, max: LONG, view: 'Notes' })
  notes?: string | null;
  @field.reference('Id of the driver; absent keeps, null clears (A-284)', DRIVER, {
    optional: true,
    max: MAX_TEXT,
    view: 'Id of the driver at that time',
  })
  driver_id?: string | null;
  @field.reference('Id of the vehicle; absent keeps, null clears', VEHICLE, {
    optional: true,
    max: MAX_TEXT,
    view: 'Id of the vehicle at that time',
  })
  vehicle_id?: string | null;
}

const instantOf = (text: string | null): string | null =>
  text === null ? null : (readInstant(text)?.toISOString() ?? null);

/** Where and when, as a body says it. */
export const reportedLocation = (location: LocationBody | null | undefined): ReportedLocation | null | undefined =>
  location && { ...location, timestamp: instantOf(location.timestamp) };

/** What a body says. */
export const statusReport = <B extends UpdateStatusBody>({
  location,
  ...report
}: B): Omit<B, 'location'> & StatusReport => ({ ...report, location: reportedLocation(location) });

@field.record('An entry of the history of a shipment')
export class TrackingEntryView extends ViewType(UpdateStatusBody, { within: { location: LocationView } }) {
  @field.id('Id of the entry') id!: string;
  @placedBefore('location')
  @field.instant('When it happened, as reported, else when it was recorded (UTC)')
  timestamp!: Date;
  @placedBefore('location') @field.instant('When it was recorded (UTC)') recorded_at!: Date;
  @field.id('Id of the user who recorded it; null for the service itself', undefined, { nullable: true })
  recorded_by!: string | null;
  @field.texts('Names of the fields that were changed after dispatch, never their values (A-289)', ['destination'])
  changes!: string[];
}

@field.record('An entry of the history of a shipment, with the names as they were then')
export class ShipmentEventView extends TrackingEntryView {
  @field.text('Name of the driver at that time (A-297)', 'Ahmad Faizal', { nullable: true }) driver_name!:
    string | null;
  @field.text('Registration number of the vehicle at that time', 'WXY 1234', { nullable: true })
  registration_number!: string | null;
}

const entry = {
  timestamp: ({ happened_at }: ShipmentEvent) => happened_at,
  recorded_at: ({ created_at }: ShipmentEvent) => created_at,
  recorded_by: ({ actor_id }: ShipmentEvent) => actor_id,
};
const trackingEntryView = viewOf(ShipmentEvent, TrackingEntryView, { personal: ['location', 'notes'], fields: entry });
export const shipmentEventView = viewOf(ShipmentEvent, ShipmentEventView, {
  personal: ['location', 'notes', 'driver_name'],
  fields: entry,
});

@field.record('A shipment with its history')
export class TrackedShipmentView extends ShipmentView {
  @field.nestedList('The latest 100 entries of its history, the oldest first (A-283)', TrackingEntryView)
  tracking_history!: TrackingEntryView[];
  @field.count('Entries of its history in all', 4) tracking_total!: number;
}

const tracked = viewFor<Shipment, TrackedShipmentView, ShipmentEvent[]>(Shipment, TrackedShipmentView, {
  revision: 2,
  etagParts: () => ['tracked'],
  personal: shownParties,
  fields: {
    ...shipmentFields,
    tracking_history: (_, history) => history.map(trackingEntryView),
    tracking_total: ({ events }) => events,
  },
});

export const trackedShipmentView = ({ shipment, history }: Tracked): TrackedShipmentView => tracked(history)(shipment);

@field.record('A shipment as it was reported')
export class ReportedShipmentView extends ShipmentView {
  @warningsOf(documentWarningChoices, 'Expired documents and statuses of its driver and vehicle today (A-295)')
  warnings!: DocumentWarning[];
}

const reported = viewFor<Shipment, ReportedShipmentView, DocumentWarning[]>(Shipment, ReportedShipmentView, {
  revision: 2,
  etagParts: (_, warnings) => ['reported', warnings.join('+')],
  personal: shownParties,
  fields: { ...shipmentFields, warnings: (_, warnings) => warnings },
});

export const reportedShipmentView = ({ shipment, warnings }: StatusReported): ReportedShipmentView =>
  reported(warnings)(shipment);
