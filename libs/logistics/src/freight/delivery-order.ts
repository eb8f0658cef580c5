import { sellerOf, type Seller, type Tenant } from '@usaha/core';
import { malaysianDay, type Words } from '@usaha/shared';
import type { DeliverySchedule } from '../schedule/delivery-schedule.entity.js';
import { collectsCash } from '../shipment/cash-on-delivery.js';
import type { Party } from '../shipment/party.js';
import { serviceWords } from '../shipment/service-words.js';
import type { Shipment, TimeWindow } from '../shipment/shipment.entity.js';

/** The details of a package, as far as they were stated. */
export interface PackageTold {
  package_type: string | null;
  description: string | null;
  weight_kg: number | null;
  /** Centimetres: length, width and height, each null where it was not told. */
  dimensions_cm: readonly (number | null)[];
  is_fragile: boolean;
}

/** What a driver carries along and the receiver signs: no prices, save what is to be collected. */
export interface DeliveryOrder {
  tracking_number: string;
  customer_reference: string | null;
  business: Seller;
  sender: Party;
  receiver: Party;
  service: Words;
  /** YYYY-MM-DD: as it was asked for, else as it is expected. */
  day: string;
  window: TimeWindow | null;
  driver_name: string | null;
  registration_number: string | null;
  package: PackageTold;
  /** The instructions for the way, each from another place. */
  instructions: readonly string[];
  /** MYR, to be collected from the receiver; undefined where nothing is, null where no amount was stated. */
  collect?: number | null;
  is_cancelled: boolean;
}

/** A shipment as it is now (A-289: the driver needs all corrections). @param schedule its newest open one */
export function deliveryOrderOf(shipment: Shipment, schedule: DeliverySchedule | null, tenant: Tenant): DeliveryOrder {
  const { tracking_number, customer_reference, origin, destination, service_type } = shipment;
  const { notes, package_details } = shipment;
  const texts = [textOf(package_details.special_instructions), schedule?.special_instructions, notes];
  return {
    tracking_number,
    customer_reference,
    business: sellerOf(tenant),
    sender: origin,
    receiver: destination,
    service: serviceWords[service_type],
    day: shipment.delivery_date ?? malaysianDay(shipment.estimated_delivery_time),
    window: shipment.delivery_time_window,
    driver_name: shipment.driver_name ?? schedule?.driver_name ?? null,
    registration_number: shipment.registration_number ?? schedule?.registration_number ?? null,
    package: packageOf(package_details),
    instructions: texts.filter((text): text is string => typeof text === 'string' && text.trim() !== ''),
    ...(collectsCash(shipment) && { collect: shipment.payment_amount }),
    is_cancelled: shipment.status === 'cancelled',
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Of what is kept as it was sent, the stated keys. */
function packageOf({ package_type, description, weight_kg, dimensions_cm, is_fragile }: Shipment['package_details']) {
  const { length, width, height } = (dimensions_cm ?? {}) as Record<string, unknown>;
  return {
    package_type: textOf(package_type),
    description: textOf(description),
    weight_kg: numberOf(weight_kg),
    dimensions_cm: [length, width, height].map(numberOf),
    is_fragile: is_fragile === true,
  };
}
