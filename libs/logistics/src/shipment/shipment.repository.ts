import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  equalsId,
  equalsKey,
  fromDay,
  toDay,
  type Filter,
  type Filters,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { stateKey } from '../place/state-key.js';
import { Shipment } from './shipment.entity.js';
import type { ServiceType, ShipmentStatus } from './shipment-statuses.js';

/** Filters of a list of shipments. */
export interface ShipmentQuery {
  status?: ShipmentStatus;
  service_type?: ServiceType;
  /** Of the creation, both included. */
  date_from?: string;
  date_to?: string;
  /** Whatever the spelling. */
  origin_state?: string;
  destination_state?: string;
  tracking_number?: string;
  customer_reference?: string;
  driver_id?: string;
  vehicle_id?: string;
}

const equalsState =
  (column: string): Filter<string> =>
  (value, bind) =>
    `r.${column} = ${bind(stateKey(value) ?? '')}`;

const filters: Filters<ShipmentQuery> = {
  status: equals('status'),
  service_type: equals('service_type'),
  date_from: fromDay('created_at'),
  date_to: toDay('created_at'),
  origin_state: equalsState('origin_state_key'),
  destination_state: equalsState('destination_state_key'),
  tracking_number: equals('tracking_number'),
  customer_reference: equalsKey('customer_reference_key'),
  driver_id: equalsId('driver_id'),
  vehicle_id: equalsId('vehicle_id'),
};

declareReferences({
  shipments_tenant: 'tenant_id',
  shipments_driver: 'driver_id',
  shipments_vehicle: 'vehicle_id',
});

/** The shipments of a tenant. */
@Injectable()
export class ShipmentRepository extends Repository<Shipment, ShipmentQuery> {
  constructor(database: Database) {
    super(database, Shipment, { noun: nouns.shipment, filters });
  }
}
