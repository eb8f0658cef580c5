import type { FileCollection } from '@usaha/core';
import type { DriverRepository } from './driver/driver.repository.js';
import type { ProofRepository } from './proof/proof.repository.js';
import type { ShipmentRepository } from './shipment/shipment.repository.js';
import type { VehicleRepository } from './vehicle/vehicle.repository.js';

export const SHIPMENTS = 'logistics.shipments';

/** The collections of logistics whose records have files. Papers of drivers are closed to role user. */
export const fileCollections = (
  drivers: DriverRepository,
  vehicles: VehicleRepository,
  shipments: ShipmentRepository,
  proofs: ProofRepository,
): FileCollection[] => [
  { resource: 'logistics.drivers', module: 'logistics', table: 'logistics.drivers', records: drivers, readBy: 'staff' },
  { resource: 'logistics.vehicles', module: 'logistics', table: 'logistics.vehicles', records: vehicles },
  {
    resource: SHIPMENTS,
    module: 'logistics',
    table: 'logistics.shipments',
    records: shipments,
    isOpenToDrivers: true,
    names: (ctx, { id, record_id }) => proofs.shows(ctx, record_id, id),
  },
];
