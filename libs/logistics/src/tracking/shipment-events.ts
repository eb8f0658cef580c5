import { announce, type Context } from '@usaha/shared';
import type { Shipment } from '../shipment/shipment.entity.js';
import type { ShipmentStatus } from '../shipment/shipment-statuses.js';

export const SHIPMENT_CREATED = 'logistics.shipment_created';
export const SHIPMENT_STATUS_CHANGED = 'logistics.shipment_status_changed';
export const SHIPMENT_DELIVERED = 'logistics.shipment_delivered';

/** Tells who wants to hear that there is a new shipment. */
export const announceCreated = (ctx: Context, { id, tracking_number }: Shipment): Promise<void> =>
  announce(ctx, SHIPMENT_CREATED, { shipment_id: id, tracking_number });

/** Tells who wants to hear that a shipment has come to another status; the same one again is not told. */
export async function announceStatus(ctx: Context, shipment: Shipment, previous_status: ShipmentStatus): Promise<void> {
  const { id: shipment_id, tracking_number, status } = shipment;
  if (status === previous_status) return;
  const told = { shipment_id, tracking_number };
  await Promise.all([
    announce(ctx, SHIPMENT_STATUS_CHANGED, { ...told, status, previous_status }),
    status === 'delivered' &&
      announce(ctx, SHIPMENT_DELIVERED, {
        ...told,
        delivered_at: shipment.actual_delivery_time?.toISOString() ?? null,
      }),
  ]);
}
