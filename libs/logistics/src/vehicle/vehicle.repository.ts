import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  equalsId,
  equalsKey,
  type Context,
  type Filter,
  type Filters,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { Vehicle, type VehicleStatus } from './vehicle.entity.js';
import { vehicleEvents } from './vehicle.events.js';

/** Filters of a list of vehicles. Texts are compared whole, regardless of case. */
export interface VehicleQuery {
  vehicle_type?: string;
  status?: VehicleStatus;
  make?: string;
  model?: string;
  assigned_driver_id?: string;
  /** Without case, spaces and hyphens. */
  registration_number?: string;
}

/** By the derived column, whose expression this is. */
const plate: Filter<string> = (value, bind) =>
  `r.registration_key = lower(regexp_replace(${bind(value)}, '[\\s-]', '', 'g'))`;

const filters: Filters<VehicleQuery> = {
  vehicle_type: equalsKey('vehicle_type_key'),
  status: equals('status'),
  make: equalsKey('make_key'),
  model: equalsKey('model_key'),
  assigned_driver_id: equalsId('assigned_driver_id'),
  registration_number: plate,
};

/** As the derived column is. */
const plateKey = (text: string): string | null => text.replace(/[\s-]/g, '').toLowerCase() || null;
const keys = { registration_number: { column: 'registration_key', as: plateKey } };

declareReferences({ vehicles_tenant: 'tenant_id' });

const bin = { resource: 'logistics.vehicles', label: ({ registration_number }: Vehicle) => registration_number };

/** The vehicles of a tenant. */
@Injectable()
export class VehicleRepository extends Repository<Vehicle, VehicleQuery> {
  constructor(database: Database) {
    super(database, Vehicle, { noun: nouns.vehicle, filters, keys, events: vehicleEvents, bin });
  }

  /** The vehicles of a driver, locked in the order of their ids. */
  lockOfDriver(ctx: Context, driver_id: string): Promise<Vehicle[]> {
    return this.lockWhere(ctx, 'r.assigned_driver_id = $2', [driver_id]);
  }
}
