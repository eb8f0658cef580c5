import { forbidden, type Actor, type Bind, type Filter } from '@usaha/shared';
import { messages } from '../messages.js';
import { openStatuses } from '../schedule/delivery-schedule.entity.js';
import type { StatusReport } from '../tracking/status-report.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';

const isOpen = (schedule: string): string =>
  `${schedule}.status in (${openStatuses.map((status) => `'${status}'`).join(', ')}) and ${schedule}.deleted_at is null`;

/** The driver whose deliveries are all that an actor reads and moves in logistics (A-373); null: no such limit. */
export const ownDriver = (actor: Actor | null): string | null => actor?.driver_id ?? null;

/** SQL: a driver is there. Of one who was deleted or erased nothing is assigned to anybody. */
const isThere = (driver: string): string =>
  `exists (select 1 from logistics.drivers d where d.tenant_id = $1 and d.id = ${driver} and d.deleted_at is null)`;

/** SQL: the shipments whose newest open schedule names a driver. */
const planned = (driver: string): string => `
  select c.shipment_id from logistics.schedules c
   where c.tenant_id = $1 and c.driver_id = ${driver} and ${isOpen('c')}
     and not exists (select 1 from logistics.schedules n where n.tenant_id = $1 and n.shipment_id = c.shipment_id
       and n.id > c.id and ${isOpen('n')})`;

/**
 * Shipments `r` that are assigned to a driver: those that name the driver and, of those that name none, those whose newest open
 * schedule does, as on the delivery order.
 */
export const shipmentsOfDriver: Filter<string> = (driver_id, bind) => {
  const driver = bind(driver_id);
  const isOwn = `r.driver_id = ${driver} or (r.driver_id is null and r.id = any(array(${planned(driver)})))`;
  return `((${isOwn}) and ${isThere(driver)})`;
};

/** Schedules `r` that name a driver. */
export const schedulesOfDriver: Filter<string> = (driver_id, bind) => {
  const driver = bind(driver_id);
  return `(r.driver_id = ${driver} and ${isThere(driver)})`;
};

/** A condition with the values of its placeholders. */
type Condition = readonly [condition: string, values: unknown[]];

/**
 * Narrows a condition to what is assigned to the actor's driver; that of any other actor stays as it is.
 * @param first the number of the first value's placeholder
 */
export function narrowed(
  actor: Actor | null,
  isAssigned: Filter<string>,
  [condition, values]: readonly [string, readonly unknown[]],
  first = 1,
): Condition {
  const own = ownDriver(actor);
  const all = [...values];
  if (own === null) return [condition, all];
  const bind: Bind = (value) => `$${all.push(value) + first - 1}`;
  return [`${isAssigned(own, bind)} and ${condition}`, all];
}

/**
 * A report of an actor on assigned shipments. That of a driver makes the driver's own what named no driver.
 * @throws forbidden where a driver gives shipments to another one, or back
 */
export function reportOf<R extends StatusReport>(actor: Actor | null, report: R): R {
  const own = ownDriver(actor);
  if (own === null) return report;
  if (report.driver_id !== undefined && report.driver_id?.toLowerCase() !== own)
    throw forbidden(messages.beyondOwnDeliveries({ fields: ['driver_id'] }));
  return { ...report, driver_id: own };
}

/** Whether the actor may report a shipment as loaded on a vehicle: a driver names only vehicles assigned to that driver. */
export const mayLoad = (actor: Actor | null, vehicle: Pick<Vehicle, 'assigned_driver_id'> | null): boolean =>
  ownDriver(actor) === null || vehicle === null || vehicle.assigned_driver_id === ownDriver(actor);
