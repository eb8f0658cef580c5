import type { Address } from '@usaha/core';
import { TenantRecord, columns, assignDefined } from '@usaha/shared';
import { Entity } from 'typeorm';

export const vehicleStatuses = ['active', 'maintenance', 'retired'] as const;
export type VehicleStatus = (typeof vehicleStatuses)[number];

/** The inside of a vehicle, in centimetres. */
export interface Dimensions {
  length: number | null;
  width: number | null;
  height: number | null;
}

/** When a vehicle is to be serviced next. */
export interface MaintenanceSchedule {
  /** YYYY-MM-DD. */
  next_service_date: string | null;
  /** Kilometres. */
  next_service_mileage: number | null;
  service_type: string | null;
}

/** Where a vehicle was last reported to be. */
export interface LastPlace {
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** A text or an address, as it was sent. */
  address: string | Address | null;
  /** The moment that the report tells. */
  last_updated: Date;
}

/** Where a vehicle is, as a user reports it. */
export interface PlaceReport {
  /** Degrees, to seven decimals. */
  latitude: number;
  longitude: number;
  address: string | Address | null;
  /** Kilometres; null where the report tells none. */
  mileage: number | null;
  /** The moment that the report tells. */
  reported_for: Date;
  /** The moment that it counts for: one ahead of our clock counts as now. */
  counts_at: Date;
}

/** What may be said of a vehicle, and follows no rule. */
const details = [
  'registration_number',
  'vehicle_type',
  'make',
  'model',
  'year',
  'color',
  'chassis_number',
  'engine_number',
  'capacity_kg',
  'dimensions_cm',
  'features',
  'fuel_type',
  'insurance_policy',
  'insurance_expiry',
  'road_tax_expiry',
  'inspection_expiry',
  'inspection_agency_expiry',
  'status',
  'maintenance_schedule',
  'notes',
] as const satisfies (keyof Vehicle)[];
export type VehicleDetails = Pick<Vehicle, (typeof details)[number]>;

/** A vehicle of the business. Where it is tells of its driver. */
@Entity({ schema: 'logistics', name: 'vehicles' })
export class Vehicle extends TenantRecord {
  /** As it was sent: neither its form nor its uniqueness is asked for. */
  @columns.code() registration_number!: string;
  /** Any text, like all texts below. */
  @columns.text({ nullable: true }) vehicle_type: string | null = null;
  @columns.text({ nullable: true }) make: string | null = null;
  @columns.text({ nullable: true }) model: string | null = null;
  @columns.count({ nullable: true }) year: number | null = null;
  @columns.text({ nullable: true }) color: string | null = null;
  @columns.code({ nullable: true }) chassis_number: string | null = null;
  @columns.code({ nullable: true }) engine_number: string | null = null;
  /** Kilograms, as they were sent. */
  @columns.object({ nullable: true }) capacity_kg: number | null = null;
  @columns.object({ nullable: true }) dimensions_cm: Dimensions | null = null;
  @columns.list() features: string[] = [];
  @columns.text({ nullable: true }) fuel_type: string | null = null;
  /** Kilometres. */
  @columns.count({ nullable: true }) current_mileage: number | null = null;
  /** The moment that the mileage counts for: an older statement changes nothing. */
  @columns.instant({ nullable: true }) odometer_at: Date | null = null;
  @columns.sealedTogether() protected readonly insurance!: object;
  @columns.sealedWithin<string | null>('insurance', () => null, { formerly: 'text' }) insurance_policy!: string | null;
  /** YYYY-MM-DD: the last day on which it is valid, as of every document. */
  @columns.day({ nullable: true }) insurance_expiry: string | null = null;
  @columns.day({ nullable: true }) road_tax_expiry: string | null = null;
  @columns.day({ nullable: true }) inspection_expiry: string | null = null;
  @columns.day({ nullable: true }) inspection_agency_expiry: string | null = null;
  @columns.choice(vehicleStatuses) status: VehicleStatus = 'active';
  @columns.uuid({ nullable: true }) assigned_driver_id: string | null = null;
  /** Degrees; null where no report has told. */
  @columns.coordinate({ nullable: true, personal: true }) latitude: number | null = null;
  @columns.coordinate({ nullable: true, personal: true }) longitude: number | null = null;
  /** A text or an address, as it was sent. */
  @columns.object({ nullable: true, personal: true }) location_address: string | Address | null = null;
  /** The moment that the report of the position tells. */
  @columns.instant({ nullable: true }) last_updated: Date | null = null;
  /** The moment that it counts for: one ahead of our clock counts as now. */
  @columns.instant({ nullable: true }) located_at: Date | null = null;
  @columns.object({ nullable: true }) maintenance_schedule: MaintenanceSchedule | null = null;
  /** How many entries its maintenance history has. */
  @columns.count() maintenance_entries = 0;
  @columns.text({ nullable: true }) notes: string | null = null;
  @columns.derived('lower(btrim(vehicle_type))', { nullable: true }) readonly vehicle_type_key?: string | null;
  @columns.derived('lower(btrim(make))', { nullable: true }) readonly make_key?: string | null;
  @columns.derived('lower(btrim(model))', { nullable: true }) readonly model_key?: string | null;
  @columns.derived("lower(regexp_replace(registration_number, '[\\s-]'::text, ''::text, 'g'::text))")
  readonly registration_key?: string;

  /** Where it was last reported to be; null where no report has told. */
  get location(): LastPlace | null {
    const { latitude, longitude, location_address: address, last_updated } = this;
    return latitude === null || longitude === null || last_updated === null
      ? null
      : { latitude, longitude, address, last_updated };
  }

  /** Absent fields stay. */
  describe(changes: Partial<VehicleDetails>): void {
    assignDefined(this, changes, details);
  }

  /** Gives it to a driver; null takes it back. @returns who had it until then */
  giveTo(driver_id: string | null): string | null {
    const before = this.assigned_driver_id;
    this.assigned_driver_id = driver_id;
    return before;
  }

  /** @returns the position of a further entry of its maintenance history */
  countMaintenance(): number {
    return (this.maintenance_entries += 1);
  }

  /** Sets what the odometer says as of now, which may be less than before: it may be a new one. */
  stateMileage(mileage: number | null, now: Date): void {
    this.current_mileage = mileage;
    this.odometer_at = now;
  }

  /**
   * Takes a report in: one that is older than the stored position changes nothing, nor does a mileage that is older than the
   * last statement of it.
   */
  takeIn(report: PlaceReport): void {
    if (this.located_at !== null && report.counts_at < this.located_at) return;
    this.latitude = report.latitude;
    this.longitude = report.longitude;
    this.location_address = report.address;
    this.last_updated = report.reported_for;
    this.located_at = report.counts_at;
    if (report.mileage === null || (this.odometer_at !== null && report.counts_at < this.odometer_at)) return;
    this.current_mileage = report.mileage;
    this.odometer_at = report.counts_at;
  }

  /** Its place is no longer known. */
  forgetPlace(): void {
    this.latitude = this.longitude = this.location_address = this.last_updated = this.located_at = null;
  }
}
