/** Any of them may follow any other: there is no lifecycle. */
export const shipmentStatuses = ['pending', 'in_transit', 'delivered', 'cancelled', 'returned'] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

/** Those of a shipment that no driver carries any more. */
export const endedStatuses: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'returned'];

export const serviceTypes = ['express', 'standard', 'economy'] as const;
export type ServiceType = (typeof serviceTypes)[number];
