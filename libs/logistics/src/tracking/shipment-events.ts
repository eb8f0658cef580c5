import { announce, announceAll, type Context } from '@usaha/shared';
import { eventType, oneOf, tell } from '@usaha/shared/events';
import type { Shipment } from '../shipment/shipment.entity.js';
import { shipmentStatuses, type ShipmentStatus } from '../shipment/shipment-statuses.js';

export const SHIPMENT_CREATED = 'logistics.shipment_created';
export const SHIPMENT_STATUS_CHANGED = 'logistics.shipment_status_changed';
export const SHIPMENT_DELIVERED = 'logistics.shipment_delivered';

/** Told next to `logistics.shipment.status_changed`, which the repository announces. */
const delivered = eventType('logistics.shipment.delivered', {
  said: { en: 'A shipment was delivered.', ms: 'Satu penghantaran telah diserahkan.' },
  path: '/api/v1/logistics/shipments/{id}/',
  contract_path: null,
  data: {
    tracking_number: 'text',
    status: oneOf(shipmentStatuses),
    previous_status: oneOf(shipmentStatuses, { nullable: true }),
    driver_id: 'id?',
    vehicle_id: 'id?',
    delivered_at: 'instant?',
  },
  inner: SHIPMENT_DELIVERED,
});

/** Enqueues the inner event of a new shipment. */
export const announceCreated = (ctx: Context, { id, tracking_number }: Shipment): void =>
  announce(ctx, SHIPMENT_CREATED, { shipment_id: id, tracking_number });

/** A shipment that is written, and the status that it had before. */
export interface StatusChange {
  shipment: Shipment;
  previous_status: ShipmentStatus;
}

/** Enqueues the inner events of shipments that have come to another status, and tells deliveries; the same one again is none. */
export function announceStatus(ctx: Context, ...changes: StatusChange[]): void {
  const moved = changes.filter(({ shipment, previous_status }) => shipment.status !== previous_status);
  announceAll(ctx, moved.flatMap(innerEvents));
  for (const change of moved) if (change.shipment.status === 'delivered') tellDelivered(ctx, change);
}

function innerEvents({ shipment, previous_status }: StatusChange) {
  const { id: shipment_id, tracking_number, status } = shipment;
  const told = { shipment_id, tracking_number };
  const changed = { name: SHIPMENT_STATUS_CHANGED, payload: { ...told, status, previous_status } };
  if (status !== 'delivered') return [changed];
  return [changed, { name: SHIPMENT_DELIVERED, payload: { ...told, delivered_at: deliveredAt(shipment) } }];
}

const tellDelivered = (ctx: Context, { shipment, previous_status }: StatusChange): void =>
  tell(ctx, delivered, () => {
    const { id, version, tracking_number, status, driver_id, vehicle_id } = shipment;
    const facts = { tracking_number, status, previous_status, driver_id, vehicle_id };
    return { id, version, ...facts, delivered_at: deliveredAt(shipment) };
  });

const deliveredAt = ({ actual_delivery_time }: Shipment): string | null => actual_delivery_time?.toISOString() ?? null;
