import { announce, announceAll, type Context } from '@usaha/shared';
import type { Shipment } from '../shipment/shipment.entity.js';
import type { ShipmentStatus } from '../shipment/shipment-statuses.js';

export const SHIPMENT_CREATED = 'logistics.shipment_created';
export const SHIPMENT_STATUS_CHANGED = 'logistics.shipment_status_changed';
export const SHIPMENT_DELIVERED = 'logistics.shipment_delivered';

/** Enqueues the event of a new shipment. */
export const announceCreated = (ctx: Context, { id, tracking_number }: Shipment): void =>
  announce(ctx, SHIPMENT_CREATED, { shipment_id: id, tracking_number });

/** A shipment that is written, and the status that it had before. */
export interface StatusChange {
  shipment: Shipment;
  previous_status: ShipmentStatus;
}

/** Enqueues the events of shipments that have come to another status; the same one again is none. */
export const announceStatus = (ctx: Context, ...changes: StatusChange[]): void =>
  announceAll(
    ctx,
    changes.flatMap(
      ({ shipment: { id: shipment_id, tracking_number, status, actual_delivery_time }, previous_status }) => {
        if (status === previous_status) return [];
        const told = { shipment_id, tracking_number };
        const changed = { name: SHIPMENT_STATUS_CHANGED, payload: { ...told, status, previous_status } };
        if (status !== 'delivered') return [changed];
        const delivered_at = actual_delivery_time?.toISOString() ?? null;
        return [changed, { name: SHIPMENT_DELIVERED, payload: { ...told, delivered_at } }];
      },
    ),
  );
