import type { Context } from '@usaha/shared';
import { driverPapers, vehiclePapers } from './papers.js';
import type { SentOut } from './judge-documents.js';

const ofDriver = ['status', ...Object.values(driverPapers)];
const ofVehicle = ['status', ...Object.values(vehiclePapers)];

const PAPERS = `
  select d.id, ${ofDriver.map((name) => `d.${name}`).join(', ')}, v.id, ${ofVehicle.map((name) => `v.${name}`).join(', ')}
    from logistics.shipments s
    left join logistics.drivers d on d.tenant_id = $1 and d.id = s.driver_id and d.deleted_at is null
    left join logistics.vehicles v on v.tenant_id = $1 and v.id = s.vehicle_id and v.deleted_at is null
   where s.tenant_id = $1 and s.id = $2`;

/** The papers of a shipment's driver and vehicle, to warn of; null where it has none, or a deleted one. */
export async function papersOfShipment(ctx: Context, shipment_id: string): Promise<SentOut> {
  const [row = []] = await ctx.db.read(PAPERS, [ctx.tenant_id, shipment_id]);
  const vehicleAt = 1 + ofDriver.length;
  return {
    driver: told(ofDriver, row.slice(0, vehicleAt)) as SentOut['driver'],
    vehicle: told(ofVehicle, row.slice(vehicleAt)) as SentOut['vehicle'],
  };
}

/** @param row an id, null where there is none, and what was read by these names */
const told = (names: readonly string[], [id = null, ...values]: readonly unknown[]): object | null =>
  id === null ? null : Object.fromEntries(names.map((name, i) => [name, values[i]]));
