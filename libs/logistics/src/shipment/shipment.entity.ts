import { TenantRecord, columns } from '@usaha/shared';
import { Entity } from 'typeorm';
import { distanceSources, type DistanceSource } from '../place/distance-source.js';
import type { Party } from './party.js';
import { serviceTypes, shipmentStatuses, type ServiceType, type ShipmentStatus } from './shipment-statuses.js';

/** When a delivery is promised, HH:MM:SS; an end before the start lies on the next day. */
export interface TimeWindow {
  start: string | null;
  end: string | null;
}

/** A shipment, from its sender to its receiver. Both are personal, and so is whatever is noted freely. */
@Entity({ schema: 'logistics', name: 'shipments' })
export class Shipment extends TenantRecord {
  /** Given once, and never again. */
  @columns.text() tracking_number!: string;
  @columns.choice(shipmentStatuses) status: ShipmentStatus = 'pending';
  @columns.object({ personal: true }) origin!: Party;
  @columns.object({ personal: true }) destination!: Party;
  @columns.text({ nullable: true }) origin_state_key: string | null = null;
  @columns.text({ nullable: true }) destination_state_key: string | null = null;
  @columns.object({ personal: true }) package_details: Record<string, unknown> = {};
  @columns.choice(serviceTypes) service_type: ServiceType = 'standard';
  /** YYYY-MM-DD; past days and holidays too. */
  @columns.day({ nullable: true }) delivery_date: string | null = null;
  @columns.object({ nullable: true }) delivery_time_window: TimeWindow | null = null;
  @columns.text({ nullable: true }) customer_reference: string | null = null;
  @columns.flag() insurance_required = false;
  /** MYR; the sum insured. */
  @columns.money({ nullable: true }) insurance_amount: number | null = null;
  /** Any text. With cod the amount is collected for the sender. */
  @columns.text({ nullable: true }) payment_method: string | null = null;
  /** MYR, tax included. */
  @columns.money({ nullable: true }) payment_amount: number | null = null;
  @columns.text({ nullable: true, personal: true }) notes: string | null = null;
  @columns.distance() total_distance_km = 0;
  @columns.choice(distanceSources) distance_source: DistanceSource = 'none';
  @columns.instant() estimated_delivery_time!: Date;
  /** The last moment at which a delivery is on time. */
  @columns.instant() promised_until!: Date;
  @columns.instant({ nullable: true }) actual_delivery_time: Date | null = null;
  @columns.uuid({ nullable: true }) driver_id: string | null = null;
  @columns.uuid({ nullable: true }) vehicle_id: string | null = null;
  /** As it was when the driver was named. */
  @columns.text({ nullable: true, personal: true }) driver_name: string | null = null;
  /** As it was when the vehicle was named. */
  @columns.text({ nullable: true }) registration_number: string | null = null;
  /** How many entries its history has. */
  @columns.count() events = 0;
  @columns.derived('lower(btrim(customer_reference))', { nullable: true }) readonly customer_reference_key?:
    string | null;
  /** Of the package details, for reports. */
  @columns.derived("((package_details ->> 'weight_kg'::text))", { type: 'numeric', nullable: true })
  readonly weight_kg?: string | null;
  @columns.derived("((package_details ->> 'value_myr'::text))", { type: 'numeric', nullable: true })
  readonly value_myr?: string | null;
  @columns.derived(
    "COALESCE((regexp_replace(lower(btrim(payment_method)), '[ -]+'::text, '_'::text, 'g'::text) = ANY (ARRAY['cod'::text, 'cash_on_delivery'::text])), false)",
    { type: 'boolean' },
  )
  readonly is_cod?: boolean;
}
