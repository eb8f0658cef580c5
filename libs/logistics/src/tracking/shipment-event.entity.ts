import type { Address } from '@usaha/core';
import { LedgerEntry, columns } from '@usaha/shared';
import { Entity } from 'typeorm';
import { shipmentStatuses, type ShipmentStatus } from '../shipment/shipment-statuses.js';

/** Where something happened, as it was reported. */
export interface ReportedLocation {
  /** Degrees; both or neither. */
  latitude: number | null;
  longitude: number | null;
  /** A text or an address, as it was sent. */
  address: string | Address | null;
  /** ISO 8601 in UTC: what the device says, which may be past or to come. */
  timestamp: string | null;
}

/** An entry of a shipment's history. The status of the last one is the shipment's. */
@Entity({ schema: 'logistics', name: 'shipment_events' })
export class ShipmentEvent extends LedgerEntry {
  @columns.uuid() shipment_id!: string;
  @columns.choice(shipmentStatuses) status!: ShipmentStatus;
  /** The moment that the report tells, else the one of recording. */
  @columns.instant() happened_at!: Date;
  @columns.object({ nullable: true, personal: true }) location: ReportedLocation | null = null;
  @columns.text({ nullable: true, personal: true }) notes: string | null = null;
  /** Whom the shipment named then, and by which name. */
  @columns.uuid({ nullable: true }) driver_id: string | null = null;
  @columns.uuid({ nullable: true }) vehicle_id: string | null = null;
  @columns.text({ nullable: true, personal: true }) driver_name: string | null = null;
  @columns.code({ nullable: true }) registration_number: string | null = null;
  /** Names of the fields that were changed after dispatch; empty elsewhere. */
  @columns.list() changes: string[] = [];
}
