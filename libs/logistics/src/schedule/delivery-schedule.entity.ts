import { TenantRecord, columns, assignDefined, malaysianInstant } from '@usaha/shared';
import { Entity } from 'typeorm';
import type { Driver } from '../driver/driver.entity.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';
import type { WarningCode } from '../warning/warning-codes.js';

export const scheduleStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** Those that take the time of their driver and vehicle. */
export const openStatuses: readonly ScheduleStatus[] = ['scheduled', 'in_progress'];

/** How long a delivery takes its driver and vehicle where nothing is told, in minutes. */
export const DEFAULT_MINUTES = 30;

/** By which ways the receiver may be told. */
export interface ContactPreferences {
  phone: boolean | null;
  sms: boolean | null;
  /** Absent of schedules from before A-475. */
  whatsapp?: boolean | null;
  email: boolean | null;
}

/** What may be said of a schedule, and follows no rule: any status may follow any other. */
const details = [
  'priority',
  'status',
  'special_instructions',
  'contact_preferences',
] as const satisfies (keyof DeliverySchedule)[];
const time = [
  'scheduled_date',
  'scheduled_time',
  'estimated_duration_minutes',
] as const satisfies (keyof DeliverySchedule)[];
export type ScheduleDetails = Pick<DeliverySchedule, (typeof details)[number] | (typeof time)[number]>;

/** One attempt to deliver a shipment: when, by whom, with which vehicle. A shipment may have several. */
@Entity({ schema: 'logistics', name: 'schedules' })
export class DeliverySchedule extends TenantRecord {
  @columns.uuid() shipment_id!: string;
  @columns.uuid({ nullable: true }) driver_id: string | null = null;
  @columns.uuid({ nullable: true }) vehicle_id: string | null = null;
  @columns.uuid({ nullable: true }) route_id: string | null = null;
  /** As it was when the driver was named. */
  @columns.text({ nullable: true, personal: true }) driver_name: string | null = null;
  /** As it was when the vehicle was named. */
  @columns.code({ nullable: true }) registration_number: string | null = null;
  /** YYYY-MM-DD; past days and holidays too. */
  @columns.day() scheduled_date!: string;
  /** HH:MM:SS, in Malaysia. */
  @columns.text({ nullable: true }) scheduled_time: string | null = null;
  /** As it was sent. */
  @columns.object({ nullable: true }) estimated_duration_minutes: number | null = null;
  /** From when to when it takes driver and vehicle; null where no time is told. */
  @columns.instant({ nullable: true }) starts_at: Date | null = null;
  @columns.instant({ nullable: true }) ends_at: Date | null = null;
  /** A text or a number, as it was sent. */
  @columns.object({ nullable: true }) priority: string | number | null = null;
  @columns.choice(scheduleStatuses) status: ScheduleStatus = 'scheduled';
  @columns.text({ nullable: true, personal: true }) special_instructions: string | null = null;
  @columns.object({ nullable: true }) contact_preferences: ContactPreferences | null = null;
  /** The warnings when it was last written. */
  @columns.list() warnings: WarningCode[] = [];

  /** Whether it takes the time of its driver and vehicle. */
  get is_open(): boolean {
    return openStatuses.includes(this.status);
  }

  /** Absent fields stay. */
  describe(changes: Partial<ScheduleDetails>): void {
    assignDefined(this, changes, details);
    assignDefined(this, changes, time);
    if (this.scheduled_time === null) {
      this.starts_at = this.ends_at = null;
      return;
    }
    const minutes = this.estimated_duration_minutes ?? DEFAULT_MINUTES;
    this.starts_at = malaysianInstant(this.scheduled_date, this.scheduled_time);
    this.ends_at = new Date(this.starts_at.getTime() + Math.round(minutes * 60_000));
  }

  /** The shipment that is delivered. */
  deliver(shipment_id: string): void {
    this.shipment_id = shipment_id;
  }

  /** On which route, if on any. */
  takeRoute(route_id: string | null): void {
    this.route_id = route_id;
  }

  /** The driver who delivers; the name is kept for when the driver is deleted. */
  giveTo(driver: Pick<Driver, 'id' | 'name'> | null): void {
    this.driver_id = driver?.id ?? null;
    this.driver_name = driver?.name ?? null;
  }

  /** With what; the plate is kept for when the vehicle is deleted. */
  loadOn(vehicle: Pick<Vehicle, 'id' | 'registration_number'> | null): void {
    this.vehicle_id = vehicle?.id ?? null;
    this.registration_number = vehicle?.registration_number ?? null;
  }

  warn(warnings: readonly WarningCode[]): void {
    this.warnings = [...warnings];
  }
}
