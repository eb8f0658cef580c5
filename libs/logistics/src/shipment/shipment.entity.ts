import { isDeepStrictEqual } from 'node:util';
import { TenantRecord, columns, assignDefined, money } from '@usaha/shared';
import { Entity } from 'typeorm';
import { CASH_ON_DELIVERY, collectsCash } from './cash-on-delivery.js';
import { distanceSources, type DistanceSource } from '../place/distance-source.js';
import type { Driver } from '../driver/driver.entity.js';
import { distanceOf, locate } from '../place/locate.js';
import { stateKey } from '../place/state-key.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';
import { withoutPerson, withoutTexts } from './blank-party.js';
import { requireBoth, type Party } from './party.js';
import { promiseOf, type Promised } from './promise.js';
import { serviceTypes, shipmentStatuses, type ServiceType, type ShipmentStatus } from './shipment-statuses.js';

/** When a delivery is promised, HH:MM:SS; an end before the start lies on the next day. */
export interface TimeWindow {
  start: string | null;
  end: string | null;
}

/** What may be said of a shipment, and follows no rule. */
const details = [
  'origin',
  'destination',
  'delivery_date',
  'delivery_time_window',
  'customer_reference',
  'payment_method',
  'notes',
] as const satisfies (keyof Shipment)[];
const amounts = ['insurance_amount', 'payment_amount'] as const satisfies (keyof Shipment)[];

export type ShipmentDetails = Pick<Shipment, (typeof details)[number] | (typeof amounts)[number]> & {
  /** Fields that are never empty: null stands for what a new shipment has. */
  [K in 'package_details' | 'service_type' | 'insurance_required']: Shipment[K] | null;
} & Pick<Shipment, 'cod'>;

/** A shipment, from its sender to its receiver. Both are personal, and so are all free notes. */
@Entity({ schema: 'logistics', name: 'shipments' })
export class Shipment extends TenantRecord {
  /** Given once, and never again. */
  @columns.code() tracking_number!: string;
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
  @columns.code({ nullable: true }) customer_reference: string | null = null;
  @columns.flag() insurance_required = false;
  /** MYR; the sum insured. */
  @columns.money({ nullable: true }) insurance_amount: number | null = null;
  /** Any text; the words of cash on delivery tell that the amount is collected for the sender. */
  @columns.text({ nullable: true }) payment_method: string | null = null;
  /** Whether the amount is collected for the sender, as it was stated; null: the payment method tells it. */
  @columns.flag({ nullable: true }) cod: boolean | null = null;
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
  @columns.code({ nullable: true }) registration_number: string | null = null;
  /** How many entries its history has. */
  @columns.count() events = 0;
  /** How often its public link was renewed: the links of before have ended. */
  @columns.count({ default: 0 }) link_generation = 0;
  /** When it lost what tells who its parties are; null while it may tell that. */
  @columns.instant({ nullable: true }) parties_blanked_at: Date | null = null;
  @columns.derived('lower(btrim(customer_reference))', { nullable: true }) readonly customer_reference_key?:
    string | null;
  /** Of the package details, for reports. */
  @columns.derived("((package_details ->> 'weight_kg'::text))", { type: 'numeric', nullable: true })
  readonly weight_kg?: string | null;
  @columns.derived("((package_details ->> 'value_myr'::text))", { type: 'numeric', nullable: true })
  readonly value_myr?: string | null;
  @columns.derived(`COALESCE(cod, (lower(payment_method) ~ '${CASH_ON_DELIVERY}'::text), false)`, { type: 'boolean' })
  readonly is_cod?: boolean;

  /** @param now the moment of its creation */
  static of(said: Partial<ShipmentDetails> & Pick<ShipmentDetails, 'origin' | 'destination'>, now: Date): Shipment {
    const shipment = new Shipment().giveId(now);
    shipment.created_at = now;
    shipment.cod = said.cod ?? null;
    shipment.describe(said);
    return shipment;
  }

