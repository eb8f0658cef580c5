import { LedgerEntry, columns } from '@usaha/shared';
import { Entity } from 'typeorm';
import type { MaintenanceSchedule, VehicleStatus } from '../vehicle/vehicle.entity.js';

/** A status came to or left maintenance, or came to retired; the schedule of services was changed; a service was done. */
export const maintenanceKinds = ['status', 'schedule', 'service'] as const;
export type MaintenanceKind = (typeof maintenanceKinds)[number];

/** Something that was done to a vehicle, or planned for it. */
@Entity({ schema: 'logistics', name: 'maintenance_entries' })
export class MaintenanceEntry extends LedgerEntry {
  @columns.uuid() vehicle_id!: string;
  @columns.choice(maintenanceKinds) kind!: MaintenanceKind;
  /** YYYY-MM-DD. */
  @columns.day() date!: string;
  /** Kilometres; null where unknown. */
  @columns.count({ nullable: true }) mileage: number | null = null;
  /** The status or the schedule before; null for a service. */
  @columns.object({ nullable: true }) was: VehicleStatus | MaintenanceSchedule | null = null;
  /** The same since. */
  @columns.object({ nullable: true }) became: VehicleStatus | MaintenanceSchedule | null = null;
  @columns.text({ nullable: true }) service_type: string | null = null;
  /** MYR. */
  @columns.money({ nullable: true }) cost: number | null = null;
  @columns.text({ nullable: true }) workshop: string | null = null;
  @columns.text({ nullable: true }) notes: string | null = null;
}