  /**
   * Absent fields stay. Distance and promise are computed again where what they rest on has changed, and only then.
   * @throws invalid for money that cannot be kept, and for one coordinate without the other
   */
  describe(said: Partial<ShipmentDetails>): void {
    const [place, promise] = [placesOf(this), promisedOf(this)];
    const personal = this.parties_blanked_at && personalOf(this);
    for (const field of ['origin', 'destination'] as const) if (said[field]) requireBoth(field, said[field]);
    assignDefined(this, said, details);
    this.sayUsual(said);
    this.sayCod(said.cod);
    for (const field of amounts) {
      const amount = said[field];
      if (amount !== undefined) this[field] = amount === null ? null : money.within(field, amount);
    }
    if (personal !== null && !isDeepStrictEqual(personalOf(this), personal)) this.parties_blanked_at = null;
    if (placesOf(this) !== place) this.locate();
    if (promisedOf(this) !== promise) Object.assign(this, promiseOf(this.created_at, promisedBy(this)));
  }

  /** Any status may follow any other. Delivered again, the first delivery stays. @param at when, as far as anybody has told */
  reach(status: ShipmentStatus, now: Date, at: Date | null = null): void {
    const delivered_at = this.actual_delivery_time ?? (at !== null && at < now ? at : now);
    this.actual_delivery_time = status === 'delivered' ? delivered_at : null;
    this.status = status;
  }

  giveTo(driver: Pick<Driver, 'id' | 'name'> | null): void {
    this.driver_id = driver?.id ?? null;
    this.driver_name = driver?.name ?? null;
  }

  loadOn(vehicle: Pick<Vehicle, 'id' | 'registration_number'> | null): void {
    this.vehicle_id = vehicle?.id ?? null;
    this.registration_number = vehicle?.registration_number ?? null;
  }

  /**
   * Takes away all that tells who sender and receiver were. Distance and promise stay as they were worked out; what is told
   * again is blanked again.
   */
  blankParties(now: Date): void {
    this.origin = withoutPerson(this.origin);
    this.destination = withoutPerson(this.destination);
    this.package_details = withoutTexts(this.package_details);
    this.notes = null;
    this.parties_blanked_at = now;
  }

  /** Words about its parties were recorded since they were blanked: these are taken away likewise. */
  tellsAgain(): void {
    this.parties_blanked_at = null;
  }

  private sayUsual({ package_details, service_type, insurance_required }: Partial<ShipmentDetails>): void {
    if (package_details !== undefined) this.package_details = withMoney(package_details ?? {});
    if (service_type !== undefined) this.service_type = service_type ?? 'standard';
    if (insurance_required !== undefined) this.insurance_required = insurance_required ?? false;
  }

  /** The value that is true already states nothing: the body of a GET, sent back, leaves the payment method to tell it. */
  private sayCod(cod: boolean | null | undefined): void {
    if (cod === null) this.cod = null;
    else if (cod !== undefined && cod !== collectsCash(this)) this.cod = cod;
  }

  private locate(): void {
    this.origin_state_key = stateKey(this.origin.address?.state, this.origin.address?.postal_code);
    this.destination_state_key = stateKey(this.destination.address?.state, this.destination.address?.postal_code);
    Object.assign(this, distanceOf(locate(this.origin), locate(this.destination)));
  }
}

/** The value of what is sent is money, and kept to the sen; the rest is kept as it was sent. */
function withMoney(package_details: Record<string, unknown>): Record<string, unknown> {
  const { value_myr } = package_details;
  if (typeof value_myr !== 'number') return package_details;
  return { ...package_details, value_myr: money.within('package_details.value_myr', value_myr) };
}

/** The fields that may tell who the parties are. */
const personalOf = ({ origin, destination, package_details, notes }: Shipment): unknown =>
  JSON.parse(JSON.stringify([origin, destination, package_details, notes]));

const placeOf = (party?: Party): unknown[] => [
  party?.latitude,
  party?.longitude,
  party?.address?.state,
  party?.address?.postal_code,
  party?.address?.country,
];
/** The fields that the distance rests on. */
const placesOf = ({ origin, destination }: Partial<Shipment>): string =>
  JSON.stringify(origin && [placeOf(origin), placeOf(destination)]);

const promisedBy = (shipment: Shipment): Promised => ({
  delivery_date: shipment.delivery_date,
  delivery_time_window: shipment.delivery_time_window,
  service_type: shipment.service_type,
  from: locate(shipment.origin).state,
  to: locate(shipment.destination).state,
});
/** The fields that the promise rests on. */
const promisedOf = (shipment: Shipment): string | undefined => {
  if (!(shipment as Partial<Shipment>).origin) return undefined;
  const { delivery_time_window: window, ...promised } = promisedBy(shipment);
  return JSON.stringify([Object.values(promised), window?.start, window?.end]);
};
